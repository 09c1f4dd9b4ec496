// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

@Suite struct PNGColorsTests {
    private static func file(_ chunks: [UInt8]) -> [UInt8] {
        HandMade.png(
            width: 4,
            height: 4,
            metadata: chunks,
            pixels: HandMade.storedZeros(4 * 13)
        )
    }

    private static func codingPoints(_ points: UInt8...) -> [UInt8] {
        HandMade.chunk("cICP", points)
    }

    private static let displayP3 = codingPoints(12, 13, 0, 1)
    private static let standard = HandMade.chunk("sRGB", [0])
    private static let linear = HandMade.chunk("gAMA", TestProfile.word(100_000))
    private static let usual = HandMade.chunk("gAMA", TestProfile.word(45_455))
    private static let adobe: [UInt8] = {
        let points = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000]
        return HandMade.chunk("cHRM", points.flatMap(TestProfile.word))
    }()

    private static func profile(_ chunks: [UInt8]) throws -> [UInt8]? {
        try ImageDecoder(bytes: file(chunks)).iccProfile
    }

    @Test func `cICP becomes a profile`() throws {
        #expect(try Self.profile(Self.displayP3) == TestProfile.displayP3)
    }

    @Test func `cICP comes before all other chunks`() throws {
        for others in [Self.standard, Self.linear + Self.adobe, Self.usual] {
            #expect(try Self.profile(others + Self.displayP3) == TestProfile.displayP3)
        }
        // That of sRGB needs no profile.
        #expect(try Self.profile(Self.linear + Self.adobe + Self.codingPoints(1, 13, 0, 1)) == nil)
    }

    @Test(
        arguments: [
            [12, 13, 0, 0], [12, 13, 1, 1], [2, 13, 0, 1], [12, 9, 0, 1], [77, 16, 0, 1],
        ] as [[UInt8]]
    )
    func `cICP of something unknown is ignored, as in browsers`(points: [UInt8]) throws {
        #expect(try Self.profile(HandMade.chunk("cICP", points)) == nil)
    }

    @Test func `gAMA with cHRM becomes a profile, unless sRGB is there`() throws {
        let made = try #require(try Self.profile(Self.usual + Self.adobe))
        let conversion = try #require(ProfileConversion(from: made, to: nil, layout: .rgb))
        let color = conversion.convert(StraightColor(red: 0, green: 1, blue: 0))
        #expect(color.green > 0.999 && color.red == 0)
        #expect(try Self.profile(Self.usual + Self.adobe + Self.standard) == nil)
    }

    @Test func `cHRM alone tells nothing, as in browsers`() throws {
        #expect(try Self.profile(Self.adobe) == nil)
    }

    @Test func `chunks with a wrong checksum are ignored`() throws {
        var chunk = Self.displayP3
        chunk[chunk.count - 1] ^= 1
        #expect(try Self.profile(chunk) == nil)
    }

    @Test(
        arguments: [(16, UnsupportedFeature.perceptualQuantizer), (18, .hybridLogGamma)]
            as [(UInt8, UnsupportedFeature)]
    )
    func `high dynamic range is refused by name`(transfer: UInt8, feature: UnsupportedFeature) {
        let file = Self.file(Self.codingPoints(9, transfer, 0, 1))
        #expect(throws: CodecError.unsupportedFeature(feature)) {
            try ImageHeader.probe(file.span, limits: DecodeLimits())
        }
        let profile = TestProfile.codingPoints(9, transfer)
        #expect(throws: CodecError.unsupportedFeature(feature)) {
            try ICCProfile.accepted(.color, profile)
        }
    }

    @Test func `a header knows the size of a profile that is made`() throws {
        for chunks in [Self.displayP3, Self.usual + Self.adobe] {
            let header = try ImageHeader.probe(Self.file(chunks).span, limits: DecodeLimits())
            #expect(try header.profileByteCount == Self.profile(chunks)?.count)
        }
        for chunks in [[], Self.standard, Self.linear, Self.adobe] {
            let header = try ImageHeader.probe(Self.file(chunks).span, limits: DecodeLimits())
            #expect(header.profileByteCount == 0)
        }
    }

    @Test func `the profile of a file is read without its pixels`() throws {
        let files = [Self.file(Self.displayP3), try Fixture("profile.jpg").bytes]
        for file in files {
            #expect(try ImageDecoder.iccProfile(of: file) == ImageDecoder(bytes: file).iccProfile)
        }
        #expect(try ImageDecoder.iccProfile(of: Fixture("profile.png").bytes) != nil)
        #expect(try ImageDecoder.iccProfile(of: Fixture("rgb8.png").bytes) == nil)
    }
}
