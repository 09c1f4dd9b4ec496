// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Draws panes on an image band by band, all of them side by side.
///
/// The backdrop of each pane passes through stages of its own, while rows of the image wait. Rows
/// outside of all panes do not wait, and pass unchanged. A pane is released after its last row.
final class PanesStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    /// The buffer of rows of the image that wait until panes are drawn on them.
    let backdrop: Backdrop

    private let plans: [PlannedPane]
    private let context: StageContext

    /// The panes that are not yet drawn to their last row, the last on top; nil before the first
    /// row.
    private var panes: [PaneRows]?
    private var nextRow = 0

    /// Creates a stage that draws panes on an image.
    ///
    /// - Parameters:
    ///   - upstream: The image.
    ///   - panes: The panes, the last on top.
    ///   - layout: The result channels: the image channels, with color if a pane has any.
    ///   - context: The inputs of stages other than rows.
    init(
        _ upstream: any BandSource<Straight>,
        panes: [PlannedPane],
        layout: ChannelLayout,
        context: StageContext
    ) {
        size = upstream.size
        self.layout = layout
        self.context = context
        backdrop = Backdrop(upstream)
        plans = panes
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let panes = try prepared()
        let next = nextRow..<min(nextRow + band.capacity, size.height)
        let isFree = backdrop.isEmpty && !panes.contains { $0.rows.overlaps(next) }
        if isFree, layout == backdrop.layout {
            try backdrop.pass(into: &band)
        } else {
            try draw(panes, into: &band)
        }
        nextRow += band.rowCount
        self.panes?.removeAll { $0.rows.upperBound <= nextRow }
    }

    /// Returns the panes, prepared before the first row, so that an error is found before
    /// any output.
    private func prepared() throws(RenderError) -> [PaneRows] {
        if let panes { return panes }
        let panes = plans.map { PaneRows($0, on: backdrop, layout: layout, context: context) }
        for pane in panes { try pane.prepare() }
        self.panes = panes
        return panes
    }

    private func draw(_ panes: [PaneRows], into band: inout Band<Straight>) throws(RenderError) {
        if backdrop.isEmpty { try backdrop.take() }
        backdrop.copyFirst(into: &band)
        for pane in panes { try pane.cover(nextRow..<nextRow + band.rowCount) }
        // Panes also read rows below these, all without panes. Overlapping panes of a step are in
        // one group.
        for (index, pane) in panes.enumerated() {
            try pane.draw(on: &band, firstRow: nextRow, beneath: panes[(index + 1)...])
        }
        backdrop.dropFirst()
    }
}

extension PanesStage {
    /// The plan of a stage that draws panes on an image band by band.
    struct Plan: StagePlan {
        let panes: [PlannedPane]

        /// The output channels: the image channels, with color if a pane has any.
        let layout: ChannelLayout

        /// The greatest number of bands of the image that wait for panes at one time.
        ///
        /// For the rows of the first band, a pane requests whole bands from its stages, the last of
        /// which may extend by 15 rows. No pane reads rows below its own.
        var waitingBandCount: Int {
            let counts = panes.map { pane in
                let rows = pane.pane.bounds.rows
                let own =
                    rows.upperBound.roundedUp(to: bandHeight) / bandHeight
                    - rows.lowerBound / bandHeight
                let ahead = bandHeight + bandHeight - 1 + pane.rowsAhead
                return min(ahead.roundedUp(to: bandHeight) / bandHeight, own)
            }
            return counts.max() ?? 0
        }

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: input.size, layout: layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation {
            .waiting(waitingBandCount * bandHeight)
        }

        func byteCount(of input: PictureShape) -> Int {
            panes.reduce(input.bandByteCount * waitingBandCount + panesByteCount) {
                $0 + $1.preparedByteCount
            }
        }

        /// The greatest memory of the panes that are drawn at the same time, in bytes.
        private var panesByteCount: Int {
            // Most panes are held in the first band of one of them.
            let costs = panes.map { pane in
                let rows = pane.pane.bounds.rows
                let first = rows.lowerBound / bandHeight * bandHeight
                return (rows: first..<rows.upperBound, byteCount: pane.byteCount)
            }
            return costs.reduce(0) { most, cost in
                let rows = cost.rows.lowerBound..<(cost.rows.lowerBound + bandHeight)
                let held = costs.reduce(0) { $0 + ($1.rows.overlaps(rows) ? $1.byteCount : 0) }
                return max(most, held)
            }
        }

        func passingByteCount(of input: PictureShape) -> Int {
            panes.reduce(0) { max($0, $1.passingByteCount) }
        }

        func work(on input: PictureShape) -> Int { panes.reduce(0) { $0 + $1.work } }

        var pictures: Set<PictureUse> { panes.reduce(into: []) { $0.formUnion($1.pictures) } }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            PanesStage(upstream, panes: panes, layout: layout, context: context)
        }
    }
}
