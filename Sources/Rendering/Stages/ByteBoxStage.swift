// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Averages the square around each premultiplied pixel and rounds to 8 bits; edges are clamped.
final class ByteBoxStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let radius: Int
    private var input: Band<Premultiplied>
    private var queue: RowQueue<Premultiplied>
    private let planes: [Plane]
    private var nextRow = 0

    private final class Plane {
        var box: ByteBox

        init(width: Int, radius: Int) { box = ByteBox(width: width, radius: radius) }

        func add(
            _ queue: borrowing RowQueue<Premultiplied>,
            _ row: Int,
            _ channel: Int,
            times factor: Int32
        ) {
            box.add(queue.row(row, of: channel), times: factor)
        }
    }

    init(_ upstream: any BandSource<Premultiplied>, radius: Int) {
        self.upstream = upstream
        self.radius = radius
        let (size, layout) = (upstream.size, upstream.layout)
        (self.size, self.layout) = (size, layout)
        input = upstream.makeBand()
        queue = RowQueue(
            layout: layout,
            width: size.width,
            capacity: Self.rowCount(radius, size)
        )
        planes = (0..<layout.channelCount).map { _ in Plane(width: size.width, radius: radius) }
    }

    private static func rowCount(_ radius: Int, _ size: PixelSize) -> Int {
        min(size.height, 2 * radius + 2 + bandHeight)
    }

    /// The stage memory, in bytes.
    static func byteCount(_ radius: Int, size: PixelSize, layout: ChannelLayout) -> Int {
        Band<Premultiplied>.byteCount(
            layout: layout,
            width: size.width,
            capacity: rowCount(radius, size) + bandHeight
        ) + layout.channelCount * ByteBox.byteCount(width: size.width)
    }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            if nextRow == 0 {
                for offset in -radius...radius { try add(offset, times: 1) }
            } else {
                try add(nextRow + radius, times: 1)
                try add(nextRow - 1 - radius, times: -1)
            }
            queue.drop(before: nextRow - radius)
            for channel in 0..<layout.channelCount {
                var target = band.mutableRow(row, of: channel)
                planes[channel].box.settle(into: &target)
            }
            nextRow += 1
        }
        band.rowCount = count
    }

    /// Adds a row, times a factor, to the sums; outside of the image, the row at its edge.
    private func add(_ position: Int, times factor: Int32) throws(RenderError) {
        let row = min(max(position, 0), size.height - 1)
        while queue.rows.upperBound <= row {
            try queue.feed(upstream, &input)
        }
        for channel in 0..<layout.channelCount {
            planes[channel].add(queue, row, channel, times: factor)
        }
    }
}

extension ByteBoxStage {
    /// The plan of a stage that averages the square around each premultiplied pixel in 8 bits.
    struct Plan: StagePlan {
        let radius: Int

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(radius) }

        func byteCount(of input: PictureShape) -> Int {
            ByteBoxStage.byteCount(radius, size: input.size, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int { 8 * input.sampleCount }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            ByteBoxStage(upstream, radius: radius)
        }
    }
}
