// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension MessageWriter {
    /// Appends all properties of a text except its shadow, a task of the server.
    mutating func write(_ form: TextForm) {
        write(form.runs.count)
        for run in form.runs { write(run) }
        write(form.frame.x)
        write(form.frame.y)
        write(form.frame.width)
        write(form.frame.height)
        write(form.alignment)
        write(form.position)
        write(form.wrapping)
        write(form.direction)
        // Neither of them is ever zero.
        write(form.lineHeight ?? 0)
        write(form.maximumLines ?? 0)
    }

    private mutating func write(_ run: TextForm.Run) {
        write(run.text)
        write(run.family)
        write(run.size)
        write(run.weight)
        write(run.isItalic)
        write(run.isUnderlined)
        write(run.isStruck)
        write(run.letterSpacing)
        write(run.isDrawn)
    }
}

extension MessageReader {
    /// Reads a text.
    mutating func form() throws(Malformed) -> TextForm {
        var runs: [TextForm.Run] = []
        for _ in 0..<(try integer(in: 0...bytes.count)) { runs.append(try run()) }
        let frame = Rectangle(
            x: try number(),
            y: try number(),
            width: try number(),
            height: try number()
        )
        var form = TextForm(
            runs: runs,
            frame: frame,
            alignment: try choice(TextForm.Alignment.self),
            position: try choice(TextForm.Position.self),
            wrapping: try choice(TextForm.Wrapping.self),
            direction: try choice(TextForm.Direction.self)
        )
        let (height, lines) = (try number(), try integer())
        if height != 0 { form.lineHeight = height }
        if lines != 0 { form.maximumLines = lines }
        return form
    }

    private mutating func run() throws(Malformed) -> TextForm.Run {
        TextForm.Run(
            try text(),
            family: try text(),
            size: try number(),
            weight: try integer(),
            isItalic: try flag(),
            isUnderlined: try flag(),
            isStruck: try flag(),
            letterSpacing: try number(),
            isDrawn: try flag()
        )
    }
}
