// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

/// Runs, spaces, heights of lines, and numbers of lines.
@Suite(.enabled(if: Fonts.areInstalled, Fonts.comment)) struct TextStyleTests {
    private static let clip = PixelRect(x: 0, y: 0, width: 300, height: 200)
    private static let frame = Rectangle(x: 10, y: 20, width: 280, height: 160)

    private static func run(
        _ text: String,
        family: String = "DejaVu Sans",
        size: Double = 40,
        weight: Int = 400,
        isUnderlined: Bool = false,
        isStruck: Bool = false,
        spacing: Double = 0,
        isDrawn: Bool = true
    ) -> TextForm.Run {
        TextForm.Run(
            text,
            family: family,
            size: size,
            weight: weight,
            isUnderlined: isUnderlined,
            isStruck: isStruck,
            letterSpacing: spacing,
            isDrawn: isDrawn
        )
    }

    private static func form(_ runs: TextForm.Run..., frame: Rectangle = frame) -> TextForm {
        TextForm(runs: runs, frame: frame)
    }

    private static func ink(_ form: TextForm) throws -> Ink {
        try #require(Ink(try TextRaster.draw(form, in: clip)))
    }

    private static func width(_ form: TextForm) throws -> Double {
        try TextRaster.extents(of: form).logical.width
    }

    // MARK: Runs

    @Test func `lays runs out one after the other in their fonts`() throws {
        let whole = try Self.width(
            Self.form(Self.run("one "), Self.run("two", weight: 700), Self.run("I", size: 20))
        )
        let parts = [
            Self.form(Self.run("one ")), Self.form(Self.run("two", weight: 700)),
            Self.form(Self.run("I", size: 20)),
        ]
        let sum = try parts.reduce(0) { try $0 + Self.width($1) }
        #expect(abs(whole - sum) < 0.05)
    }

    @Test func `draws runs of one style as one text, but for kerning`() throws {
        let parts = try TextRaster.draw(Self.form(Self.run("Hel"), Self.run("lo")), in: Self.clip)
        let whole = try TextRaster.draw(Self.form(Self.run("Hello")), in: Self.clip)
        #expect(Ink.samples(parts) == Ink.samples(whole))
    }

    @Test func `draws only the runs of an ink, in the places of all`() throws {
        func draw(_ first: Bool, _ second: Bool) throws -> [[UInt8]] {
            let form = Self.form(
                Self.run("He", isDrawn: first),
                Self.run("llo", isDrawn: second)
            )
            return Ink.samples(try TextRaster.draw(form, in: Self.clip))
        }
        let (first, second, both) = (
            try draw(true, false), try draw(false, true), try draw(true, true)
        )
        for (y, row) in both.enumerated() {
            for x in row.indices where Int(row[x]) != Int(first[y][x]) + Int(second[y][x]) {
                Issue.record("(\(x), \(y)) differs")
            }
        }
    }

    @Test func `stands runs of several sizes on one baseline`() throws {
        let both = try Self.ink(Self.form(Self.run("I"), Self.run("I", size: 20)))
        let large = try Self.ink(Self.form(Self.run("I")))
        #expect(both.rows == large.rows)
    }

    @Test func `names the family that is unknown among runs`() {
        let form = Self.form(Self.run("a"), Self.run("b", family: "No Such Family"))
        #expect(throws: TypesettingError.unknownFamily("No Such Family")) {
            try TextRaster.extents(of: form)
        }
    }

    @Test func `draws a space at the end of a run with a mark at the start of the next`() throws {
        let narrow = Rectangle(x: 50, y: 50, width: 5, height: 86)
        let form = Self.form(Self.run("a "), Self.run("\u{301}b", size: 60), frame: narrow)
        #expect(try TextRaster.extents(of: form).lineCount > 0)
    }

    // MARK: Lines under and through

    @Test func `draws a line under a run, as wide as the run`() throws {
        let plain = try Self.ink(Self.form(Self.run("xxx")))
        let under = try Self.ink(Self.form(Self.run("xxx", isUnderlined: true)))
        #expect(under.rows.lowerBound == plain.rows.lowerBound)
        #expect((2...6).contains(under.rows.upperBound - plain.rows.upperBound))
        let width = try Self.width(Self.form(Self.run("xxx")))
        #expect(abs(Double(under.columns.count) - width) <= 2)
        let extents = try TextRaster.extents(of: Self.form(Self.run("xxx", isUnderlined: true)))
        #expect(extents.ink.maxY <= Double(under.rows.upperBound) + 0.01)
        #expect(extents.ink.maxY > Double(under.rows.upperBound) - 1.01)
    }

    @Test func `draws a line through a run`() throws {
        let form = Self.form(Self.run("l   l", isStruck: true))
        let plane = try TextRaster.draw(form, in: Self.clip)
        let ink = try #require(Ink(plane))
        let middle = (ink.columns.lowerBound + ink.columns.upperBound) / 2
        let rows = plane.rect.rows.filter { plane.row($0)[middle - plane.rect.x] > 0 }
        #expect((1...4).contains(rows.count))
        #expect(ink.rows.lowerBound + 5 < rows[0] && rows[0] < ink.rows.upperBound - 5)
    }

    // MARK: Letter spacing

    @Test(arguments: [-2.0, 0.5, 7.25])
    func `adds space between characters and none around them`(spacing: Double) throws {
        let plain = try Self.width(Self.form(Self.run("HHHHH")))
        let spaced = try Self.width(Self.form(Self.run("HHHHH", spacing: spacing)))
        #expect(abs(spaced - plain - 4 * spacing) < 0.01)
    }

    @Test func `parts ligatures that are spaced`() throws {
        let ligature = try Self.width(Self.form(Self.run("fi")))
        let letters = try Self.width(Self.form(Self.run("fi", spacing: 1)))
        let apart = try Self.width(Self.form(Self.run("f\u{200C}i")))
        #expect(abs(letters - apart - 1) < 0.01)
        #expect(ligature > 0)
    }

    // MARK: Height of lines

    @Test(arguments: [30.0, 47, 80])
    func `makes every line as high as it is told`(height: Double) throws {
        var form = Self.form(Self.run("H\nH"), frame: .init(x: 10, y: 20, width: 80, height: 170))
        form.lineHeight = height
        let extents = try TextRaster.extents(of: form)
        #expect(extents.logical.height == 2 * height)
        let sums = Ink.samples(try TextRaster.draw(form, in: Self.clip))
            .map { $0.reduce(0) { $0 + Int($1) } }
        let covered = sums.indices.filter { sums[$0] > 0 }
        let starts = covered.filter { $0 == 0 || sums[$0 - 1] == 0 }
        if height > 30 { #expect(starts.count == 2 && starts[1] - starts[0] == Int(height)) }
    }

    @Test func `centers the font in its line`() throws {
        let natural = try TextRaster.extents(of: Self.form(Self.run("H")))
        var form = Self.form(Self.run("H"))
        form.lineHeight = natural.logical.height + 20
        let high = try TextRaster.extents(of: form)
        #expect(abs(high.ink.y - natural.ink.y - 10) < 0.05)
    }

    @Test func `draws as many lines of a given height as fit`() throws {
        var form = Self.form(Self.run("a\nb\nc"))
        form.lineHeight = 70
        #expect(try TextRaster.extents(of: form).drawnLineCount == 2)
    }

    @Test(arguments: ["漢", "\u{1F600}"])
    func `does not make a line higher for another font`(character: String) throws {
        var form = Self.form(Self.run("a\u{1F600}"))
        form.lineHeight = 50
        #expect(try TextRaster.extents(of: form).logical.height == 50)
    }

    // MARK: Number of lines

    private static let long = "The quick brown fox jumps over the lazy dog and runs away"

    @Test(arguments: 1...3)
    func `ends a text of too many lines in an ellipsis`(limit: Int) throws {
        let room = Rectangle(x: 10, y: 20, width: 280, height: 1000)
        let whole = Self.form(Self.run(Self.long), frame: room)
        let count = try TextRaster.extents(of: whole).lineCount
        var form = Self.form(Self.run(Self.long))
        form.maximumLines = limit
        let extents = try TextRaster.extents(of: form)
        #expect(count > 3 && extents.lineCount == limit)
        // One of the beginnings of the text with an ellipsis, and no longer one has as few lines.
        let drawn = Ink.samples(try TextRaster.draw(form, in: Self.clip))
        let fitting = try (1...Self.long.count).filter { length in
            var text = Self.long.prefix(length)
            while text.last == " " { text.removeLast() }
            let shorter = Self.form(Self.run(text + "…"), frame: room)
            return try TextRaster.extents(of: shorter).lineCount <= limit
        }
        var text = Self.long.prefix(try #require(fitting.last))
        while text.last == " " { text.removeLast() }
        let expected = try TextRaster.draw(Self.form(Self.run(text + "…")), in: Self.clip)
        #expect(drawn == Ink.samples(expected))
    }

    @Test func `counts the lines of all paragraphs together`() throws {
        var form = Self.form(Self.run("one\ntwo\nthree"))
        form.maximumLines = 2
        let shown = Ink.samples(try TextRaster.draw(form, in: Self.clip))
        let expected = try TextRaster.draw(Self.form(Self.run("one\ntwo…")), in: Self.clip)
        #expect(shown == Ink.samples(expected))
    }

    @Test func `leaves a text alone that has as many lines as it may`() throws {
        var form = Self.form(Self.run("one\ntwo"))
        let plain = Ink.samples(try TextRaster.draw(form, in: Self.clip))
        form.maximumLines = 2
        #expect(try Ink.samples(TextRaster.draw(form, in: Self.clip)) == plain)
    }

    @Test func `shortens runs, and keeps the style of the last`() throws {
        var form = Self.form(Self.run("one "), Self.run("two three four five", weight: 700))
        form.frame.width = 150
        form.maximumLines = 1
        let extents = try TextRaster.extents(of: form)
        #expect(extents.lineCount == 1 && extents.logical.width <= 150)
        let regular = TextForm(runs: [Self.run("one two…")], frame: form.frame)
        #expect(try Self.ink(form).greatest == 255)
        #expect(
            try Ink.samples(TextRaster.draw(form, in: Self.clip))
                != Ink.samples(TextRaster.draw(regular, in: Self.clip))
        )
    }

    // MARK: Refused forms

    @Test func `refuses styles out of range`() {
        func refusal(_ change: (inout TextForm) -> Void) -> TypesettingError? {
            var form = Self.form(Self.run("a"))
            change(&form)
            do throws(TypesettingError) { try TextRaster.check(form) } catch { return error }
            return nil
        }
        #expect(refusal { $0.lineHeight = 0 } == .outOfRange(.lineHeight))
        #expect(refusal { $0.lineHeight = .nan } == .outOfRange(.lineHeight))
        #expect(refusal { $0.maximumLines = 0 } == .outOfRange(.maximumLines))
        #expect(refusal { $0.shadowSigma = -1 } == .outOfRange(.shadowSigma))
        #expect(refusal { $0.shadowSigma = 501 } == .outOfRange(.shadowSigma))
        #expect(refusal { $0.runs[0].letterSpacing = 401 } == .outOfRange(.letterSpacing))
        #expect(refusal { $0.runs[0].letterSpacing = -41 } == .outOfRange(.letterSpacing))
        #expect(refusal { $0.runs.append(Self.run("")) } == .emptyText)
        #expect(refusal { $0.runs = [] } == .emptyText)
    }
}
