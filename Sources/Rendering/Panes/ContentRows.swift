// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster
import Typesetting

/// One content of a pane while it is drawn, row by row.
final class ContentRows {
    /// The pixels that it may touch.
    let rect: PixelRect

    private let ink: Ink
    private let form: Form

    /// The picture with colors of its own, if it is one.
    private let picture: Band<Straight>
    /// How much there is at each pixel, if that is kept.
    private let plane: Band<Premultiplied>
    /// How much there is, if that is found out row by row.
    private var coverage: PathCoverage?

    // What the inks draw with; see `ContentRows+Inks.swift`.

    /// How much there is of a row.
    var weights: Samples<UInt16>

    /// One row in which colors are made, and one of a constant color.
    var scratch: Band<Straight>
    var paint: Band<Straight>

    /// How much of a constant color there is, the same everywhere, where an ink lays some.
    var full: Samples<UInt16>

    private enum Form {
        case picture, plane, shape
    }

    /// Where a row is drawn.
    struct Place {
        /// The row of the band.
        var row: Int
        /// The columns of the content.
        var columns: Range<Int>
        /// The column of the band on which the first of them lies.
        var column: Int
    }

    /// Makes a content ready.
    ///
    /// - Parameters:
    ///   - plan: The content; touches a pixel.
    ///   - layout: The channels that it is drawn on.
    ///   - context: The pictures that it may need.
    /// - Throws: What decoding or typesetting finds.
    init(
        _ plan: PlannedContent,
        on layout: ChannelLayout,
        context: Pipeline.Context
    ) throws(RenderError) {
        rect = plan.rect
        ink = plan.content.ink
        switch plan.content.form {
        case .picture(let form) where plan.drawsColor:
            picture = try context.pictures.picture(form.picture, context)
                .framed(form, in: rect, context.cancellation)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            self.form = .picture
        case .picture(let form):
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = try context.pictures.picture(form.picture, context)
                .presence(form, in: rect, context.cancellation)
            self.form = .plane
        case .text(let form):
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = try Self.plane(of: form, in: rect)
            // Others may have had their texts drawn before.
            try context.cancellation.check()
            self.form = .plane
        case .shape(let shape):
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            coverage = PathCoverage([shape], bounds: rect)
            form = .shape
        }
        let width = rect.size.width
        weights = Samples(repeating: 0, count: width)
        scratch = Band(layout: layout, width: width, capacity: 1)
        scratch.rowCount = 1
        paint = Band(layout: layout.removingAlpha, width: width, capacity: 1)
        paint.rowCount = 1
        full = Samples(repeating: 0, count: ink.laysColors ? width : 0)
    }

    private static func plane(
        of form: TextForm,
        in rect: PixelRect
    ) throws(RenderError) -> Band<Premultiplied> {
        let text: TextPlane
        do { text = try TextRaster.draw(form, in: rect) } catch { throw .text(error) }
        var plane = Band<Premultiplied>(
            layout: .gray,
            width: rect.size.width,
            capacity: rect.size.height
        )
        plane.rowCount = rect.size.height
        for y in rect.rows {
            let samples = text.row(y)
            var row = plane.mutableRow(y - rect.y, of: 0)
            for x in 0..<row.count { row[x] = UInt16(samples[x]) * 257 }
        }
        return plane
    }

    /// Draws a row.
    ///
    /// - Parameters:
    ///   - band: What it is drawn on.
    ///   - row: The row of it.
    ///   - y: Which row of the picture that is; called in order, for all rows of ``rect``.
    ///   - firstColumn: The column of the picture on which the first of the band lies.
    func draw(on band: inout Band<Straight>, row: Int, y: Int, firstColumn: Int) {
        let covered = cover(y)
        if covered.isEmpty { return }
        let place = Place(
            row: row,
            columns: covered,
            column: rect.x - firstColumn + covered.lowerBound
        )
        let standsIn = Layering(.normal, replaces: true)
        switch ink {
        case .own(let alpha):
            fade(by: alpha)
            if form == .picture {
                let row = y - rect.y
                band.blend(
                    picture,
                    row: row,
                    columns: covered,
                    ontoRow: place.row,
                    at: place.column,
                    weights: weights,
                    layering: Layering(.normal)
                )
            } else {
                draw(StraightColor(white: 0), on: &band, place)
            }
        case .color(let color):
            fade(by: color.alpha)
            draw(color, on: &band, place)
        case .vibrant(let matrix, let alpha):
            copy(band, place)
            scratch.apply(matrix)
            fade(by: alpha)
            draw(on: &band, place, standsIn)
        case .dodged(let dodge, let plus):
            copy(band, place)
            tint(dodge, .colorDodge, covered)
            tint(plus, .plusLighter, covered)
            draw(on: &band, place, standsIn)
        case .burned(let burn, let minus):
            copy(band, place)
            tint(burn, .colorBurn, covered)
            tint(minus.overWhite, .plusDarker, covered)
            draw(on: &band, place, standsIn)
        }
    }

    // MARK: How much there is

    /// Finds out how much there is of the content in a row.
    ///
    /// - Returns: The columns of it outside of which there is nothing.
    private func cover(_ y: Int) -> Range<Int> {
        let width = rect.size.width
        switch form {
        case .picture:
            // Its alpha is its own.
            weights.fill(with: 65_535)
        case .plane:
            Self.copy(plane, row: y - rect.y, into: &weights)
        case .shape:
            return Self.cover(&coverage, &weights)
        }
        return 0..<width
    }

    private func fade(by alpha: Double) {
        if alpha < 1 { weights.fade(by: UInt16((alpha * 65_535).rounded()), 0..<weights.count) }
    }

    // Two properties, and a span of one of them, are separate accesses here.

    private static func copy(
        _ plane: borrowing Band<Premultiplied>,
        row: Int,
        into weights: inout Samples<UInt16>
    ) {
        let samples = plane.row(row, of: 0)
        var target = weights.mutableSpan(0..<samples.count)
        for x in 0..<samples.count { target[x] = samples[x] }
    }

    private static func cover(
        _ coverage: inout PathCoverage?,
        _ weights: inout Samples<UInt16>
    ) -> Range<Int> {
        var row = weights.mutableSpan(0..<weights.count)
        return coverage?.coverNext(into: &row) ?? 0..<0
    }
}

extension Band where Form == Straight {
    /// Lays a row of another band on a part of a row of this one; see the same with a span.
    mutating func blend(
        _ source: borrowing Band<Straight>,
        row sourceRow: Int,
        columns: Range<Int>,
        ontoRow row: Int,
        at column: Int,
        weights: borrowing Samples<UInt16>,
        layering: Layering
    ) {
        blend(
            source,
            row: sourceRow,
            columns: columns,
            ontoRow: row,
            at: column,
            weights: weights.span(0..<source.width),
            layering: layering
        )
    }
}

extension Samples<UInt16> {
    /// Sets all samples.
    mutating func fill(with value: UInt16) {
        var samples = mutableSpan(0..<count)
        samples.update(repeating: value)
    }

    /// Multiplies some samples.
    mutating func fade(by alpha: UInt16, _ range: Range<Int>) {
        var row = mutableSpan(range)
        for x in 0..<row.count {
            row[x] = UInt16((UInt32(row[x]) * UInt32(alpha) + 32_767) / 65_535)
        }
    }
}
