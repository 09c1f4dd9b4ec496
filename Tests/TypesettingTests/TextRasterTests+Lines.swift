// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing
import Typesetting

/// Tests of line breaks, line ends and lines that are left out.
extension TextRasterTests {
    @Test func `breaks lines between words`() throws {
        let box = Rectangle(x: 0, y: 0, width: 170, height: 300)
        let extents = try TextRaster.extents(of: .sample("one two three four", frame: box))
        #expect(extents.lineCount == 3)
        #expect(extents.logical.width <= 170)
    }

    @Test func `breaks inside of a word that is too long, without a hyphen`() throws {
        let box = Rectangle(x: 0, y: 0, width: 100, height: 300)
        let letters = try TextRaster.extents(of: .sample("aaaaaaaa", frame: box))
        #expect(letters.lineCount == 2)
        let lines = try TextRaster.extents(of: .sample("aaaa\naaaa", frame: box))
        #expect(letters.logical == lines.logical)
    }

    @Test func `breaks at a soft hyphen, with a hyphen`() throws {
        let box = Rectangle(x: 0, y: 0, width: 100, height: 300)
        let soft = try TextRaster.extents(of: .sample("aaa\u{AD}aaa", frame: box))
        let hard = try TextRaster.extents(of: .sample("aaa-\naaa", frame: box))
        #expect(soft.logical == hard.logical)
        #expect(soft.ink == hard.ink)
    }

    @Test func `breaks between characters when asked to`() throws {
        let box = Rectangle(x: 0, y: 0, width: 130, height: 300)
        func lineCount(_ wrapping: TextForm.Wrapping) throws -> Int {
            try TextRaster.extents(of: .sample("aa aaa aaa", frame: box, wrapping: wrapping))
                .lineCount
        }
        #expect(try lineCount(.character) < lineCount(.word))
    }

    @Test func `ends a line that is too long in an ellipsis`() throws {
        func form(_ text: String) -> TextForm {
            .sample(
                text,
                frame: Rectangle(x: 0, y: 0, width: 150, height: 60),
                wrapping: .truncate
            )
        }
        let long = try TextRaster.draw(form("aaaaaaaaaaaaaaa"), in: Self.clip)
        #expect(try TextRaster.extents(of: form("aaaaaaaaaaaaaaa")).lineCount == 1)
        #expect(try TextRaster.extents(of: form("aaaaaaaaaaaaaaa")).logical.width <= 150)
        let same = (0..<6).filter { count in
            let text = String(repeating: "a", count: count) + "…"
            let short = try? TextRaster.draw(form(text), in: Self.clip)
            return short.map(Ink.samples) == Ink.samples(long)
        }
        #expect(same.count == 1)
    }

    @Test func `truncates each line of the text`() throws {
        let extents = try TextRaster.extents(of: .sample("a\nb\nc", wrapping: .truncate))
        #expect(extents.lineCount == 3)
    }

    @Test func `stretches all lines but the last`() throws {
        let box = Rectangle(x: 10, y: 0, width: 220, height: 200)
        let form = TextForm.sample("one two three four five", frame: box, alignment: .justified)
        let extents = try TextRaster.extents(of: form)
        #expect(extents.lineCount == 3)
        #expect(abs(extents.logical.width - 220) < 0.1)
        let plane = try TextRaster.draw(form, in: Self.clip)
        let firstLine = try #require(Ink(plane, rows: 0..<46))
        let lastLine = try #require(Ink(plane, rows: 94..<139))
        #expect(firstLine.columns.upperBound > 220)
        #expect(lastLine.columns.upperBound < 200)
    }

    @Test func `shortens a text to the lines for which there is room`() throws {
        func extents(_ height: Double) throws -> TextExtents {
            let box = Rectangle(x: 0, y: 0, width: 200, height: height)
            return try TextRaster.extents(of: .sample("a\nb\nc", frame: box))
        }
        let line = try extents(1000).logical.height / 3
        for count in 1...3 {
            #expect(try extents(line * Double(count)).drawnLineCount == count)
            #expect(try extents(line * Double(count) - 0.1).drawnLineCount == max(1, count - 1))
            #expect(try extents(line * Double(count)).isShortened == (count < 3))
        }
    }

    @Test func `draws only the lines that fit, the last with an ellipsis`() throws {
        func ink(_ text: String) throws -> [[UInt8]] {
            let box = Rectangle(x: 0, y: 0, width: 200, height: 100)
            return Ink.samples(try TextRaster.draw(.sample(text, frame: box), in: Self.clip))
        }
        #expect(try ink("a\nb\nc") == ink("a\nb…"))
        #expect(try ink("a\nb") != ink("a"))
    }
}
