// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

@Suite(.enabled(if: Fonts.areInstalled, Fonts.comment)) struct TextRasterTests {
    static let clip = PixelRect(x: 0, y: 0, width: 300, height: 200)

    // MARK: Where the text stands

    @Test func `covers pixels where the extents say`() throws {
        let form = TextForm.sample("Hxg")
        let ink = try #require(Ink(try TextRaster.draw(form, in: Self.clip)))
        let extents = try TextRaster.extents(of: form)
        // The library rounds to parts of pixels, outwards.
        #expect((0...1).contains(ink.columns.lowerBound - Int(extents.ink.x.rounded(.down))))
        #expect((0...1).contains(Int(extents.ink.maxX.rounded(.up)) - ink.columns.upperBound))
        #expect((0...1).contains(ink.rows.lowerBound - Int(extents.ink.y.rounded(.down))))
        #expect((0...1).contains(Int(extents.ink.maxY.rounded(.up)) - ink.rows.upperBound))
        #expect(ink.greatest == 255)
        // An em of 40 pixels: three letters, capitals of some 0.73 em, a line of some 1.16 em.
        #expect((60...90).contains(extents.logical.width))
        #expect((44...50).contains(extents.logical.height))
        #expect(extents.lineCount == 1)
        #expect(extents.families == ["DejaVu Sans"])
    }

    @Test(arguments: [(1.0, 1.0), (7.3, 8.0), (40, 64), (333, 1000)])
    func `grows in proportion to the size`(small: Double, large: Double) throws {
        func extents(_ size: Double) throws -> TextExtents {
            try TextRaster.extents(
                of: .sample(
                    "Proportion",
                    size: size,
                    frame: .init(x: 0, y: 0, width: 1e5, height: 1e4)
                )
            )
        }
        let (first, second) = (try extents(small), try extents(large))
        let scale = large / small
        #expect(abs(second.logical.width - scale * first.logical.width) < 1e-6 * large)
        #expect(abs(second.ink.height - scale * first.ink.height) < 1e-6 * large)
    }

    @Test func `aligns lines in the width`() throws {
        func left(_ alignment: TextForm.Alignment) throws -> Double {
            try TextRaster.extents(of: .sample("abc", alignment: alignment)).logical.x
        }
        let width = try TextRaster.extents(of: .sample("abc")).logical.width
        #expect(try left(.natural) == 10)
        #expect(try left(.left) == 10)
        #expect(try left(.justified) == 10)
        #expect(abs(try left(.center) - (10 + (280 - width) / 2)) < 1e-9)
        #expect(abs(try left(.right) - (10 + 280 - width)) < 1e-9)
    }

    @Test func `places lines in the height`() throws {
        func box(_ position: TextForm.Position) throws -> Rectangle {
            try TextRaster.extents(of: .sample("abc", position: position)).logical
        }
        let height = try box(.top).height
        #expect(try box(.top).y == 20)
        #expect(abs(try box(.middle).y - (20 + (160 - height) / 2)) < 1e-9)
        #expect(abs(try box(.bottom).maxY - 180) < 1e-9)
    }

    @Test(arguments: [TextForm.Alignment.left, .center, .right])
    func `puts ink where the line is`(alignment: TextForm.Alignment) throws {
        let form = TextForm.sample("abc", alignment: alignment)
        let ink = try #require(Ink(try TextRaster.draw(form, in: Self.clip)))
        let line = try TextRaster.extents(of: form).logical
        #expect(
            ink.columns.lowerBound >= Int(line.x) && ink.columns.upperBound <= Int(line.maxX) + 1
        )
    }

    @Test(arguments: [0.25, 0.5, 0.9])
    func `moves by parts of pixels`(shift: Double) throws {
        func center(_ x: Double, _ y: Double) throws -> Point {
            let frame = Rectangle(x: x, y: y, width: 250, height: 150)
            return Ink.center(try TextRaster.draw(.sample("Ig", frame: frame), in: Self.clip))
        }
        let (first, second) = (try center(10, 20), try center(10 + shift, 20 + shift))
        // Coverage is taken on fifteen lines of each row.
        #expect(abs(second.x - first.x - shift) < 0.5 / 15)
        #expect(abs(second.y - first.y - shift) < 0.5 / 15)
    }

    @Test func `draws the same, whatever the clip`() throws {
        let form = TextForm.sample("Glass, seen through glass", alignment: .justified)
        let whole = try TextRaster.draw(form, in: Self.clip)
        let part = try TextRaster.draw(form, in: PixelRect(x: 41, y: 33, width: 117, height: 61))
        #expect(part.rect == PixelRect(x: 41, y: 33, width: 117, height: 61))
        for y in part.rect.rows {
            let (row, expected) = (part.row(y), whole.row(y))
            for x in part.rect.columns where row[x - 41] != expected[x - whole.rect.x] {
                Issue.record("(\(x), \(y)) differs")
            }
        }
        #expect(Ink(part) != nil)
    }

    @Test func `takes the pixels of the frame and an em around`() throws {
        let form = TextForm.sample("a", frame: Rectangle(x: 100.5, y: 90, width: 20, height: 30.25))
        #expect(
            TextRaster.rect(of: form, in: Self.clip)
                == PixelRect(x: 60, y: 50, width: 101, height: 111)
        )
        let small = PixelRect(x: 90, y: 0, width: 10, height: 60)
        let expected = PixelRect(x: 90, y: 50, width: 10, height: 10)
        #expect(TextRaster.rect(of: form, in: small) == expected)
        #expect(try TextRaster.draw(form, in: small).rect == expected)
    }

    @Test func `draws nothing beyond the clip`() throws {
        let clip = PixelRect(x: 5_000, y: 0, width: 10, height: 10)
        #expect(try TextRaster.draw(.sample("a"), in: clip).rect.isEmpty)
    }

    // MARK: Direction

    @Test(arguments: ["שלום", "سلام", "שלום hello"])
    func `begins on the right from right to left`(text: String) throws {
        let box = try TextRaster.extents(of: .sample(text)).logical
        #expect(abs(box.maxX - 290) < 1e-9)
        #expect(box.x > 50)
    }

    @Test(arguments: [
        ("hello", TextForm.Direction.auto, false), ("hello", .rtl, true), ("hello", .ltr, false),
        ("שלום", .auto, true), ("שלום", .ltr, false), ("שלום", .rtl, true), ("123", .auto, false),
    ])
    func `takes the direction that it is given`(
        text: String,
        direction: TextForm.Direction,
        isOnTheRight: Bool
    ) throws {
        let box = try TextRaster.extents(of: .sample(text, direction: direction)).logical
        #expect(abs((isOnTheRight ? box.maxX - 290 : box.x - 10)) < 1e-9)
    }

    @Test func `keeps left and right in every direction`() throws {
        let left = try TextRaster.extents(of: .sample("שלום", alignment: .left)).logical
        #expect(abs(left.x - 10) < 1e-9)
        let right = try TextRaster.extents(of: .sample("hello", alignment: .right)).logical
        #expect(abs(right.maxX - 290) < 1e-9)
    }

    @Test func `draws the letters of a word from right to left in their order`() throws {
        // Alef has an upright stem, final mem is a box: the word begins with the one on the right.
        let (word, mem) = (try outline("אם"), try outline("ם"))
        #expect(Array(word.prefix(mem.count - 2)) == Array(mem.prefix(mem.count - 2)))
    }

    /// The sums of the columns from the first with ink on.
    private func outline(_ text: String) throws -> [Int] {
        let form = TextForm.sample(text, alignment: .left)
        let sums = Ink.columnSums(try TextRaster.draw(form, in: Self.clip))
        return Array(sums.drop { $0 == 0 }.reversed().drop { $0 == 0 }.reversed())
    }

    @Test func `joins Arabic letters`() throws {
        let joined = try TextRaster.extents(of: .sample("ببب")).logical.width
        let apart = try TextRaster.extents(of: .sample("ب\u{200C}ب\u{200C}ب")).logical.width
        #expect(joined < 0.8 * apart)
    }

    // MARK: Extremes

    @Test(arguments: TextForm.Wrapping.allCases)
    func `draws a space with a mark in a frame that is too narrow`(
        wrapping: TextForm.Wrapping
    ) throws {
        let frame = Rectangle(x: 50, y: 50, width: 5, height: 86)
        for text in ["a \u{301}", "- \t \u{301}\u{644}", " \u{5B8}\n \u{200D}x"] {
            let form = TextForm.sample(text, size: 460, frame: frame, wrapping: wrapping)
            #expect(try TextRaster.extents(of: form).lineCount > 0)
        }
    }

    /// A sign that precedes a number forms one character with the space behind it.
    @Test(
        arguments: TextForm.Wrapping.allCases,
        ["\u{600} \u{301}b", "\u{70F} \u{301}b", "\u{110BD} \u{301}b", "\u{600} \u{200D}b"]
    )
    func `lays a space with a mark out behind a sign of numbers`(
        wrapping: TextForm.Wrapping,
        text: String
    ) {
        let frame = Rectangle(x: 0, y: 0, width: 1, height: 400)
        let form = TextForm.sample(text, size: 200, frame: frame, wrapping: wrapping)
        do throws(TypesettingError) {
            #expect(try TextRaster.extents(of: form).lineCount > 0)
        } catch {
            // Not every font knows the sign; what matters is that the program goes on.
            guard case .missingGlyph = error else {
                Issue.record(error)
                return
            }
        }
    }

    @Test func `draws the longest text in the largest size`() throws {
        let form = TextForm.sample(
            String(repeating: "W", count: TextRaster.lengthLimit),
            size: 1000,
            frame: Rectangle(x: -1e6, y: -500, width: 2e6, height: 2000),
            wrapping: .truncate
        )
        let extents = try TextRaster.extents(of: form)
        #expect(extents.logical.width > 1.9e6 && extents.logical.width <= 2e6)
        let plane = try TextRaster.draw(form, in: Self.clip)
        #expect(Ink(plane)?.greatest == 255)
    }

    @Test func `draws on planes that are wider than what cairo takes at once`() throws {
        let frame = Rectangle(x: 0, y: 0, width: 40_000, height: 60)
        let clip = PixelRect(x: 0, y: 0, width: 40_000, height: 60)
        let text = String(repeating: "I", count: 2_000)
        let plane = try TextRaster.draw(.sample(text, frame: frame, wrapping: .truncate), in: clip)
        let sums = Ink.columnSums(plane)
        let last = try #require(sums.lastIndex { $0 > 0 })
        // Letters and what is between them are narrower than half an em.
        for column in 20...last where sums[(column - 20)...column].allSatisfy({ $0 == 0 }) {
            Issue.record("nothing around \(column)")
        }
        #expect(last > 20_000)
    }

    @Test func `draws the same on many threads at once`() async throws {
        let forms = ["Hello, world!", "שלום עולם", "السلام", "one\ntwo"].map { TextForm.sample($0) }
        let expected = try forms.map { Ink.samples(try TextRaster.draw($0, in: Self.clip)) }
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    (0..<20).allSatisfy { round in
                        let index = (worker + round) % forms.count
                        let plane = try? TextRaster.draw(forms[index], in: Self.clip)
                        return plane.map(Ink.samples) == expected[index]
                    }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
