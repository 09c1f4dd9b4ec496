// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster
import Typesetting

/// An image, text or area on a pane, or a group of them, drawn row by row.
final class ContentRows {
    /// The rectangle of pixels that the image, text or shape may cover.
    let rect: PixelRect

    let ink: Ink
    private let form: Form

    /// The pixels of an image that is drawn in its own colors.
    private let picture: Band<Straight>
    /// The current row of a group, or of the gradient that is the ink.
    var layer: Band<Straight>
    /// The gradient that is the ink, prepared with its first row.
    var gradientRow: GradientRow?
    /// The contents of a group.
    private var children: [ContentRows] = []
    /// The areas to which the content is clipped.
    private var clips: ClipRows?
    /// The mask that the coverage is multiplied by; without rows if there is none.
    private let mask: Band<Premultiplied>
    /// The way to combine the content with what lies beneath.
    let layering: Layering
    /// The coverage of every pixel by a shadow, or by an image that is drawn in an ink's color.
    private let plane: Band<Premultiplied>
    /// The coverage of every pixel by a text, and the colors of its emoji.
    private let text: TextPlane?
    /// The conversion of emoji from sRGB to the color space of the render; nil if none is needed.
    let textColors: RowColors?
    /// The coverage of a shape, computed row by row.
    private var coverage: PathCoverage?
    /// The coverage of the hole in a ring, computed row by row.
    private var hole: PathCoverage?

    // Buffers of the inks; see `ContentRows+Inks.swift`.

    /// The coverage of each pixel of the current row, 65,535 for all of it.
    var weights: Samples<UInt16>

    /// A buffer of one row, for colors that an ink computes from the image beneath.
    var scratch: Band<Straight>
    var paint: Band<Straight>

    /// The coverage of each pixel of the current row by the hole of a ring; empty without one.
    private var holeWeights: Samples<UInt16>

    /// The alpha of an ink that blends a constant color, repeated for all columns; empty for other
    /// inks.
    var full: Samples<UInt16>

    private enum Form {
        case picture, plane, text, shape, group
    }

    /// The place in a band where a row of the image, text or shape is drawn.
    struct Place {
        /// The row in the band.
        var row: Int
        /// The columns to draw, counted from the left edge of the image, text or shape.
        var columns: Range<Int>
        /// The column of the band where the first of ``columns`` lies.
        var column: Int
    }

    /// Decodes the image, lays out the text, or outlines the shape.
    ///
    /// - Parameters:
    ///   - plan: The content; it touches at least one pixel.
    ///   - layout: The channels of the band that it is drawn on.
    ///   - context: The images that contents use.
    /// - Throws: Errors of decoding and typesetting.
    init(
        _ plan: PlannedContent,
        on layout: ChannelLayout,
        context: StageContext
    ) throws(RenderError) {
        rect = plan.rect
        ink = plan.content.ink
        layering = Layering(plan.content.blend)
        switch plan.content.form {
        case .picture(let form) where plan.drawsColor:
            picture = try context.pictures.picture(form.picture, as: .color, context)
                .framed(form, in: rect, by: .lanczos3, context.cancellation)
                .unpremultiplied(check: context.cancellation.check)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            text = nil
            self.form = .picture
        case .picture(let form):
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = try context.pictures.picture(form.picture, as: .alpha, context)
                .framed(form, in: rect, by: .lanczos3, context.cancellation)
            text = nil
            self.form = .plane
        case .text(let form) where plan.shadow == nil:
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            text = try context.draw(form, in: rect)
            self.form = .text
            // Drawing may have waited for the texts of other renders.
            try context.cancellation.check()
        case .text, .shadow:
            picture = Band(layout: .gray, width: 1, capacity: 1)
            text = nil
            if let shadow = plan.shadow {
                plane = try shadow.drawn(context)
            } else {
                plane = Band(layout: .gray, width: 1, capacity: 1)
            }
            form = .plane
            try context.cancellation.check()
        case .shape(let shape):
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            text = nil
            coverage = PathCoverage([shape], bounds: rect)
            form = .shape
        case .ring(let shape, let inner):
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            text = nil
            coverage = PathCoverage([shape], bounds: rect)
            hole = PathCoverage([inner], bounds: rect)
            form = .shape
        case .group:
            picture = Band(layout: .gray, width: 1, capacity: 1)
            plane = Band(layout: .gray, width: 1, capacity: 1)
            text = nil
            for child in plan.children {
                children.append(try ContentRows(child, on: plan.layerLayout, context: context))
            }
            form = .group
        }
        if let placed = plan.content.mask {
            mask = try context.pictures.presence(placed, context)
                .framed(placed.form, in: rect, by: .mean, context.cancellation)
        } else {
            mask = Band(layout: .gray, width: 1, capacity: 1)
        }
        clips = ClipRows(plan.content.clips, in: rect)
        let hasColors = text?.hasColors ?? false
        textColors =
            hasColors ? context.space.conversion(from: nil, layout: .rgb)?.makeRowColors() : nil
        let width = rect.size.width
        layer = Band(layout: plan.layerLayout, width: plan.hasLayer ? width : 1, capacity: 1)
        layer.rowCount = 1
        weights = Samples(repeating: 0, count: width)
        scratch = Band(layout: layout, width: width, capacity: 1)
        scratch.rowCount = 1
        paint = Band(layout: layout.removingAlpha, width: width, capacity: 1)
        paint.rowCount = 1
        full = Samples(repeating: 0, count: ink.laysColors ? width : 0)
        holeWeights = Samples(repeating: 0, count: hole == nil ? 0 : width)
    }

