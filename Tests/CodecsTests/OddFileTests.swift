// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import TestSupport
import Testing

/// Files that browsers show whole although they break rules of their format, and some that they do not.
@Suite struct OddFileTests {
    private static let size = PixelSize(width: 8, height: 6)

    /// The rows of a black picture, with filters.
    private static let black = [UInt8](repeating: 0, count: 6 * 25)

    private static func png(_ pixels: [UInt8], metadata: [UInt8] = []) -> [UInt8] {
        HandMade.png(width: 8, height: 6, metadata: metadata, pixels: pixels)
    }

    private static let whole = png(HandMade.storedZeros(black.count))

    private static func changing(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
        var bytes = bytes
        bytes[offset] ^= 1
        return bytes
    }

    // MARK: PNG

    private static let odd: [(name: String, bytes: [UInt8], damage: Damage)] = [
        ("bytes", png(HandMade.storedZeros(black.count) + [1, 2, 3]), .surplusData),
        ("a row", png(HandMade.storedZeros(black.count + 25)), .surplusData),
        ("many rows", png(HandMade.storedZeros(black.count + 100_000)), .surplusData),
        (
            "a chunk",
            Array(whole.dropLast(12)) + HandMade.chunk("IDAT", [1]) + whole.suffix(12),
            .surplusData
        ),
        ("sum of chunk", changing(whole, at: whole.count - 13), .wrongChecksum),
        (
            "sum of stream",
            png(changing(HandMade.storedZeros(black.count), at: 7 + black.count)),
            .wrongChecksum
        ),
        (
            "no end of stream", png(Array(HandMade.storedZeros(black.count).dropLast(2))),
            .missingEnd
        ),
        ("no end", Array(whole.dropLast(12)), .missingEnd),
        ("cut end", Array(whole.dropLast(7)), .missingEnd),
        ("end without sum", Array(whole.dropLast(4)), .missingEnd),
        (
            "end with contents", Array(whole.dropLast(12)) + HandMade.chunk("IEND", [1]),
            .surplusData
        ),
        (
            "a critical chunk behind",
            Array(whole.dropLast(12)) + HandMade.chunk("ABCD", [1]) + whole.suffix(12),
            .surplusData
        ),
        ("end with a wrong sum", changing(whole, at: whole.count - 1), .missingEnd),
        ("cut sum of the last chunk", Array(whole.dropLast(14)), .missingEnd),
    ]

    @Test(arguments: odd)
    func `a whole PNG is served, and its damage is told`(
        name: String,
        bytes: [UInt8],
        damage: Damage
    ) throws {
        #expect(throws: CodecError.self) { try Decoded(bytes, .strict) }
        let black = Picture(Self.size, .rgb) { _, _, _ in 0 }
        #expect(try Decoded(bytes, .warn) == Decoded(black, [damage]))
        #expect(try Decoded(bytes, .partial) == Decoded(black, [damage]))
    }

