// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Draws panes on a picture.
///
/// The backdrop of each pane passes through stages of its own, while rows of the picture wait. Rows
/// outside of all panes do not wait, and pass unchanged.
final class PanesStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    /// The waiting rows.
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
    ///   - context: The inputs of stages other than rows.
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
            // Prepared before the first row, so that an error in a content is found before any
            // output.
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
        for pane in panes { pane.cover(nextRow..<nextRow + band.rowCount) }
        // Panes also read rows below these, all without panes. Those of a step that overlap are of
        // one group.
        for (index, pane) in panes.enumerated() {
            try pane.draw(on: &band, firstRow: nextRow, beneath: panes[(index + 1)...])
        }
        backdrop.dropFirst()
    }
}

extension PanesStage {
    /// The plan of panes on straight color.
    struct Plan: StagePlan {
        let panes: [PlannedPane]

        /// The channels of the output: those of the picture, with color if a pane has any.
        let layout: ChannelLayout

        /// The greatest number of bands that wait for panes at a time.
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
