// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct AVIFTests {
    @Test(arguments: ["lossy.avif", "alpha.avif", "half.avif"])
    func `decodes what Pillow has written close to its picture`(name: String) throws {
        let decoded = try ForeignPixels(ForeignFixture(name, AVIF.self))
        #expect(decoded.header.channels == (name == "alpha.avif" ? .rgba : .rgb))
        #expect(decoded.header.size == ForeignFixture.size)
        #expect(decoded.header.primaries == 1 && decoded.header.transfer == 13)
        #expect(decoded.deviation(from: ForeignFixture.color) <= (name == "half.avif" ? 12 : 8))
    }

    @Test(arguments: [10, 12])
    func `delivers 16 bits of files with more than 8`(depth: Int) throws {
        let decoded = try ForeignPixels(ForeignFixture("deep\(depth).avif", AVIF.self))
        #expect(decoded.header.bitCount == 16)
        #expect(decoded.header.storedBitCount == depth)
        // The greatest step of the file's own samples.
        #expect(
            decoded.deviation(from: ForeignFixture.color) <= 0.5 * 255 / Double((1 << depth) - 1)
                + 0.01
        )
    }

    /// The orientations, as Pillow reads them.
    static let turns: [(String, Int)] = [
        ("turn0-mirror0", 4), ("turn0-mirror1", 2), ("turn1", 8), ("turn1-mirror0", 5),
        ("turn1-mirror1", 7), ("turn2", 3), ("turn2-mirror0", 2), ("turn2-mirror1", 4),
        ("turn3", 6), ("turn3-mirror0", 7), ("turn3-mirror1", 5),
    ]

    @Test(arguments: turns)
    func `tells turns and mirrors as an orientation`(name: String, orientation: Int) throws {
        let decoded = try ForeignPixels(ForeignFixture("\(name).avif", AVIF.self))
        #expect(decoded.header.orientation == orientation)
        #expect(decoded.header.size == ForeignFixture.size)
        #expect(decoded.deviation(from: ForeignFixture.color) <= 6)
    }

    @Test func `decodes frames of a sequence`() throws {
        let fixture = ForeignFixture("sequence.avif", AVIF.self)
        let first = try ForeignPixels(fixture)
        #expect(first.header.frameCount == 3)
        let last = try ForeignPixels(fixture, ForeignRequest(frame: 2))
        for (actual, expected) in zip(last.pixel(24, 16), [0, 0, 255, 255]) {
            #expect(abs(actual - expected) <= 16)
        }
        #expect(throws: ForeignError.noSuchFrame) {
            _ = try ForeignPixels(fixture, ForeignRequest(frame: 3))
        }
    }

    @Test func `hands out the color profile`() throws {
        let decoded = try ForeignPixels(ForeignFixture("profile.avif", AVIF.self))
        #expect(try #require(decoded.header.profile)[36..<40] == [0x61, 0x63, 0x73, 0x70])
    }

    @Test(arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba], [8, 16])
    func `decodes what it encodes`(layout: ChannelLayout, bitCount: Int) throws {
        let levels = layout.isColor ? ForeignFixture.color : ForeignFixture.gray
        let profile = layout.isColor ? [UInt8](repeating: 7, count: 151) : nil
        let file = try AVIF.file(
            layout,
            options: ["quality": 95],
            profile: profile,
            bitCount: bitCount,
            levels
        )
        let decoded = try ForeignPixels(AVIF.self, file)
        #expect(decoded.header.channels == (layout.hasAlpha ? .rgba : .rgb))
        #expect(decoded.header.profile == profile)
        // 16 bits are stored in 10, and delivered in 16.
        #expect(decoded.header.bitCount == bitCount)
        #expect(decoded.header.storedBitCount == (bitCount == 8 ? 8 : 10))
        let scale = bitCount == 8 ? 1 : 257
        for y in 0..<32 {
            for x in 0..<48 {
                var expected = levels(x, y)
                if !layout.isColor {
                    expected = [expected[0], expected[0], expected[0], expected[1]]
                }
                let actual = decoded.pixel(x, y).map { ($0 + scale / 2) / scale }
                for channel in 0..<3 { #expect(abs(actual[channel] - expected[channel]) <= 16) }
                // Alpha loses nothing by default.
                if layout.hasAlpha { #expect(actual[3] == expected[3]) }
            }
        }
    }

    @Test func `writes smaller files at lower quality, and at more effort other ones`() throws {
        let files = try [20, 60, 95].map {
            try AVIF.file(.rgb, options: ["quality": $0], ForeignFixture.color).count
        }
        #expect(files == files.sorted() && Set(files).count == 3)
        for effort in 0...4 {
            _ = try AVIF.file(.rgb, options: ["effort": effort], ForeignFixture.color)
        }
    }

    @Test(arguments: [8, 16])
    func `keeps edges between colors if told to`(bitCount: Int) throws {
        let errors = try [false, true].map { keepsChroma in
            let file = try AVIF.file(
                .rgb,
                options: ["quality": 90, "subsampling": keepsChroma ? 2 : 1],
                bitCount: bitCount,
                ForeignFixture.stripes
            )
            return try ForeignPixels(AVIF.self, file).error(of: ForeignFixture.stripes)
        }
        #expect(errors[0] > 20 && errors[1] < 4, "\(errors)")
    }

    @Test func `has no encoder without loss`() {
        #expect(throws: ForeignError.unsupported) {
            _ = try AVIF.file(.rgb, options: ["lossless": 1], ForeignFixture.color)
        }
    }
}
