// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster
import Typesetting

/// The shadow of a text or a shape on a pane: its blurred coverage.
///
/// Parts outside of the pane cast their shadow into it as well.
struct Shadow {
    /// The rectangle of the pane that the shadow may cover.
    let rect: PixelRect

    /// The kinds of things that cast shadows.
    private enum Form {
        case text(TextForm)
        case shape(Shape)
    }

    private let form: Form
    private let geometry: BlurGeometry

    /// Whether the shadow is everything that a blurred shape does not cover.
    private let isInside: Bool

    /// The rectangle of the coverage on which the shadow depends.
    private let source: PixelRect

    /// Plans the shadow of a shape; nil if none falls on the pane.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - sigma: The standard deviation of the blur, in pixels.
    ///   - isInside: Whether the shadow is the opposite of the blurred shape, everywhere in the bounds.
    ///   - bounds: The pixels of the pane.
    init?(_ shape: Shape, sigma: Double, isInside: Bool, in bounds: PixelRect) {
        let margin = Int((3 * sigma).rounded(.up))
        let touched = shape.bounds.pixels(in: bounds.outset(by: margin))
        rect = isInside ? bounds : touched.outset(by: margin).intersection(bounds)
        // A shape that casts no shadow here leaves all to a shadow inside of another one.
        source =
            touched.isEmpty ? PixelRect(x: bounds.x, y: bounds.y, width: 1, height: 1) : touched
        guard !rect.isEmpty, isInside || !touched.isEmpty else { return nil }
        form = .shape(shape)
        self.isInside = isInside
        geometry = BlurGeometry(
            size: source.union(rect).size,
            sigma: Float(sigma),
            edge: .transparent
        )
    }

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
        self.form = .text(form)
        isInside = false
        geometry = BlurGeometry(
            size: source.union(rect).size,
            sigma: sigma,
            edge: .transparent
        )
    }

    /// The memory for drawing the shadow in bytes, without the result.
    var byteCount: Int {
        let caster =
            switch form {
            case .text(let form): TextRaster.byteCount(of: form, in: source)
            case .shape(let shape): PathCoverage.byteCount([shape], bounds: source)
            }
        return caster + geometry.workingByteCount(channels: 1)
            + 2 * Band<Premultiplied>.byteCount(layout: .gray, width: frame.size.width, capacity: 1)
    }

    /// The work of drawing the shadow, in passes over a sample.
    var work: Int {
        let caster =
            switch form {
            case .text(let form): TextRaster.work(of: form, in: source)
            case .shape: 2 * source.size.pixelCount
            }
        return caster + 6 * frame.size.pixelCount
    }

    /// The rectangle of pixels that the blur processes.
    private var frame: PixelRect { source.union(rect) }

    /// Draws the coverage of the text or the shape, and blurs it.
    ///
    /// - Parameter context: The fonts, and the cancellation to check now and then.
    /// - Returns: The coverage of each pixel of ``rect``.
    /// - Throws: Errors of typesetting, or the error of the cancellation.
    func drawn(_ context: StageContext) throws(RenderError) -> Band<Premultiplied> {
        var caster = try Caster(form, in: source, context)
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
                if source.rows.contains(nextInput) {
                    caster.write(nextInput, into: &input, at: source.x - frame.x)
                } else {
                    input.clear()
                }
                blur.push(input, row: 0)
                nextInput += 1
            }
            if y % bandHeight == 0 { try context.cancellation.check() }
            if rect.rows.contains(y) { copy(output, into: &result, row: y - rect.y) }
        }
        return result
    }

    /// The drawn text, or the coverage of the shape from top to bottom.
    private struct Caster {
        private let text: TextPlane?
        private var coverage: PathCoverage?
        private let width: Int

        init(
            _ form: Form,
            in source: PixelRect,
            _ context: StageContext
        ) throws(RenderError) {
            width = source.size.width
            switch form {
            case .text(let form): text = try context.draw(form, in: source)
            case .shape(let shape):
                text = nil
                coverage = PathCoverage([shape], bounds: source)
            }
        }

        /// Writes the coverage of the next row; all other columns are not covered.
        mutating func write(_ y: Int, into input: inout Band<Premultiplied>, at start: Int) {
            input.clear()
            var whole = input.mutableRow(0, of: 0)
            var row = whole._mutatingExtracting(start..<(start + width))
            if let text {
                let samples = text.row(y)
                for x in 0..<width { row[x] = UInt16(samples[x]) * 257 }
            } else {
                _ = coverage?.coverNext(into: &row)
            }
        }
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
        if isInside { for x in 0..<target.count { target[x] = 65_535 - target[x] } }
    }
}

extension Band where Form == Premultiplied {
    /// Sets all samples of the first row of a gray band to 0.
    fileprivate mutating func clear() {
        var row = mutableRow(0, of: 0)
        row.update(repeating: 0)
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
