// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Lays panes on a picture.
///
/// What lies beneath a pane flows through stages of its own. Rows of the picture wait for theirs;
/// where there is no pane, nothing waits, and rows pass as they are.
final class PanesStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    /// The rows that wait.
    let backdrop: Backdrop

    private let panes: [PaneRows]
    private let context: Pipeline.Context
    private var isPrepared = false
    private var nextRow = 0

    /// Creates the stage.
    ///
    /// - Parameters:
    ///   - upstream: The picture.
    ///   - panes: The panes, the last on top.
    ///   - layout: The channels of the result: those of the picture, with color if a pane has any.
    ///   - context: What stages may need.
    init(
        _ upstream: any BandSource<Straight>,
        panes: [PlannedPane],
        layout: ChannelLayout,
        context: Pipeline.Context
    ) {
        size = upstream.size
        self.layout = layout
        self.context = context
        let backdrop = Backdrop(upstream)
        self.backdrop = backdrop
        self.panes = panes.map { PaneRows($0, on: backdrop, context: context) }
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        if !isPrepared {
            // Before the first row, so that what is wrong with a content is found before it.
            for pane in panes { try pane.prepare(context) }
            isPrepared = true
        }
        let next = nextRow..<min(nextRow + band.capacity, size.height)
        let isFree = backdrop.isEmpty && !panes.contains { $0.rows.overlaps(next) }
        if isFree, layout == backdrop.layout {
            try backdrop.pass(into: &band)
        } else {
            try draw(into: &band)
        }
        nextRow += band.rowCount
    }

    private func draw(into band: inout Band<Straight>) throws(RenderError) {
        if backdrop.isEmpty { try backdrop.take() }
        backdrop.copyFirst(into: &band)
        // Panes see rows below these as well, and all of them as they were.
        for pane in panes { try pane.draw(on: &band, firstRow: nextRow) }
        backdrop.dropFirst()
    }
}

extension PanesStage {
    /// Panes on straight color.
    struct Plan: StagePlan {
        let panes: [PlannedPane]

        /// The channels of what comes out: those of the picture, with color if a pane has any.
        let layout: ChannelLayout

        /// The most bands of a picture that wait for panes at one time.
        ///
        /// Asked for the rows of the first band, a pane asks its stages for whole bands of its own, the
        /// last of which may reach 15 rows beyond. No pane takes rows below its last.
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
            panes.reduce(input.bandByteCount * waitingBandCount) { $0 + $1.byteCount }
        }

        func passingByteCount(of input: PictureShape) -> Int {
            panes.reduce(0) { max($0, $1.passingByteCount) }
        }

        func work(on input: PictureShape) -> Int { panes.reduce(0) { $0 + $1.work } }

        func makeStage(
            _ upstream: any BandSource<Straight>,
            _ context: Pipeline.Context
        ) -> any BandSource<Straight> {
            PanesStage(upstream, panes: panes, layout: layout, context: context)
        }
    }
}
