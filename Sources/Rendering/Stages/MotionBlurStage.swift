// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Averages premultiplied pixels along a line through each pixel.
///
/// Edges are clamped. It keeps as many rows as the line covers.
final class MotionBlurStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let taps: MotionTaps
    private var input: Band<Premultiplied>

    /// A buffer of rows that are continued on both sides by their first and last pixels.
    private var wide: Band<Premultiplied>
    private var queue: RowQueue<Premultiplied>
    private var sums: WeightedSums
    private var nextRow = 0

    init(_ upstream: any BandSource<Premultiplied>, blur: MotionBlur) {
        self.upstream = upstream
        (size, layout) = (upstream.size, upstream.layout)
        taps = MotionTaps(blur)
        input = upstream.makeBand()
        let width = size.width + 2 * taps.columnReach
        wide = Band(layout: layout, width: width, capacity: bandHeight)
        queue = RowQueue(layout: layout, width: width, capacity: Self.rowCount(taps.rowReach, size))
        sums = WeightedSums(width: size.width)
    }

    private static func rowCount(_ rowReach: Int, _ size: PixelSize) -> Int {
        min(size.height, 2 * rowReach + 1 + bandHeight)
    }

    /// The stage memory, in bytes.
    static func byteCount(_ blur: MotionBlur, size: PixelSize, layout: ChannelLayout) -> Int {
        let line = MotionTaps.Line(blur)
        func band(_ width: Int, _ capacity: Int) -> Int {
            Band<Premultiplied>.byteCount(layout: layout, width: width, capacity: capacity)
        }
        return band(size.width, bandHeight) + WeightedSums.byteCount(width: size.width)
            + band(size.width + 2 * line.columnReach, bandHeight + rowCount(line.rowReach, size))
    }

    /// The work of the blur, in passes over a sample.
    static func passes(_ blur: MotionBlur) -> Int { 2 + MotionTaps.Line(blur).count / 2 }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            let last = min(nextRow + taps.rowReach, size.height - 1)
            queue.drop(before: nextRow - taps.rowReach)
            while queue.rows.upperBound <= last { try feed() }
            for channel in 0..<layout.channelCount { blur(channel, into: &band, row) }
            nextRow += 1
        }
        band.rowCount = count
    }

    private func blur(_ channel: Int, into band: inout Band<Premultiplied>, _ row: Int) {
        sums.clear()
        for line in taps.rows {
            let source = min(max(nextRow + line.offset, 0), size.height - 1)
            Self.add(queue, source, channel, line, center: taps.columnReach, to: &sums)
        }
        var target = band.mutableRow(row, of: channel)
        sums.settle(into: &target)
    }

    private static func add(
        _ queue: borrowing RowQueue<Premultiplied>,
        _ row: Int,
        _ channel: Int,
        _ line: MotionTaps.Row,
        center: Int,
        to sums: inout WeightedSums
    ) {
        sums.add(queue.row(row, of: channel), line.taps, center: center)
    }

    private func feed() throws(RenderError) {
        try upstream.pullRows(into: &input)
        wide.widen(input, by: taps.columnReach)
        queue.append(wide)
    }
}

extension Band {
    /// Copies the rows of a narrower band, and continues them on both sides by their first and last
    /// samples.
    mutating func widen(_ other: borrowing Band<Form>, by margin: Int) {
        rowCount = other.rowCount
        for channel in 0..<layout.channelCount {
            for index in 0..<other.rowCount {
                let source = other.row(index, of: channel)
                var target = mutableRow(index, of: channel)
                for x in 0..<target.count {
                    target[x] = source[min(max(x - margin, 0), source.count - 1)]
                }
            }
        }
    }
}

extension MotionBlurStage {
    /// The plan of a stage that averages premultiplied pixels along lines.
    struct Plan: StagePlan {
        let blur: MotionBlur

        func relation(of input: PictureShape) -> RowIntake.Relation {
            .ahead(MotionTaps.Line(blur).rowReach)
        }

        func byteCount(of input: PictureShape) -> Int {
            MotionBlurStage.byteCount(blur, size: input.size, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int {
            MotionBlurStage.passes(blur) * input.sampleCount
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            MotionBlurStage(upstream, blur: blur)
        }
    }
}

extension MotionBlur: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        planner.append(premultiplied: MotionBlurStage.Plan(blur: self))
    }
}
