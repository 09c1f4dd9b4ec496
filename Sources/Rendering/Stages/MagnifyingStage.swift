// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Magnifies a premultiplied image about its center, and keeps its size.
///
/// It keeps as many rows as the image moves by: rows of the upper half come from rows below them,
/// and rows of the lower half from rows above. It always reads as many rows as it delivers, so that
/// no earlier stage has to keep rows that are not needed.
final class MagnifyingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private var rows: PlaneMagnification
    private var input: Band<Premultiplied>
    private var queue: RowQueue<Premultiplied>
    private var nextRow = 0

    init(_ upstream: any BandSource<Premultiplied>, magnification: Magnification) {
        self.upstream = upstream
        (size, layout) = (upstream.size, upstream.layout)
        rows = PlaneMagnification(size: size, factor: magnification.factor)
        input = upstream.makeBand()
        queue = RowQueue(
            layout: layout,
            width: size.width,
            capacity: Self.rowCount(magnification, size)
        )
    }

    /// Returns the greatest distance between a row and the input rows on which it depends.
    static func rowReach(_ magnification: Magnification, _ size: PixelSize) -> Int {
        let farthest = Double(size.height) / 2 * (1 - 1 / magnification.factor)
        return Int(farthest.rounded(.up)) + 1
    }

    private static func rowCount(_ magnification: Magnification, _ size: PixelSize) -> Int {
        min(size.height, rowReach(magnification, size) + 1 + bandHeight)
    }

    /// The stage memory, in bytes.
    static func byteCount(
        _ magnification: Magnification,
        size: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        PlaneMagnification.byteCount(width: size.width)
            + Band<Premultiplied>.byteCount(
                layout: layout,
                width: size.width,
                capacity: bandHeight + rowCount(magnification, size)
            )
    }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            let sources = rows.rows(of: nextRow)
            queue.drop(before: sources.upper)
            while queue.rows.upperBound <= max(sources.lower, nextRow) {
                try queue.feed(upstream, &input)
            }
            for channel in 0..<layout.channelCount {
                var target = band.mutableRow(row, of: channel)
                Self.make(nextRow, sources, channel, of: queue, by: &rows, into: &target)
            }
            nextRow += 1
        }
        band.rowCount = count
    }

    private static func make(
        _ row: Int,
        _ sources: (upper: Int, lower: Int),
        _ channel: Int,
        of queue: borrowing RowQueue<Premultiplied>,
        by rows: inout PlaneMagnification,
        into target: inout MutableSpan<UInt16>
    ) {
        rows.makeRow(
            row,
            of: queue.row(sources.upper, of: channel),
            queue.row(sources.lower, of: channel),
            into: &target
        )
    }
}

extension MagnifyingStage {
    /// The plan of a stage that magnifies a premultiplied image about its center.
    struct Plan: StagePlan {
        let magnification: Magnification

        func relation(of input: PictureShape) -> RowIntake.Relation {
            .ahead(MagnifyingStage.rowReach(magnification, input.size))
        }

        func byteCount(of input: PictureShape) -> Int {
            MagnifyingStage.byteCount(magnification, size: input.size, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int { 4 * input.sampleCount }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            MagnifyingStage(upstream, magnification: magnification)
        }
    }
}

extension Magnification: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        planner.append(premultiplied: MagnifyingStage.Plan(magnification: self))
    }
}
