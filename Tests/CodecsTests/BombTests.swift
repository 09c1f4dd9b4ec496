// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import TestSupport
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
        var picture: Picture?
        let time = try threadTime { picture = try Picture(bytes) }
        #expect(picture == Fixture.color)
        #expect(time < .seconds(1))
    }

    @Test func `a profile that inflates without measure is refused`() throws {
        let bytes = try Fixture("profile-bomb.png").bytes
        #expect(throws: CodecError.profileTooLarge(limit: 4 << 20)) {
            _ = try ImageDecoder(bytes: bytes)
        }
    }

    @Test func `ten thousand scans are refused`() throws {
        let bytes = try Self.manyScans(10_000)
        let time = threadTime {
            #expect(throws: CodecError.tooManyScans(limit: 100)) {
                _ = try ImageDecoder(bytes: bytes)
            }
        }
        #expect(time < .seconds(1))
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

    @Test func `a profile that cannot be compressed is carried up to the limit`() throws {
        let limit = DecodeLimits.maximumProfileByteCount
        var state: UInt32 = 1
        var profile = try Self.profile(byteCount: limit)
        for index in 128..<limit {
            state = state &* 1_664_525 &+ 1_013_904_223
            profile[index] = UInt8(state >> 24)
        }
        let picture = Picture.slopes(PixelSize(width: 4, height: 4), .rgb)
        let bytes = try picture.encoded(.png(PNGOptions()), profile: profile)
        #expect(HandMade.contents(of: "iCCP", in: bytes).count > limit)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == profile)
    }

    /// zlib makes at most 1,293 bytes more of the limit, and before them stand 81 of a name.
    @Test func `a chunk too long for a profile within the limit is refused`() throws {
        let longest = DecodeLimits.maximumProfileByteCount + 1293 + 81
        let contents = [UInt8](repeating: 0, count: longest + 1)
        let permitted = HandMade.chunk("iCCP", contents.dropLast())
        var bytes = HandMade.png(width: 1, height: 1, metadata: permitted)
        _ = try ImageHeader.probe(bytes.span)
        bytes = HandMade.png(width: 1, height: 1, metadata: HandMade.chunk("iCCP", contents))
        #expect(throws: CodecError.profileTooLarge(limit: 4 << 20)) {
            _ = try ImageHeader.probe(bytes.span)
        }
    }

    // MARK: Headers

    @Test func `as many segments as permitted are walked, and one more is not`() throws {
        let filler = HandMade.segment(0xEF, [])
        let begin: [UInt8] = [0xFF, 0xD8]
        let picture = HandMade.jpeg()[2...]
        let end: [UInt8] = [0xFF, 0xD9]
        for count in [9_998, 9_999] {
            let many = [[UInt8]](repeating: filler, count: count).joined()
            for bytes in [begin + many + picture + end, begin + picture + many + end] {
                let refusal = CodecError.tooManySegments(limit: 10_000)
                Self.expect(count == 9_999 ? refusal : nil) {
                    _ = try ImageHeader.probe(bytes.span)
                }
            }
        }
    }

    @Test func `as many chunks as permitted are walked, and one more is not`() throws {
        for count in [9_998, 9_999] {
            let many = [UInt8](
                [[UInt8]](repeating: HandMade.chunk("tEXt", []), count: count).joined()
            )
            let before = HandMade.png(width: 1, height: 1, metadata: many)
            var behind = HandMade.png(width: 1, height: 1)
            behind.insert(contentsOf: many, at: behind.count - 12)
            for bytes in [before, behind] {
                Self.expect(count == 9_999 ? .tooManySegments(limit: 10_000) : nil) {
                    _ = try ImageHeader.probe(bytes.span)
                }
            }
        }
    }

    @Test func `eight million segments are refused at once`() {
        var filler = HandMade.segment(0xEF, [])
        while filler.count < 32 << 20 { filler += filler }
        let bytes = [0xFF, 0xD8] + filler
        let time = threadTime {
            Self.expect(.tooManySegments(limit: 10_000)) { _ = try ImageHeader.probe(bytes.span) }
        }
        #expect(time < .seconds(1))
    }

    @Test(arguments: [0, 1])
    func `pixels may begin at the limit, and not behind it`(excess: Int) {
        let limit = DecodeLimits.maximumHeaderByteCount
        let picture = HandMade.jpeg()[2...]
        let filler = HandMade.filler(byteCount: limit + excess - 2 - picture.count)
        let jpeg = [0xFF, 0xD8] + filler + picture + [0xFF, 0xD9]
        let text = [UInt8](repeating: 0, count: limit + excess - 33 - 12 - 8)
        let png = HandMade.png(width: 1, height: 1, metadata: HandMade.chunk("tEXt", text))
        for bytes in [jpeg, png] {
            Self.expect(excess == 0 ? nil : .headerTooLong(limit: limit)) {
                _ = try ImageHeader.probe(bytes.span)
            }
        }
    }

    private static func expect(_ expected: CodecError?, _ body: () throws -> Void) {
        var found: CodecError?
        do { try body() } catch { found = error as? CodecError }
        #expect(found == expected)
    }

    // MARK: Files

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
