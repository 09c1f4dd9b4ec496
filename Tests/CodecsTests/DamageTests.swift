// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct DamageTests {
    static let small: [Fixture] = [
        "yuv420.jpg", "progressive.jpg", "ycck.jpg", "gray8.png",
        "palette2-transparency.png", "gray4-interlaced.png", "profile.png",
    ].map(Fixture.init)

    @Test(arguments: small)
    func `a file cut anywhere is an error`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        for count in 0..<bytes.count {
            #expect(throws: CodecError.self, "cut to \(count)") {
                try Picture(Array(bytes[..<count]))
            }
        }
    }

    /// Without the look ahead to the end of the file that a file in memory gets.
    @Test(arguments: small)
    func `a stream cut anywhere is an error`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        for count in 0..<bytes.count {
            let source = Source(Array(bytes[..<count]), pieces: 4096)
            #expect(throws: CodecError.self, "cut to \(count)") {
                try Picture(ImageDecoder(reading: source.next))
            }
        }
    }

    @Test(arguments: small)
    func `a flipped bit is an error or decodes, and never traps`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        var decodedCount = 0
        for offset in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8(offset % 8)
            do {
                let limits = DecodeLimits(maximumPixelCount: 1 << 18)
                _ = try Picture(damaged, limits: limits)
                decodedCount += 1
            } catch {}
        }
        // One flip in three bytes. All of a PNG is under checksums, and only chunks that cost no
        // pixel are passed over. A JPEG has none: what still decodes as often as not is blocks.
        let isPNG = fixture.name.hasSuffix(".png")
        let bound = isPNG ? HandMade.ancillaryByteCount(bytes) : bytes.count * 4 / 5
        #expect(decodedCount * 3 <= bound)
    }

    @Test(arguments: small)
    func `a flipped bit in a PNG's pixels never goes unnoticed`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        guard let name = bytes.firstRange(of: Array("IDAT".utf8)) else { return }
        for offset in name.upperBound..<(bytes.count - 12) {
            var damaged = bytes
            damaged[offset] ^= 0x10
            #expect(throws: CodecError.self, "at \(offset)") { try Picture(damaged) }
        }
    }

    /// The checksum covers the name, so the picture may have lost its transparent color.
    @Test(arguments: ["rgb8", "gray8", "palette2"], 0..<32)
    func `a flipped bit in the name of a transparency chunk is an error`(
        name: String,
        bit: Int
    ) throws {
        var bytes = try Fixture(name + "-transparency.png").bytes
        let found = try #require(bytes.firstRange(of: Array("tRNS".utf8)))
        bytes[found.lowerBound + bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(throws: CodecError.self) { try Picture(bytes) }
        let isCritical = bit == 5
        guard !isCritical else { return }
        #expect(try Decoded(bytes, .warn).damage == [.wrongChecksum])
    }

    @Test func `a wrong checksum of a chunk that costs no pixel is passed over`() throws {
        var bytes = try Fixture("gamma-2.2.png").bytes
        let name = try #require(bytes.firstRange(of: Array("gAMA".utf8)))
        bytes[name.upperBound + 4] ^= 1
        #expect(try Picture(bytes) == Fixture.color)
    }

    @Test(arguments: ["rgb8", "gray8", "palette2"])
    func `a transparency chunk with a wrong checksum is damage`(name: String) throws {
        var bytes = try Fixture(name + "-transparency.png").bytes
        let found = try #require(bytes.firstRange(of: Array("tRNS".utf8)))
        bytes[found.upperBound] ^= 1
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 0))) { try Picture(bytes) }
    }

    @Test(
        arguments: [("rgb8", 5), ("rgb8", 0), ("gray8", 1), ("palette2", 5), ("palette2", 0)]
    )
    func `a transparency chunk of another length is damage`(name: String, count: Int) throws {
        var bytes = try Fixture(name + "-transparency.png").bytes
        let chunk = HandMade.chunk("tRNS", [UInt8](repeating: 0, count: count))
        HandMade.replace("tRNS", by: chunk, in: &bytes)
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 0))) { try Picture(bytes) }
    }

    @Test func `a second transparency chunk, or one behind the pixels, is damage`() throws {
        var bytes = try Fixture("rgb8-transparency.png").bytes
        let chunk = HandMade.chunk("tRNS", HandMade.contents(of: "tRNS", in: bytes))
        HandMade.replace("tRNS", by: chunk + chunk, in: &bytes)
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 0))) { try Picture(bytes) }
        bytes = try Fixture("rgb8.png").bytes
        let end = bytes.count - 12
        bytes.insert(contentsOf: chunk, at: end)
        #expect(throws: CodecError.corrupt(.structure(offset: end + 8))) { try Picture(bytes) }
    }

    @Test func `a transparency chunk beside alpha is passed over`() throws {
        var bytes = try Fixture("rgba8.png").bytes
        let expected = try Picture(bytes)
        bytes.insert(contentsOf: HandMade.chunk("tRNS", [0, 0, 0, 0, 0, 0]), at: 33)
        #expect(try Picture(bytes) == expected)
    }

    // MARK: Palettes

    @Test(arguments: [1, 2, 4, 8], ["", "-interlaced"])
    func `an index beyond the palette is damage`(depth: Int, order: String) throws {
        var bytes = try Fixture("palette\(depth)\(order).png").bytes
        let colors = HandMade.contents(of: "PLTE", in: bytes)
        // The first row of the fixture has the indices up to 47, the next one more, and so on.
        let count = min(1 << depth - 1, 60)
        HandMade.replace(
            "PLTE",
            by: HandMade.chunk("PLTE", Array(colors[..<(3 * count)])),
            in: &bytes
        )
        let row = max(0, count - 47)
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: row))) { try Picture(bytes) }
    }

    @Test(arguments: ["", "-interlaced"])
    func `a palette may end with the last index that is used`(order: String) throws {
        var bytes = try Fixture("palette8\(order).png").bytes
        let expected = try Picture(bytes)
        let colors = HandMade.contents(of: "PLTE", in: bytes)
        HandMade.replace("PLTE", by: HandMade.chunk("PLTE", Array(colors[..<(3 * 79)])), in: &bytes)
        #expect(try Picture(bytes) == expected)
    }

    // MARK: Chunks

    @Test func `an unknown critical chunk is refused by name`() throws {
        let bytes = try Fixture("rgb8.png").bytes
        let unknown = bytes[..<33] + HandMade.chunk("ABCD", [1, 2, 3]) + bytes[33...]
        #expect(throws: CodecError.unsupportedFeature(.criticalChunk)) {
            try Picture(Array(unknown))
        }
    }
}
