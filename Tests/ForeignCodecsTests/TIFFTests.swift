// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct TIFFTests {
    private func decoded(_ name: String) throws -> ForeignPixels {
        try ForeignPixels(ForeignFixture("\(name).tif", TIFF.self))
    }

    @Test(arguments: ["rgb", "big-endian", "lzw", "tiles", "pages"])
    func `decodes strips and tiles of either byte order`(name: String) throws {
        let picture = try decoded(name)
        #expect(picture.header.channels == .rgb && picture.header.bitCount == 8)
        #expect(picture.header.frameCount == (name == "pages" ? 2 : 1))
        #expect((picture.header.profile != nil) == (name == "rgb"))
        #expect(picture.deviation(from: ForeignFixture.color) == 0)
    }

    @Test func `decodes JPEG inside of it`() throws {
        #expect(try decoded("jpeg").deviation(from: ForeignFixture.color) <= 12)
    }

    @Test(arguments: ["rgb16", "rgb16-big-endian"])
    func `keeps 16 bits`(name: String) throws {
        let picture = try decoded(name)
        #expect(picture.header.bitCount == 16)
        for y in 0..<32 {
            for x in 0..<48 {
                let expected = ForeignFixture.color(x, y).prefix(3).map { $0 * 256 + (x ^ y) }
                #expect(picture.pixel(x, y) == expected)
            }
        }
    }

    @Test(arguments: ["unassociated", "separate"])
    func `decodes alpha beside color, also in planes of its own`(name: String) throws {
        let picture = try decoded(name)
        #expect(picture.header.channels == .rgba)
        #expect(picture.deviation(from: ForeignFixture.color) == 0)
    }

    @Test(arguments: ["associated", "associated16"])
    func `divides color that was multiplied by alpha`(name: String) throws {
        let picture = try decoded(name)
        let unit = picture.header.bitCount == 16 ? 257 : 1
        for y in 0..<32 {
            for x in 0..<48 {
                let (actual, expected) = (picture.pixel(x, y), ForeignFixture.color(x, y))
                #expect(abs(actual[3] - expected[3] * unit) <= 1)
                // A product was rounded to half a step of the file.
                let steps = expected[3] == 0 ? 255 * unit : 255 * unit / (expected[3] * unit) + 1
                for channel in 0..<3 where expected[3] > 0 {
                    #expect(abs(actual[channel] - expected[channel] * unit) <= steps)
                }
            }
        }
    }

    @Test func `decodes gray, with alpha and with white as zero`() throws {
        #expect(try decoded("gray").header.channels == .gray)
        #expect(try decoded("gray").deviation(from: ForeignFixture.gray) == 0)
        #expect(try decoded("white-is-zero").deviation(from: ForeignFixture.gray) == 0)
        #expect(try decoded("gray-alpha").header.channels == .grayAlpha)
        #expect(try decoded("gray-alpha").deviation(from: ForeignFixture.gray) == 0)
    }

    @Test(arguments: [1, 2, 4])
    func `expands samples of few bits`(bitCount: Int) throws {
        let picture = try decoded("gray\(bitCount)")
        #expect(picture.header.storedBitCount == bitCount)
        let greatest = (1 << bitCount) - 1
        let deviation = picture.deviation { x, y in
            [(ForeignFixture.gray(x, y)[0] >> (8 - bitCount)) * 255 / greatest]
        }
        #expect(deviation == 0)
    }

    @Test func `looks up palettes`() throws {
        let deviation = try decoded("palette").deviation { x, y in
            let index = ForeignFixture.gray(x, y)[0]
            return [index, 255 - index, index ^ 85]
        }
        #expect(deviation == 0)
        let few = try decoded("palette2").deviation { x, y in
            let index = ForeignFixture.gray(x, y)[0] >> 6
            return [index * 85, (3 - index) * 85, 0]
        }
        #expect(few == 0)
    }

    @Test func `keeps the alpha of a palette image`() throws {
        let picture = try decoded("palette-alpha")
        #expect(picture.header.channels == .rgba)
        let deviation = picture.deviation { x, y in
            let levels = ForeignFixture.gray(x, y)
            return [levels[0], 255 - levels[0], levels[0] ^ 85, levels[1]]
        }
        #expect(deviation == 0)
    }

    @Test func `delivers inks as they are`() throws {
        let picture = try decoded("cmyk")
        #expect(picture.header.channels == .cmyk)
        let deviation = picture.deviation { x, y in
            let color = ForeignFixture.color(x, y)
            return [color[0], color[1], color[2], color[3] / 2]
        }
        #expect(deviation == 0)
    }

    @Test func `tells the orientation`() throws {
        #expect(try decoded("orientation").header.orientation == 6)
        #expect(try decoded("orientation").header.size == ForeignFixture.size)
    }

    @Test func `decodes a page of several`() throws {
        let page = try ForeignPixels(
            ForeignFixture("pages.tif", TIFF.self),
            ForeignRequest(frame: 1)
        )
        #expect(page.header.size == PixelSize(width: 7, height: 5))
        #expect(page.deviation { _, _ in [77] } == 0)
    }

    @Test func `refuses samples that are no whole numbers`() {
        #expect(throws: ForeignError.unsupported) { _ = try decoded("float") }
    }
}