    /// Draws the next row of the image, text or shape on a band.
    ///
    /// - Parameters:
    ///   - band: The band to draw on.
    ///   - row: The row in the band.
    ///   - y: The row in the image; calls come in order, for all rows of ``rect``.
    ///   - firstColumn: The column of the image where the band begins.
    func draw(on band: inout Band<Straight>, row: Int, y: Int, firstColumn: Int) {
        let covered = cover(y)
        clips?.multiply(&weights, covered)
        if mask.rowCount > 0 { weights.multiply(by: mask, row: y - rect.y, covered) }
        if covered.isEmpty { return }
        let place = Place(
            row: row,
            columns: covered,
            column: rect.x - firstColumn + covered.lowerBound
        )
        drawInk(on: &band, y: y, place)
        if let text, text.hasColors { drawColors(of: text, on: &band, y: y, place) }
    }

    private func drawInk(on band: inout Band<Straight>, y: Int, _ place: Place) {
        let covered = place.columns
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
                    layering: layering
                )
            } else if form == .group {
                drawLayer(on: &band, place)
            } else {
                draw(StraightColor(white: 0), on: &band, place)
            }
        case .color(let color):
            fade(by: color.alpha)
            draw(color, on: &band, place)
        case .gradient(let gradient, let origin, let alpha):
            fade(by: alpha)
            paintLayer(gradient, y, origin)
            drawLayer(on: &band, place)
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

    // MARK: Coverage

    /// Computes the coverage of each pixel of the next row, and returns the columns where it may be
    /// above zero.
    ///
    /// - Returns: A range of columns; the coverage is zero outside of it.
    private func cover(_ y: Int) -> Range<Int> {
        let width = rect.size.width
        switch form {
        case .picture:
            // Its own alpha is in the image.
            weights.fill(with: 65_535)
        case .plane:
            Self.copy(plane, row: y - rect.y, into: &weights)
        case .text:
            text.map { Self.copy($0.row(y), into: &weights) }
        case .shape:
            let covered = Self.cover(&coverage, &weights)
            if hole != nil {
                _ = Self.cover(&hole, &holeWeights)
                Self.subtract(holeWeights, from: &weights, covered)
            }
            return covered
        case .group:
            weights.fill(with: 65_535)
            Self.clear(&layer)
            for child in children where child.rect.rows.contains(y) {
                child.draw(on: &layer, row: 0, y: y, firstColumn: rect.x)
            }
        }
        return 0..<width
    }

    func fade(by alpha: Double) {
        if alpha < 1 { weights.fade(by: UInt16((alpha * 65_535).rounded()), 0..<weights.count) }
    }
}
