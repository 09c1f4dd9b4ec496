// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

/// Glyphs with colors of their own, from the fonts of Tests/Fixtures/fonts.
@Suite(.enabled(if: Fonts.areInstalled, Fonts.comment)) struct TextColorsTests {
    private static let clip = PixelRect(x: 0, y: 0, width: 300, height: 200)

    private static let face = "\u{1F600}"

    /// Premultiplied pixels of the squares of the emoji: alpha, red, green and blue.
    private static let red: UInt32 = 0xffff_0000
    private static let green: UInt32 = 0xff00_ff00
    private static let blue: UInt32 = 0xff00_00ff
    private static let half: UInt32 = 0x8080_8080
    private static let yellow: UInt32 = 0xffff_ff00

    private static func form(
        _ text: String,
        size: Double = 64,
        x: Double = 10,
        family: String = "Frostpane Emoji"
    ) -> TextForm {
        let frame = Rectangle(x: x, y: 20, width: 280, height: 160)
        return .sample(text, family: family, size: size, frame: frame)
    }

    private static func pixel(_ plane: TextPlane, _ x: Int, _ y: Int) -> UInt32 {
        plane.colors(y)[x - plane.rect.x]
    }

    @Test func `draws an emoji pixel by pixel at the size of its bitmap`() throws {
        let plane = try TextRaster.draw(Self.form(Self.face), in: Self.clip)
        try #require(plane.hasColors)
        var differences = 0
        for y in 0..<200 {
            for x in 0..<300 {
                let squares = [[Self.red, Self.green], [Self.blue, Self.half]]
                let isInside = (10..<74).contains(x) && (20..<84).contains(y)
                let expected = isInside ? squares[(y - 20) / 32][(x - 10) / 32] : 0
                if Self.pixel(plane, x, y) != expected { differences += 1 }
            }
        }
        #expect(differences == 0)
        #expect(Ink(plane) == nil)
    }

    @Test(arguments: [16, 20, 48.5, 100, 160])
    func `scales an emoji with the text`(size: Double) throws {
        let plane = try TextRaster.draw(Self.form(Self.face, size: size), in: Self.clip)
        func middle(_ right: Double, _ down: Double) -> UInt32 {
            Self.pixel(plane, Int(10 + size * right), Int(20 + size * down))
        }
        #expect(middle(0.25, 0.25) == Self.red)
        #expect(middle(0.75, 0.25) == Self.green)
        #expect(middle(0.25, 0.75) == Self.blue)
        #expect(middle(0.75, 0.75) == Self.half)
        // The sum of all alphas is the area; three squares and a half.
        let sum = plane.rect.rows.reduce(0) { sum, y in
            let row = plane.colors(y)
            return row.indices.reduce(sum) { $0 + Int(row[$1] >> 24) }
        }
        let area = size * size / 4 * (3 * 255 + 128)
        #expect(abs(Double(sum) / area - 1) < 0.02)
    }

    @Test(arguments: [0.25, 0.5])
    func `moves an emoji by parts of pixels`(shift: Double) throws {
        let form = Self.form(Self.face, x: 10 + shift)
        let plane = try TextRaster.draw(form, in: Self.clip)
        let edge = Double(Self.pixel(plane, 10, 30) >> 24) / 255
        #expect(abs(edge - (1 - shift)) < 0.02)
    }

    @Test func `shapes a sequence as one emoji`() throws {
        let toned = "\u{1F44D}\u{1F3FD}"
        let plane = try TextRaster.draw(Self.form(toned), in: Self.clip)
        #expect(Self.pixel(plane, 40, 50) == Self.yellow)
        #expect(Self.pixel(plane, 90, 50) == 0)
    }

    @Test func `draws letters beside an emoji as coverage`() throws {
        let family = "DejaVu Sans"
        let form = Self.form("a" + Self.face, family: family)
        let plane = try TextRaster.draw(form, in: Self.clip)
        let letter = try TextRaster.draw(Self.form("a", family: family), in: Self.clip)
        #expect(plane.hasColors)
        let (both, one) = (try #require(Ink(plane)), try #require(Ink(letter)))
        #expect(both.columns == one.columns)
        #expect(try TextRaster.extents(of: form).families == [family, "Frostpane Emoji"])
    }

    @Test func `has no colors where no font has them`() throws {
        // An emoji that DejaVu Sans draws as an outline.
        let plane = try TextRaster.draw(Self.form("\u{2600}", family: "DejaVu Sans"), in: Self.clip)
        #expect(!plane.hasColors)
        #expect(Ink(plane) != nil)
    }

    @Test func `draws layers of outlines, and outlines without layers as coverage`() throws {
        let form = Self.form("\u{1F7E6}\u{1F7E8}", family: "Frostpane Layers")
        let plane = try TextRaster.draw(form, in: Self.clip)
        // An em of 64 pixels, of which 56 lie above the baseline; the frame is 48 pixels wide and high.
        #expect(Self.pixel(plane, 15, 70) == Self.red)
        #expect(Self.pixel(plane, 34, 52) == Self.blue)
        let ink = try #require(Ink(plane))
        #expect(ink.columns == 74..<98 && ink.rows == 52..<76)
        #expect(Self.pixel(plane, 80, 60) == 0)
    }

    @Test func `makes emoji part of the coverage of a shadow`() throws {
        var form = Self.form(Self.face)
        form.shadowSigma = 4
        let plane = try TextRaster.draw(form, in: Self.clip)
        #expect(!plane.hasColors)
        #expect(plane.row(30)[20] == 255 && plane.row(70)[60] == 128 && plane.row(90)[20] == 0)
    }

    @Test func `draws the same colors, whatever the clip`() throws {
        let form = Self.form("x" + Self.face, size: 50)
        let whole = try TextRaster.draw(form, in: Self.clip)
        let part = try TextRaster.draw(form, in: PixelRect(x: 55, y: 33, width: 30, height: 20))
        for y in part.rect.rows {
            for x in part.rect.columns where Self.pixel(part, x, y) != Self.pixel(whole, x, y) {
                Issue.record("(\(x), \(y)) differs")
            }
        }
        #expect(part.hasColors)
    }

    @Test func `counts four more bytes for each pixel of a text with an emoji`() {
        let clip = PixelRect(x: 0, y: 0, width: 100, height: 50)
        let plain = TextRaster.planeByteCount(of: Self.form("a"), in: clip)
        let colored = TextRaster.planeByteCount(of: Self.form(Self.face), in: clip)
        #expect(plain == 100 * 50)
        #expect(colored == plain + 4 * 100 * 50)
    }
}
