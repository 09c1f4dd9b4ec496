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
    private let result: any BandSource<Straight>
    private var coverage: PathCoverage
    private var band: Band<Straight>
    private var weights: Samples<UInt16>

    /// The row of the picture on which the first row of the band lies.
    private var bandStart: Int

    init(_ plan: PlannedPane, on backdrop: Backdrop, context: Pipeline.Context) {
        let pane = plan.pane
        bounds = pane.bounds
        rows = bounds.rows
        layering = plan.layering
        alpha = UInt16((pane.alpha * 65_535).rounded())
        let source = CroppingStage(backdrop, bounds: bounds)
        result = Pipeline(source, stages: plan.stages, context: context).end
        coverage = PathCoverage(
            pane.coverage.shapes,
            isInverted: pane.coverage.isInverted,
            bounds: bounds
        )
        band = result.makeBand()
        weights = Samples(repeating: 0, count: bounds.size.width)
        bandStart = bounds.y
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
            let covered = cover()
            if covered.isEmpty { continue }
            picture.blend(
                band,
                row: row - bandStart,
                columns: covered,
                ontoRow: row - first,
                at: bounds.x + covered.lowerBound,
                weights: weights.span(0..<weights.count),
                layering: layering
            )
        }
    }

    private func pull() throws(RenderError) {
        bandStart += band.rowCount
        try result.pull(into: &band)
        precondition(band.rowCount > 0, "a pane with fewer rows than it said")
    }

    /// Finds out how much of the next row is drawn.
    ///
    /// - Returns: The columns outside of which nothing is.
    private func cover() -> Range<Int> {
        let covered = Self.cover(&coverage, &weights)
        if alpha < 65_535 { Self.fade(&weights, covered, by: alpha) }
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

    private static func fade(
        _ weights: inout Samples<UInt16>,
        _ columns: Range<Int>,
        by alpha: UInt16
    ) {
        var row = weights.mutableSpan(columns)
        for x in 0..<row.count {
            row[x] = UInt16((UInt32(row[x]) * UInt32(alpha) + 32_767) / 65_535)
        }
    }
}
