// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

extension TextRasterTests {
    @Test(arguments: [
        ("sans-serif", "DejaVu Sans"), ("system-ui", "DejaVu Sans"), ("serif", "DejaVu Serif"),
        ("monospace", "DejaVu Sans Mono"),
    ])
    func `takes the fonts of the fixture, whatever is installed`(
        generic: String,
        family: String
    ) throws {
        #expect(try TextRaster.extents(of: .sample("a", family: generic)).families == [family])
        // One of fonts-dejavu-extra, which the fixture leaves out.
        let other = TextForm.sample("a", family: "DejaVu Sans Condensed")
        #expect(throws: TypesettingError.unknownFamily("DejaVu Sans Condensed")) {
            try TextRaster.extents(of: other)
        }
    }

    @Test func `draws heavier weights with more ink`() throws {
        func amount(_ weight: Int) throws -> Int {
            let plane = try TextRaster.draw(.sample("Weight", weight: weight), in: Self.clip)
            return Ink.columnSums(plane).reduce(0, +)
        }
        #expect(try amount(700) * 10 > amount(400) * 12)
    }

    @Test func `slants what is italic`() throws {
        func width(_ isItalic: Bool) throws -> Int {
            let plane = try TextRaster.draw(.sample("I", isItalic: isItalic), in: Self.clip)
            return try #require(Ink(plane)).columns.count
        }
        #expect(try width(true) >= width(false) + 3)
    }

    @Test(arguments: [
        "sans-serif", "serif", "monospace", "system-ui", "Sans-Serif", "dejavu sans mono",
    ])
    func `knows generic families, and names in any case`(family: String) throws {
        #expect(try TextRaster.extents(of: .sample("a", family: family)).families.count == 1)
    }

    @Test(arguments: [
        "No Such Family", "DejaVu", "DejaVu Sans,Serif", "DejaVu Sans Bold", "sans", "*", " ",
        "DejaVu Sans:bold",
    ])
    func `refuses an unknown family by its name`(family: String) {
        #expect(throws: TypesettingError.unknownFamily(family)) {
            try TextRaster.extents(of: .sample("a", family: family))
        }
    }

    @Test(arguments: ["\u{E000}", "\u{10FFFD}", "\u{FFFF}"])
    func `names a character that no font has`(character: Unicode.Scalar) {
        #expect(throws: TypesettingError.missingGlyph(character)) {
            try TextRaster.draw(.sample("a\(character)b"), in: Self.clip)
        }
    }

    @Test(
        .enabled(if: Fonts.lackThai, "needs that no font has the letters of Thai"),
        arguments: ["\u{E33}", "a\u{E33}", "\u{E33}\u{FEFF}b", "\u{202E}a\u{E33}b"]
    )
    func `names a character as it is written though it is taken apart`(text: String) {
        #expect(throws: TypesettingError.missingGlyph("\u{E33}")) {
            try TextRaster.draw(.sample(text), in: Self.clip)
        }
    }

    @Test(arguments: ["\u{200B}", "\u{FEFF}", "\u{200D}", "\u{2028}", "\n", "\t", " ", "\u{202E}"])
    func `needs no glyph for what is not seen`(character: Unicode.Scalar) throws {
        let plane = try TextRaster.draw(.sample("\(character)"), in: Self.clip)
        #expect(Ink(plane) == nil)
    }

    @Test func `says what decides about the pixels`() throws {
        let identity = try TextRaster.identity()
        #expect(
            identity.contains(
                /^Pango [0-9.]+, cairo [0-9.]+, HarfBuzz [0-9.]+, fontconfig \d+, fonts [0-9a-f]{16}$/
            )
        )
        #expect(try TextRaster.identity() == identity)
    }
}
