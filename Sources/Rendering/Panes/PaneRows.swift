// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// One pane while it is drawn.
final class PaneRows {
    /// The rows of the picture that it lies on.
    let rows: Range<Int>

    private let bounds: PixelRect
    private let layering: Layering
    private let alpha: UInt16
    private let plan: PlannedPane
    private var contents: [ContentRows] = []
    private var mask: Band<Premultiplied>
    private let beneath: Pipeline
    private var coverage: PathCoverage
    private var band: Band<Straight>
    private var weights: Samples<UInt16>

    /// The row of the picture on which the first row of the band lies.
    private var bandStart: Int

    init(_ plan: PlannedPane, on backdrop: Backdrop, context: Pipeline.Context) {
        let pane = plan.pane
        self.plan = plan
        bounds = pane.bounds
        rows = bounds.rows
        layering = plan.layering
        alpha = UInt16((pane.alpha * 65_535).rounded())
        let source = CroppingStage(backdrop, bounds: bounds)
        beneath = Pipeline(source, stages: plan.stages, context: context)
        coverage = PathCoverage(
            pane.coverage.shapes,
            isInverted: pane.coverage.isInverted,
            bounds: bounds
        )
        band = beneath.end.makeBand()
        weights = Samples(repeating: 0, count: bounds.size.width)
        bandStart = bounds.y
        mask = Band(layout: .gray, width: 1, capacity: 1)
    }

    /// Makes ready what the pane needs beside the rows of the picture.
    ///
    /// - Parameter context: The pictures that it may need.
    /// - Throws: What decoding or typesetting finds.
    func prepare(_ context: Pipeline.Context) throws(RenderError) {
        for content in plan.contents {
            try context.cancellation.check()
            contents.append(try ContentRows(content, on: plan.layout, context: context))
        }
        if let placed = plan.pane.coverage.mask {
            mask = try context.pictures.picture(placed.mask.picture, context)
                .presence(placed, in: bounds, context.cancellation)
        }
    }

    /// Draws the pane on some rows of the picture.
    ///
    /// - Parameters:
    ///   - picture: The rows.
    ///   - first: Which row of the picture the first of them is; called in order.
    /// - Throws: What the rows beneath throw.
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

    private func pull() throws(RenderError) {
        bandStart += band.rowCount
        try beneath.end.pull(into: &band)
        precondition(band.rowCount > 0, "a pane with fewer rows than it said")
        for content in contents {
            for y in content.rect.rows.clamped(to: bandStart..<(bandStart + band.rowCount)) {
                content.draw(on: &band, row: y - bandStart, y: y, firstColumn: bounds.x)
            }
        }
    }

    /// Finds out how much of the next row is drawn.
    ///
    /// - Returns: The columns outside of which nothing is.
    private func cover(_ y: Int) -> Range<Int> {
        let covered = Self.cover(&coverage, &weights)
        if alpha < 65_535 { weights.fade(by: alpha, covered) }
        if mask.rowCount > 0 { Self.multiply(&weights, mask, row: y - bounds.y, covered) }
        return covered
    }

    // Two properties, and a span of one of them, are separate accesses here.

    private static func cover(
        _ coverage: inout PathCoverage,
        _ weights: inout Samples<UInt16>
    ) -> Range<Int> {
        var row = weights.mutableSpan(0..<weights.count)
        return coverage.coverNext(into: &row)
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
