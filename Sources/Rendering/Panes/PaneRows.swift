// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// One pane, drawn row by row.
///
/// Its contents and its mask are prepared in advance. All else is built for its first row.
final class PaneRows {
    /// The rows of the picture that the pane covers.
    let rows: Range<Int>

    private let bounds: PixelRect
    private let layering: Layering
    private let alpha: UInt16
    private let plan: PlannedPane
    private let context: Pipeline.Context
    private let source: any BandSource<Straight>
    private var contents: [ContentRows] = []
    private var mask: Band<Premultiplied>

    /// The stages of the pane, and the shapes that it fills; nil before its first row.
    private var beneath: Pipeline?
    private var coverage: PathCoverage?
    private var band: Band<Straight>
    private var weights: Samples<UInt16>

    /// The row of the picture where the band begins.
    private var bandStart: Int

    /// Creates a pane on rows that wait for it.
    convenience init(_ plan: PlannedPane, on backdrop: Backdrop, context: Pipeline.Context) {
        self.init(plan, context: context) { CroppingStage(backdrop, bounds: plan.pane.bounds) }
    }

    /// Creates a pane on a picture that is kept whole.
    convenience init(_ plan: PlannedPane, on picture: RecordedPicture, context: Pipeline.Context) {
        self.init(plan, context: context) { picture.stage(plan.pane.bounds) }
    }

    private init(
        _ plan: PlannedPane,
        context: Pipeline.Context,
        makeBackdrop: () -> any BandSource<Straight>
    ) {
        let pane = plan.pane
        self.plan = plan
        self.context = context
        bounds = pane.bounds
        rows = bounds.rows
        layering = plan.layering
        alpha = UInt16((pane.alpha * 65_535).rounded())
        source =
            if let color = pane.layerColor {
                ConstantStage(color, size: bounds.size, layout: plan.inputLayout)
            } else {
                makeBackdrop()
            }
        band = Band(layout: .gray, width: 1, capacity: 1)
        weights = Samples(repeating: 0, count: 0)
        bandStart = bounds.y
        mask = Band(layout: .gray, width: 1, capacity: 1)
    }

    /// Prepares the contents and the mask of the pane.
    ///
    /// - Throws: Errors of decoding and typesetting.
    func prepare() throws(RenderError) {
        for content in plan.contents {
            try context.cancellation.check()
            contents.append(try ContentRows(content, on: plan.layout, context: context))
        }
        if let placed = plan.pane.coverage.mask {
            mask = try context.pictures.presence(placed, context)
                .framed(placed.form, in: bounds, context.cancellation)
        }
    }

    /// Draws the pane on the rows of one band.
    ///
    /// - Parameters:
    ///   - picture: The band.
    ///   - first: The row of the picture where the band begins; calls come in order.
    /// - Throws: Errors of the rows beneath the pane.
    func draw(on picture: inout Band<Straight>, firstRow first: Int) throws(RenderError) {
        let touched = rows.clamped(to: first..<(first + picture.rowCount))
        for row in touched {
            if row == bandStart + band.rowCount { try pull() }
            let covered = cover(row)
            if covered.isEmpty { continue }
            picture.blend(
                band,
                row: row - bandStart,
                columns: covered,
                ontoRow: row - first,
                at: bounds.x + covered.lowerBound,
                weights: weights,
                layering: layering
            )
        }
    }

    private func begin() throws(RenderError) -> Pipeline {
        if let beneath { return beneath }
        coverage = try PathCoverage(
            plan.pane.coverage.shapes,
            isInverted: plan.pane.coverage.isInverted,
            bounds: bounds,
            check: context.cancellation.check
        )
        let beneath = Pipeline(source, stages: plan.stages, context: context)
        band = beneath.end.makeBand()
        weights = Samples(repeating: 0, count: bounds.size.width)
        self.beneath = beneath
        return beneath
    }

    private func pull() throws(RenderError) {
        try context.cancellation.check()
        let beneath = try begin()
        bandStart += band.rowCount
        try beneath.end.pull(into: &band)
        precondition(band.rowCount > 0, "a pane with fewer rows than it said")
        for content in contents {
            for y in content.rect.rows.clamped(to: bandStart..<(bandStart + band.rowCount)) {
                content.draw(on: &band, row: y - bandStart, y: y, firstColumn: bounds.x)
            }
        }
    }

    /// Computes the coverage of the pane in the next row.
    ///
    /// - Returns: A range of columns; the coverage is zero outside of it.
    private func cover(_ y: Int) -> Range<Int> {
        let covered = Self.cover(&coverage, &weights)
        if alpha < 65_535 { weights.fade(by: alpha, covered) }
        if mask.rowCount > 0 { Self.multiply(&weights, mask, row: y - bounds.y, covered) }
        return covered
    }

    // Swift treats two properties, and a span of one of them, as separate accesses in a static
    // function.

    private static func cover(
        _ coverage: inout PathCoverage?,
        _ weights: inout Samples<UInt16>
    ) -> Range<Int> {
        var row = weights.mutableSpan(0..<weights.count)
        return coverage?.coverNext(into: &row) ?? 0..<0
    }

    private static func multiply(
        _ weights: inout Samples<UInt16>,
        _ mask: borrowing Band<Premultiplied>,
        row maskRow: Int,
        _ columns: Range<Int>
    ) {
        var row = weights.mutableSpan(columns)
        let samples = mask.row(maskRow, of: 0).extracting(columns)
        for x in 0..<row.count {
            row[x] = UInt16((UInt64(row[x]) * UInt64(samples[x]) + 32_767) / 65_535)
        }
    }
}
