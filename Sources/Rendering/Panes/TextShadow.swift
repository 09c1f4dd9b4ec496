// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster
import Typesetting

/// The shadow of a text on a pane: the blurred coverage of its glyphs.
///
/// Glyphs outside of the pane cast their shadow into it as well.
struct TextShadow {
    /// The rectangle of the pane that the shadow may cover.
    let rect: PixelRect

    private let form: TextForm
    private let geometry: BlurGeometry

    /// The rectangle of the text's coverage on which the shadow depends.
    private let source: PixelRect

    /// Plans the shadow of a text; nil if the text is drawn without one, or none falls on the pane.
    ///
    /// - Parameters:
    ///   - form: The text.
    ///   - bounds: The pixels of the pane.
    init?(_ form: TextForm, in bounds: PixelRect) {
        guard let deviation = form.shadowSigma else { return nil }
        let sigma = Float(deviation)
        let margin = Int((3 * sigma).rounded(.up))
        source = TextRaster.rect(of: form, in: bounds.outset(by: margin))
        rect = source.outset(by: margin).intersection(bounds)
        guard !source.isEmpty, !rect.isEmpty else { return nil }
        self.form = form
        geometry = BlurGeometry(
            size: source.union(rect).size,
            sigma: sigma,
            edge: .transparent
        )
    }

    /// The memory for drawing the shadow in bytes, without the result.
    var byteCount: Int {
        TextRaster.byteCount(of: form, in: source) + geometry.workingByteCount(channels: 1)
            + 2 * Band<Premultiplied>.byteCount(layout: .gray, width: frame.size.width, capacity: 1)
    }

    /// The work of drawing the shadow, in passes over a sample.
    var work: Int { TextRaster.work(of: form, in: source) + 6 * frame.size.pixelCount }

    /// The rectangle of pixels that the blur processes.
    private var frame: PixelRect { source.union(rect) }

    /// Draws the coverage of the text and blurs it.
    ///
    /// - Parameter context: The fonts, and the cancellation to check now and then.
    /// - Returns: The coverage of each pixel of ``rect``.
    /// - Throws: Errors of typesetting, or the error of the cancellation.
    func drawn(_ context: Pipeline.Context) throws(RenderError) -> Band<Premultiplied> {
        let text = try context.draw(form, in: source)
        var blur = StreamingBlur(coverage: geometry)
        var input = Band<Premultiplied>(layout: .gray, width: frame.size.width, capacity: 1)
        input.rowCount = 1
        var output = Band<Premultiplied>(layout: .gray, width: frame.size.width, capacity: 1)
        output.rowCount = 1
        var result = Band<Premultiplied>(
            layout: .gray,
            width: rect.size.width,
            capacity: rect.size.height
        )
        result.rowCount = rect.size.height
        var nextInput = frame.y
        for y in frame.rows {
            while !blur.pull(into: &output, row: 0) {
                copy(text, nextInput, into: &input)
                blur.push(input, row: 0)
                nextInput += 1
            }
            if y % bandHeight == 0 { try context.cancellation.check() }
            if rect.rows.contains(y) { copy(output, into: &result, row: y - rect.y) }
        }
        return result
    }

    private func copy(_ text: TextPlane, _ y: Int, into input: inout Band<Premultiplied>) {
        var row = input.mutableRow(0, of: 0)
        row.update(repeating: 0)
        guard source.rows.contains(y) else { return }
        let samples = text.row(y)
        let start = source.x - frame.x
        for x in 0..<samples.count { row[start + x] = UInt16(samples[x]) * 257 }
    }

    private func copy(
        _ output: borrowing Band<Premultiplied>,
        into result: inout Band<Premultiplied>,
        row: Int
    ) {
        let samples = output.row(0, of: 0)
        var target = result.mutableRow(row, of: 0)
        let start = rect.x - frame.x
        target.copy(samples.extracting(start..<(start + target.count)))
    }
}

extension PixelRect {
    /// The rectangle with a margin on all sides.
    fileprivate func outset(by margin: Int) -> PixelRect {
        PixelRect(
            x: x - margin,
            y: y - margin,
            width: size.width + 2 * margin,
            height: size.height + 2 * margin
        )
    }
}
