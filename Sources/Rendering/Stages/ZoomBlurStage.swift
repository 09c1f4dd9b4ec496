// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Averages premultiplied pixels along part of the line from each pixel to a center: one pass of a
/// zoom blur.
///
/// Up to three such passes make a zoom blur. A row depends on rows between it and the center, as
/// far as the part of the line reaches; these rows are kept.
final class ZoomBlurStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let pass: ZoomPass
    private var input: Band<Premultiplied>
    private var queue: RowQueue<Premultiplied>
    private var nextRow = 0

    init(_ upstream: any BandSource<Premultiplied>, _ plan: Plan) {
        self.upstream = upstream
        (size, layout) = (upstream.size, upstream.layout)
        pass = ZoomPass(size: size, center: plan.center, copies: plan.copies)
        input = upstream.makeBand()
        queue = RowQueue(layout: layout, width: size.width, capacity: plan.rowCount(size.height))
    }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            let rows = pass.sourceRows(for: nextRow)
            queue.drop(before: rows.lowerBound)
            while queue.rows.upperBound <= rows.upperBound { try queue.feed(upstream, &input) }
            for channel in 0..<layout.channelCount {
                var target = band.mutableRow(row, of: channel)
                pass.makeRow(nextRow, of: queue.band, channel: channel, into: &target)
            }
            nextRow += 1
        }
        band.rowCount = count
    }
}

extension ZoomBlurStage {
    /// The plan of a stage that does one pass of a zoom blur.
    struct Plan: StagePlan {
        /// The center of the zoom, in pixels from the top left corner.
        let center: Point

        /// The scaled copies of the image that are averaged, with their weights.
        let copies: [ZoomPass.Copy]

        /// Returns how far below and above a row the rows lie on which it depends, at most.
        private func reach(_ height: Int) -> (below: Int, above: Int) {
            let scale = copies.reduce(1) { min($0, $1.scale) }
            return ZoomPass.reach(centerRow: center.y, scale: scale, height: height)
        }

        /// Returns the number of rows in the queue for an image of a given height.
        ///
        /// All rows on which one depends lie on the same side of it, but for the next one.
        func rowCount(_ height: Int) -> Int {
            let (below, above) = reach(height)
            return min(height, max(below, above) + 2 + bandHeight)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation {
            .ahead(reach(input.size.height).below)
        }

        func byteCount(of input: PictureShape) -> Int {
            let rows = Band<Premultiplied>.byteCount(
                layout: input.layout,
                width: input.size.width,
                capacity: rowCount(input.size.height)
            )
            return rows + input.bandByteCount
                + ZoomPass.byteCount(width: input.size.width, copyCount: copies.count)
        }

        func work(on input: PictureShape) -> Int { (6 * copies.count + 1) * input.sampleCount }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            ZoomBlurStage(upstream, self)
        }
    }
}

extension ZoomBlur: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        let plan = ZoomPasses(self, size: planner.size)
        planner.append(
            premultiplied: plan.passes.map {
                ZoomBlurStage.Plan(center: plan.center, copies: $0)
            }
        )
    }
}
