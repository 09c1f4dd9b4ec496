// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension ContentRows {
    /// Blends a constant color onto a row of a band, weighted by the coverage of the current row.
    func draw(_ color: StraightColor, on band: inout Band<Straight>, _ place: Place) {
        paint.fill(with: color)
        band.blend(
            paint,
            row: 0,
            columns: place.columns,
            ontoRow: place.row,
            at: place.column,
            weights: weights,
            layering: layering
        )
    }

    /// Blends the row of a group or a gradient onto a row of a band, weighted by the coverage of the
    /// current row.
    func drawLayer(on band: inout Band<Straight>, _ place: Place) {
        band.blend(
            layer,
            row: 0,
            columns: place.columns,
            ontoRow: place.row,
            at: place.column,
            weights: weights,
            layering: layering
        )
    }

    /// Paints a row of a gradient, whose top left corner lies at a point of the image.
    func paintLayer(_ gradient: Gradient, _ y: Int, _ origin: Point) {
        // All rows are the same, and the first painted one is there already.
        if gradientRow != nil, case .straight(_, let step) = gradient.line, step.y == 0 { return }
        var row = gradientRow ?? GradientRow(gradient)
        row.write(
            y,
            columns: 0..<rect.size.width,
            offset: Point(x: Double(rect.x) - origin.x, y: -origin.y),
            into: &layer,
            row: 0
        )
        gradientRow = row
    }

    /// Blends the row of pixels in `scratch` onto a row of a band, weighted by the coverage of the
    /// current row.
    func draw(on band: inout Band<Straight>, _ place: Place, _ layering: Layering) {
        band.blend(
            scratch,
            row: 0,
            columns: place.columns,
            ontoRow: place.row,
            at: place.column,
            weights: weights,
            layering: layering
        )
    }

    /// Copies the pixels beneath the current row, from a band to `scratch`.
    func copy(_ band: borrowing Band<Straight>, _ place: Place) {
        Self.copy(band, place, into: &scratch)
    }

    private static func copy(
        _ band: borrowing Band<Straight>,
        _ place: Place,
        into scratch: inout Band<Straight>
    ) {
        for channel in 0..<band.layout.channelCount {
            let start = place.column
            let samples = band.row(place.row, of: channel)
                .extracting(start..<(start + place.columns.count))
            var row = scratch.mutableRow(0, of: channel)
            row.copy(samples, at: place.columns.lowerBound)
        }
    }

    private static func blend(
        _ source: borrowing Band<Straight>,
        onto band: inout Band<Straight>,
        _ columns: Range<Int>,
        weights: borrowing Samples<UInt16>,
        _ layering: Layering
    ) {
        band.blend(
            source,
            row: 0,
            columns: columns,
            ontoRow: 0,
            at: columns.lowerBound,
            weights: weights,
            layering: layering
        )
    }

    /// Blends a constant color onto the row of pixels in `scratch`.
    func tint(_ color: StraightColor, _ mode: BlendMode, _ columns: Range<Int>) {
        paint.fill(with: color)
        full.fill(with: UInt16((color.alpha * 65_535).rounded()))
        Self.blend(paint, onto: &scratch, columns, weights: full, Layering(mode))
    }
}

extension Ink {
    /// Whether the ink blends constant colors onto the image beneath.
    var laysColors: Bool {
        switch self {
        case .own, .color, .gradient, .vibrant: false
        case .dodged, .burned: true
        }
    }
}

extension StraightColor {
    /// This color composited over white, as an opaque color.
    var overWhite: StraightColor {
        StraightColor(
            red: 1 - (1 - red) * alpha,
            green: 1 - (1 - green) * alpha,
            blue: 1 - (1 - blue) * alpha
        )
    }
}

extension Band where Form == Straight {
    /// Fills the color channels of the first row with one color.
    fileprivate mutating func fill(with color: StraightColor) {
        for (channel, value) in [color.red, color.green, color.blue].enumerated()
        where channel < layout.channelCount {
            var row = mutableRow(0, of: channel)
            row.update(repeating: UInt16((value * 65_535).rounded()))
        }
    }
}
