// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@testable import Typesetting

/// Texts with more words than their frames have room for.
@Suite struct ShortenedTextTests {
    static let texts = [
        "The quick brown fox jumps over the lazy dog and runs away",
        "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "Съешь же ещё этих мягких французских булок, да выпей чаю",
        "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה טובה ונעימה מאוד",
        "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق",
    ]

    static let clip = PixelRect(x: 0, y: 0, width: 700, height: 700)

    private static func form(_ text: String, _ width: Double, _ height: Double) -> TextForm {
        .sample(
            text,
            size: 20,
            frame: Rectangle(x: 10, y: 10, width: width, height: height)
        )
    }

    @Test(arguments: texts, [(40, 30), (90, 60), (150, 24), (200, 50), (300, 75), (650, 20)])
    func `draws all lines of what is shown, and tells that it is not all`(
        text: String,
        frame: (width: Int, height: Int)
    ) throws {
        let form = Self.form(text, Double(frame.width), Double(frame.height))
        let room = try TextRaster.extents(of: Self.form(text, Double(frame.width), 10_000))
        let extents = try TextRaster.extents(of: form)
        #expect(extents.drawnLineCount == extents.lineCount)
        #expect(extents.isShortened == (room.lineCount > extents.lineCount))
        #expect(try TextRaster.draw(form, in: Self.clip).isShortened == extents.isShortened)
        // The longest beginning of the text that has room with an ellipsis.
        let drawn = Ink.samples(try TextRaster.draw(form, in: Self.clip))
        let candidates = extents.isShortened ? Array(0..<text.count) : []
        let fitting = try candidates.last { count in
            let shorter = Self.form(Self.beginning(of: text, count), Double(frame.width), 10_000)
            return try TextRaster.extents(of: shorter).lineCount <= extents.lineCount
        }
        let shown = fitting.map { Self.beginning(of: text, $0) } ?? text
        let expected = Self.form(shown, Double(frame.width), Double(frame.height))
        #expect(drawn == Ink.samples(try TextRaster.draw(expected, in: Self.clip)))
    }

    private static func beginning(of text: String, _ count: Int) -> String {
        var kept = text.prefix(count)
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return kept + "…"
    }

    @Test func `loses blanks at the end without an ellipsis`() throws {
        let extents = try TextRaster.extents(of: Self.form("one\n\n \n\n", 200, 30))
        #expect(!extents.isShortened && extents.lineCount == 1)
    }

    @Test func `tells that a line was cut off at the edge of the frame`() throws {
        var form = Self.form("The quick brown fox", 100, 40)
        form.wrapping = .truncate
        #expect(try TextRaster.extents(of: form).isShortened)
        form.frame.width = 600
        #expect(try !TextRaster.extents(of: form).isShortened)
    }

    @Test func `costs more where it may be laid out repeatedly`() {
        let spacious = Self.form("one two", 600, 600)
        var narrow = Self.form("one two", 30, 30)
        let small = PixelRect(x: 0, y: 0, width: 1, height: 1)
        #expect(
            TextRaster.work(of: narrow, in: small) > 2 * TextRaster.work(of: spacious, in: small)
        )
        narrow.wrapping = .truncate
        #expect(
            TextRaster.work(of: narrow, in: small) == TextRaster.work(of: spacious, in: small)
        )
    }
}
