// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Draws panes one after the other on an image that is in memory as a whole.
///
/// The result is the same as with ``PanesStage``. It takes less memory where many panes lie side
/// by side, or on each other, whose stages keep more than the image.
final class PaneByPaneStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let panes: [PlannedPane]
    private let context: StageContext
    private var result: Band<Straight>
    private var isDrawn = false
    private var nextRow = 0

    init(
        _ upstream: any BandSource<Straight>,
        panes: [PlannedPane],
        layout: ChannelLayout,
        context: StageContext
    ) {
        self.upstream = upstream
        self.panes = panes
        self.layout = layout
        self.context = context
        size = upstream.size
        result = Band(layout: layout, width: 1, capacity: 1)
    }

    func prepare() throws(RenderError) {
        if isDrawn { return }
        let picture = try RecordedPicture(upstream)
        result = Band(layout: layout, width: size.width, capacity: size.height)
        try copy(picture)
        for pane in panes {
            let rows = PaneRows(pane, on: picture, layout: layout, context: context)
            try rows.prepare()
            for first in stride(
                from: rows.rows.lowerBound,
                to: rows.rows.upperBound,
                by: bandHeight
            ) {
                try rows.cover(first..<first + bandHeight)
                try rows.draw(on: &result, firstRow: 0, beneath: [])
            }
        }
        isDrawn = true
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try prepare()
        let count = min(band.capacity, size.height - nextRow)
        for channel in 0..<layout.channelCount {
            for row in 0..<count { band.copy(row, channel, from: result, nextRow + row, channel) }
        }
        band.rowCount = count
        nextRow += count
    }

    /// Copies the image beneath the panes to the result; this may have more channels.
    private func copy(_ picture: RecordedPicture) throws(RenderError) {
        let rows = picture.wholeStage
        var band = rows.makeBand()
        var converted = makeBand()
        while result.rowCount < size.height {
            try context.cancellation.check()
            try rows.pull(into: &band)
            band.convert(into: &converted)
            result.append(converted)
        }
    }
}

extension PaneCoverage {
    /// Whether an edge of the pane may cross a pixel, rather than run between pixels.
    fileprivate var dividesPixels: Bool {
        !shapes.allSatisfy { shape in
            guard case .rectangle(let frame, .square) = shape else { return false }
            return [frame.x, frame.y, frame.width, frame.height].allSatisfy { $0 == $0.rounded() }
        }
    }
}

extension PaneByPaneStage {
    /// The plan of a stage that draws panes one after the other on the whole image.
    struct Plan: StagePlan {
        let panes: [PlannedPane]

        /// The output channels: the image channels, with color if a pane has any.
        let layout: ChannelLayout

        /// Plans to draw panes side by side or one after the other, whichever needs less memory.
        ///
        /// - Parameters:
        ///   - panes: The panes, the last on top.
        ///   - layout: The output channels.
        ///   - input: The image extent and channels.
        /// - Returns: A plan of this stage, or of the one that draws panes side by side.
        static func cheaper(
            _ panes: [PlannedPane],
            layout: ChannelLayout,
            on input: PictureShape
        ) -> any StagePlan<Straight> {
            let together = PanesStage.Plan(panes: panes, layout: layout)
            guard panes.count > 1, !haveCommonPixels(panes) else { return together }
            let byteCount = together.byteCount(of: input)
            guard byteCount > [PlannedStage<Straight>].worthwhileByteCount else { return together }
            let single = PaneByPaneStage.Plan(panes: panes, layout: layout)
            return 3 * single.byteCount(of: input) < 2 * byteCount ? single : together
        }

        /// Whether edges of different panes may cross the same pixel.
        private static func haveCommonPixels(_ panes: [PlannedPane]) -> Bool {
            let bounds = panes.map(\.pane).filter(\.coverage.dividesPixels).map(\.bounds)
            return bounds.indices.contains { index in
                bounds[..<index].contains {
                    $0.rows.overlaps(bounds[index].rows)
                        && $0.columns.overlaps(bounds[index].columns)
                }
            }
        }

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: input.size, layout: layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            let output = output(of: input)
            let pictures = [input, output].reduce(0) {
                $0 + RecordedPicture.byteCount(size: $1.size, layout: $1.layout) + $1.bandByteCount
            }
            return panes.reduce(0) { max($0, $1.byteCount + $1.preparedByteCount) } + pictures
        }

        func passingByteCount(of input: PictureShape) -> Int {
            panes.reduce(0) { max($0, $1.passingByteCount) }
        }

        func work(on input: PictureShape) -> Int {
            panes.reduce(2 * input.sampleCount + output(of: input).sampleCount) { $0 + $1.work }
        }

        var pictures: Set<PictureUse> { panes.reduce(into: []) { $0.formUnion($1.pictures) } }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            PaneByPaneStage(upstream, panes: panes, layout: layout, context: context)
        }
    }
}
