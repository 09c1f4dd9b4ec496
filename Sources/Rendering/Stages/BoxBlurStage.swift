// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Blurs premultiplied pixels by three boxes along both axes, with 16-bit samples in between.
final class BoxBlurStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let kernel: BoxKernel
    private let edge: EdgeMode
    private var input: Band<Premultiplied>
    private var queue: RowQueue<Premultiplied>
    private let planes: [Plane]
    private var alongRows: BoxRow

    /// The total weight of the samples that are averaged for each row; empty if it is the same for
    /// all rows.
    private let coverage: [Int]

    /// The index of the last row added, possibly outside of the image, where the edge mode
    /// continues it.
    private var lastRow: Int
    private var nextRow = 0

    private final class Plane {
        var columns: BoxColumns

        init(width: Int, kernel: BoxKernel) {
            columns = BoxColumns(width: width, kernel: kernel)
        }

        func add(
            _ queue: borrowing RowQueue<Premultiplied>,
            _ row: Int,
            _ channel: Int,
            times factor: Int32
        ) {
            columns.add(queue.row(row, of: channel), times: factor)
        }
    }

    init(_ upstream: any BandSource<Premultiplied>, kernel: BoxKernel, edge: EdgeMode) {
        self.upstream = upstream
        self.kernel = kernel
        self.edge = edge
        let (size, layout) = (upstream.size, upstream.layout)
        (self.size, self.layout) = (size, layout)
        input = upstream.makeBand()
        queue = RowQueue(
            layout: layout,
            width: size.width,
            capacity: Self.rowCount(kernel, size)
        )
        planes = (0..<layout.channelCount).map { _ in Plane(width: size.width, kernel: kernel) }
        alongRows = BoxRow(width: size.width, kernel: kernel, edge: edge)
        coverage = edge == .normalize ? kernel.coverage(size.height) : []
        lastRow = -kernel.reach - 1
    }

    private static func rowCount(_ kernel: BoxKernel, _ size: PixelSize) -> Int {
        min(size.height, 2 * kernel.reach + 4 + bandHeight)
    }

    /// The stage memory, in bytes.
    static func byteCount(_ kernel: BoxKernel, size: PixelSize, layout: ChannelLayout) -> Int {
        Band<Premultiplied>.byteCount(
            layout: layout,
            width: size.width,
            capacity: rowCount(kernel, size) + bandHeight
        ) + layout.channelCount * BoxColumns.byteCount(width: size.width)
            + BoxRow.byteCount(width: size.width, kernel: kernel)
    }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            while lastRow < nextRow + kernel.reach { try advance() }
            let total = coverage.isEmpty ? kernel.total : coverage[nextRow]
            for channel in 0..<layout.channelCount {
                var target = band.mutableRow(row, of: channel)
                planes[channel].columns.settle(by: total, into: &target)
                alongRows.blur(&target)
            }
            nextRow += 1
        }
        band.rowCount = count
    }

    private func advance() throws(RenderError) {
        lastRow += 1
        for tap in kernel.taps {
            let row = lastRow - tap.delay
            // Rows before the first needed one count as zero.
            guard row >= -kernel.reach, let source = edge.source(of: row, count: size.height)
            else { continue }
            while queue.rows.upperBound <= source { try feed() }
            for channel in 0..<layout.channelCount {
                planes[channel].add(queue, source, channel, times: tap.factor)
            }
        }
        for plane in planes { plane.columns.advance() }
    }

    private func feed() throws(RenderError) {
        try upstream.pullRows(into: &input)
        let end = queue.rows.upperBound + input.rowCount
        queue.drop(before: end - Self.rowCount(kernel, size))
        queue.append(input)
    }
}

extension BoxBlurStage {
    /// The plan of a stage that blurs premultiplied pixels by three boxes.
    struct Plan: StagePlan {
        let kernel: BoxKernel
        let edge: EdgeMode

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(kernel.reach) }

        func byteCount(of input: PictureShape) -> Int {
            BoxBlurStage.byteCount(kernel, size: input.size, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int {
            // Rows beyond the edges are added as well.
            12 * input.layout.channelCount * input.size.width
                * (input.size.height + 2 * kernel.reach)
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            BoxBlurStage(upstream, kernel: kernel, edge: edge)
        }
    }
}

extension BoxBlur: RenderedFilter {
    /// The width of each of the three boxes, in pixels.
    private var boxWidth: Int {
        Int(Double(sigma) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5)
    }

    var reach: FilterReach {
        edge.introducesAlpha ? .spread(.init(blur: sigma, grows: false)) : .picture
    }

    func addStages(to planner: inout StagePlanner) {
        if edge.introducesAlpha { planner.addAlpha() }
        let width = boxWidth
        switch kind {
        case .css3box:
            if width <= 1 { return }
            let last = width % 2 == 0 ? width + 1 : width
            let kernel = BoxKernel(boxes: [width, width, last])
            planner.append(premultiplied: BoxBlurStage.Plan(kernel: kernel, edge: edge))
        case .apple3box:
            // The image is rounded to 8 bits before the first box.
            let box = ByteBoxStage.Plan(radius: width / 2)
            planner.append(premultiplied: ByteBoxStage.Plan(radius: 0), box, box, box)
        }
    }
}