    @Test(arguments: ["", "a", "a\0", "a\0\0", "\0\0"])
    func `a color profile without contents is none`(contents: String) throws {
        let chunk = HandMade.chunk("iCCP", Array(contents.utf8))
        let bytes = Self.png(HandMade.storedZeros(Self.black.count), metadata: chunk)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == nil)
        #expect(
            try Decoded(bytes, .strict) == Decoded(Picture(Self.size, .rgb) { _, _, _ in 0 }, [])
        )
    }

    @Test func `wrong checksums of chunk and stream mean that pixels may be wrong`() throws {
        let stream = Self.changing(HandMade.storedZeros(Self.black.count), at: 20)
        let bytes = Self.changing(Self.png(stream), at: 41 + stream.count)
        #expect(throws: CodecError.self) { try Decoded(bytes, .warn) }
        #expect(try Decoded(bytes, .partial).damage == [.wrongChecksum, .missingPixels])
    }

    @Test func `missing rows are an error, or white`() throws {
        let bytes = Self.png(HandMade.storedZeros(4 * 25))
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 4))) { try Decoded(bytes, .warn) }
        let expected = Picture(Self.size, .rgb) { _, y, _ in y < 4 ? 0 : .max }
        #expect(try Decoded(bytes, .partial) == Decoded(expected, [.missingPixels]))
    }

    @Test func `a file cut in its pixels is known by its header`() throws {
        let cut = Array(Self.whole.dropLast(60))
        #expect(throws: CodecError.truncated) {
            try ImageHeader.probe(cut.span, damage: .warn)
        }
        #expect(try Decoded(cut, .partial).damage == [.missingPixels, .missingEnd])
    }

    @Test(arguments: ["", "-interlaced"])
    func `an index beyond the palette gets its last color`(order: String) throws {
        var bytes = try Fixture("palette8\(order).png").bytes
        let colors = HandMade.contents(of: "PLTE", in: bytes)
        HandMade.replace("PLTE", by: HandMade.chunk("PLTE", Array(colors[..<60])), in: &bytes)
        let decoded = try Decoded(bytes, .warn)
        #expect(decoded.damage == [.paletteIndex])
        for channel in 0..<3 {
            #expect(decoded.picture.level(47, 31, channel) == Int(colors[57 + channel]))
        }
    }

    @Test func `a lost transparent color leaves the picture opaque`() throws {
        var bytes = try Fixture("rgb8-transparency.png").bytes
        HandMade.replace("tRNS", by: HandMade.chunk("tRNS", [1]), in: &bytes)
        let decoded = try Decoded(bytes, .warn)
        #expect(decoded.damage == [.lostTransparency])
        #expect(decoded.picture.planes[3].allSatisfy { $0 == .max })
    }

    @Test func `the first frame of an animation is decoded, and a single frame is a still`() throws
    {
        let bytes = try Fixture("animation.png").bytes
        #expect(throws: CodecError.animated) { try ImageHeader.probe(bytes.span) }
        let header = try ImageHeader.probe(bytes.span, damage: .warn)
        #expect(header.frame == .first)
        #expect(throws: CodecError.animated) { try header.check(.strict) }
        #expect(try Decoded(bytes, .warn).picture.size == header.codedSize)
        var single = bytes
        HandMade.replace("acTL", by: HandMade.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), in: &single)
        #expect(try ImageHeader.probe(single.span).frame == nil)
    }

    // MARK: Buffers and planes

    /// Sixteen ones are no code of any table that encoders write.
    ///
    /// The library's faster way takes them for a zero, where there is enough input for it.
    @Test(arguments: [0.2, 0.5, 0.8])
    func `an invalid code is noticed wherever it is`(place: Double) throws {
        let picture = Picture.noise(PixelSize(width: 480, height: 360), .rgb)
        var bytes = try picture.encoded(.jpeg(JPEGOptions(quality: 90)))
        #expect(bytes.count > 1 << 17)
        let start = Int(Double(bytes.count) * place)
        for offset in stride(from: start, to: start + 12, by: 2) {
            (bytes[offset], bytes[offset + 1]) = (0xFF, 0)
        }
        #expect(throws: CodecError.self) { try Decoded(bytes, .warn) }
        #expect(throws: CodecError.self) { try Decoded(bytes, pieces: 100, .warn) }
        for reading in [JPEGPlaneDecoder.ScanReading.usual, .never] {
            #expect(throws: CodecError.self) { try Self.damageOfPlanes(bytes, reading) }
        }
    }

    /// Decodes the planes of a file.
    ///
    /// - Returns: The damage that was tolerated.
    private static func damageOfPlanes(
        _ bytes: [UInt8],
        _ reading: JPEGPlaneDecoder.ScanReading
    ) throws(CodecError) -> Set<Damage> {
        var decoder = try JPEGPlaneDecoder(bytes, damage: .warn, reading: reading)
        var rows = PlaneRows(decoder.planes)
        repeat { try decoder.decodeRows(into: &rows) } while rows.group != nil
        return decoder.damage
    }

    @Test(arguments: odd.map(\.bytes), [1, 7, 4096])
    func `the damage of a PNG does not depend on where buffers end`(
        bytes: [UInt8],
        pieces: Int
    ) throws {
        #expect(try Decoded(bytes, pieces: pieces, .warn) == Decoded(bytes, .warn))
    }

    @Test(arguments: ["yuv420", "progressive", "restarts"], [1, 7, 4096])
    func `the damage of a JPEG does not depend on where buffers end`(
        name: String,
        pieces: Int
    ) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        for odd in [Self.endless(bytes), Self.inserting(Self.junk, beforeEndOf: bytes)] {
            #expect(try Decoded(odd, pieces: pieces, .warn) == Decoded(odd, .warn))
        }
    }

    @Test(arguments: [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce, .never])
    func `planes are served where rows are`(reading: JPEGPlaneDecoder.ScanReading) throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let junk = Self.inserting(Self.junk, beforeEndOf: bytes)
        #expect(try Self.damageOfPlanes(bytes, reading) == [])
        #expect(try Self.damageOfPlanes(Self.endless(bytes), reading) == [.missingEnd])
        #expect(try Self.damageOfPlanes(junk, reading) == [.surplusData])
    }

    // MARK: Cost

    /// A million times as many rows as the header says, in a stream of 4 MB that goes on.
    @Test func `data behind the last row are not inflated`() throws {
        let length = Self.black.count
        let rows = HandMade.storedZeros(length)[2..<(7 + length)].enumerated().map {
            // Not the last block.
            $0.offset == 0 ? 0 : $0.element
        }
        let bytes = Self.png([0x78, 0x01] + rows + HandMade.manyZeros(byteCount: 4_000_000))
        var decoded: Decoded?
        let time = try threadTime { decoded = try Decoded(bytes, .warn) }
        #expect(decoded?.damage == [.surplusData])
        #expect(time < .milliseconds(500))
    }

    @Test func `blocks without contents before the pixels are not read to their end`() throws {
        let empty = [[UInt8]](repeating: [0, 0, 0, 0xFF, 0xFF], count: 200_000).joined()
        let bytes = Self.png([0x78, 0x01] + empty)
        #expect(throws: CodecError.interrupted) { try Self.decodeAsking(bytes, times: 10) }
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 0))) {
            try Self.decodeAsking(bytes, times: 25)
        }
    }

    @Test func `junk in a JPEG ends with the interest in it`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let junk = [UInt8](repeating: 0x6A, count: 4 << 20)
        let odd = Self.inserting(junk, beforeEndOf: bytes)
        #expect(throws: CodecError.interrupted) { try Self.decodeAsking(odd, times: 10) }
    }

    /// Decodes a file until the decoder has asked a number of times whether to go on.
    private static func decodeAsking(_ bytes: [UInt8], times limit: Int) throws {
        var questions = 0
        let decoder = try ImageDecoder(
            bytes: bytes,
            damage: .warn,
            supervision: Supervision(mayContinue: {
                questions += 1
                return questions < limit
            })
        )
        _ = try Picture(decoder)
    }
}
