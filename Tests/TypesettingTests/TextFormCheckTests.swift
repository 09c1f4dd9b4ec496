// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

/// Tests of the checks that need no fonts.
@Suite struct TextFormCheckTests {
    @Test func `refuses a text without characters`() {
        #expect(throws: TypesettingError.emptyText) { try TextRaster.check(.sample("")) }
    }

    @Test func `refuses a text that is too long`() throws {
        try TextRaster.check(.sample(String(repeating: "a", count: 4_000)))
        #expect(throws: TypesettingError.textTooLong(limit: 4_000)) {
            try TextRaster.check(.sample(String(repeating: "a", count: 4_001)))
        }
        // One character for a reader, many for the fonts.
        #expect(throws: TypesettingError.textTooLong(limit: 4_000)) {
            try TextRaster.check(.sample("a" + String(repeating: "\u{301}", count: 4_000)))
        }
    }

    @Test(arguments: ["\0", "\r", "\u{1}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9F}"])
    func `refuses control characters`(character: Unicode.Scalar) {
        #expect(throws: TypesettingError.controlCharacter(character)) {
            try TextRaster.check(.sample("a\(character)b"))
        }
    }

    @Test func `accepts line feeds and tabs`() throws {
        try TextRaster.check(.sample("a\n\tb"))
    }

    @Test(arguments: [
        "", "DejaVu\0Sans", "DejaVu\nSans", String(repeating: "x", count: 201),
    ])
    func `refuses what cannot be a family`(family: String) {
        #expect(throws: TypesettingError.malformedFamily) {
            try TextRaster.check(.sample("a", family: family))
        }
    }

    @Test(arguments: [0, 0.999, 1000.001, -1, .nan, .infinity])
    func `refuses a size out of range`(size: Double) {
        #expect(throws: TypesettingError.outOfRange(.size)) {
            try TextRaster.check(.sample("a", size: size))
        }
    }

    @Test(arguments: [1, 1000.0])
    func `accepts the sizes at the ends`(size: Double) throws {
        try TextRaster.check(.sample("a", size: size))
    }

    @Test(arguments: [0, 99, 1001, -400, Int.max])
    func `refuses a weight out of range`(weight: Int) {
        #expect(throws: TypesettingError.outOfRange(.weight)) {
            try TextRaster.check(.sample("a", weight: weight))
        }
    }

    @Test(arguments: [
        Rectangle(x: 0, y: 0, width: 0, height: 10),
        Rectangle(x: 0, y: 0, width: 10, height: 0),
        Rectangle(x: 0, y: 0, width: -5, height: 10),
        Rectangle(x: .nan, y: 0, width: 10, height: 10),
        Rectangle(x: 0, y: 0, width: .infinity, height: 10),
        Rectangle(x: 0, y: 999_999, width: 10, height: 2),
        Rectangle(x: -1_000_001, y: 0, width: 10, height: 10),
    ])
    func `refuses a frame that is empty or out of range`(frame: Rectangle) {
        #expect(throws: TypesettingError.outOfRange(.frame)) {
            try TextRaster.check(.sample("a", frame: frame))
        }
    }

    @Test func `estimates a byte for each pixel, and what the layout takes`() {
        let form = TextForm.sample("a", frame: Rectangle(x: 0, y: 0, width: 2000, height: 1000))
        func byteCount(_ width: Int, _ height: Int) -> Int {
            TextRaster.byteCount(of: form, in: .init(x: 0, y: 0, width: width, height: height))
        }
        #expect(byteCount(1001, 500) - byteCount(0, 0) == 1004 * 500)
        #expect(byteCount(0, 0) > 1 << 20)
    }
}
