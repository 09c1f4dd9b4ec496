// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct BombTests {
    @Test func `declared sizes are refused before anything is allocated`() {
        let jpeg = HandMade.jpeg(width: 65_535, height: 65_535)
        let png = HandMade.png(width: 1 << 30, height: 1 << 30)
        for bytes in [jpeg, png] {
            #expect { _ = try ImageDecoder(bytes: bytes) } throws: { error in
                guard case .sideTooLong? = error as? CodecError else { return false }
                return true
            }
        }
    }

    @Test func `sides within the limit with too large a product are refused`() {
        let size = PixelSize(width: 16_384, height: 16_384)
        #expect(throws: CodecError.tooManyPixels(size, limit: 50_000_000)) {
            _ = try ImageDecoder(bytes: HandMade.png(width: 16_384, height: 16_384))
        }
    }

    @Test func `compressed text is never inflated`() throws {
        let bytes = try Fixture("text-bomb.png").bytes
        let start = ContinuousClock.now
        #expect(try Picture(bytes) == Fixture.color)
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test func `a profile that inflates without measure is refused`() throws {
        let bytes = try Fixture("profile-bomb.png").bytes
        #expect(throws: CodecError.profileTooLarge(limit: 4 << 20)) {
            _ = try ImageDecoder(bytes: bytes)
        }
    }

    @Test func `ten thousand scans are refused`() throws {
        let bytes = try Self.manyScans(10_000)
        let start = ContinuousClock.now
        #expect(throws: CodecError.tooManyScans(limit: 100)) { _ = try ImageDecoder(bytes: bytes) }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test func `ten thousand scans are refused in a stream`() throws {
        let source = Source(try Self.manyScans(10_000), pieces: 4096)
        #expect(throws: CodecError.tooManyScans(limit: 100)) {
            _ = try ImageDecoder(reading: source.next)
        }
    }

    @Test func `as many scans as permitted are accepted, and one more is not`() throws {
        _ = try Picture(try Self.manyScans(100))
        #expect(throws: CodecError.tooManyScans(limit: 100)) {
            try Picture(try Self.manyScans(101))
        }
    }

    @Test(arguments: [EncodingOptions.jpeg(JPEGOptions()), .png(PNGOptions(compression: 1))])
    func `a profile of the limit is carried, and of one byte more refused`(
        options: EncodingOptions
    ) throws {
        let limit = DecodeLimits.maximumProfileByteCount
        let picture = Picture.slopes(PixelSize(width: 4, height: 4), .rgb)
        let whole = try picture.encoded(options, profile: Self.profile(byteCount: limit))
        #expect(try ImageDecoder(bytes: whole).iccProfile?.count == limit)
        let over = try picture.encoded(options, profile: Self.profile(byteCount: limit + 1))
        #expect(throws: CodecError.profileTooLarge(limit: limit)) {
            _ = try ImageDecoder(bytes: over)
        }
    }

    /// A profile of any length, of which the program looks at the header only.
    private static func profile(byteCount: Int) throws -> [UInt8] {
        var profile = try Fixture("srgb.icc").bytes
        profile += [UInt8](repeating: 7, count: byteCount - profile.count)
        for index in 0..<4 { profile[index] = UInt8(byteCount >> (24 - 8 * index) & 255) }
        return profile
    }

    @Test func `a profile over the limit is refused`() throws {
        let bytes = try Fixture("yuv444.jpg").bytes
        let piece = [UInt8](repeating: 0, count: 65_000)
        let pieces = (1...65).flatMap { number in
            HandMade.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number), 65] + piece)
        }
        #expect(throws: CodecError.profileTooLarge(limit: 4 << 20)) {
            _ = try ImageDecoder(bytes: bytes[..<2] + pieces + bytes[2...])
        }
    }

    @Test func `a long header is refused in a stream`() {
        let filler = HandMade.segment(0xEF, [UInt8](repeating: 0, count: 65_000))
        var delivered = 0
        #expect(throws: CodecError.headerTooLong(limit: 16 << 20)) {
            _ = try ImageDecoder(reading: { () throws(SourceFailed) -> [UInt8] in
                delivered += 1
                return delivered == 1 ? [0xFF, 0xD8] : filler
            })
        }
        #expect(delivered * filler.count < 40 << 20)
    }

    /// A progressive JPEG whose last scan is repeated: each refines nothing anew.
    private static func manyScans(_ count: Int) throws -> [UInt8] {
        let bytes = try Fixture("separate-scans.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        let last = bytes[scans[2]..<(bytes.count - 2)]
        let repeated = (3..<count).flatMap { _ in last }
        return Array(bytes[..<(bytes.count - 2)]) + repeated + [0xFF, 0xD9]
    }
}
