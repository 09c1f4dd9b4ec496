// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// A function that makes a row of premultiplied pixels from the rows around it.
protocol WindowFunction: AnyObject {
    /// Writes a row of the result.
    ///
    /// - Parameters:
    ///   - row: The number of the row.
    ///   - rows: The rows around it, continued on both sides.
    ///   - band: A band whose row is written.
    ///   - index: The row of the band.
    func make(
        _ row: Int,
        from rows: borrowing WindowRows,
        into band: inout Band<Premultiplied>,
        at index: Int
    )
}

/// The rows around a row, continued beyond the edges by the border pixels.
struct WindowRows: ~Copyable {
    fileprivate var queue: RowQueue<Premultiplied>
    fileprivate let height: Int

    /// Returns a row of a channel, with as many samples on both sides as a window reaches.
    @_lifetime(borrow self)
    func row(_ row: Int, of channel: Int) -> Span<UInt16> {
        queue.row(min(max(row, 0), height - 1), of: channel)
    }
}

/// Computes each pixel from the pixels in a window around it.
final class WindowStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let function: any WindowFunction
    private let reach: Int
    private var input: Band<Premultiplied>

    /// A buffer of rows that are continued on both sides by their first and last pixels.
    private var wide: Band<Premultiplied>
    private var rows: WindowRows
    private var nextRow = 0

    init(_ upstream: any BandSource<Premultiplied>, reach: Int, function: any WindowFunction) {
        self.upstream = upstream
        self.function = function
        self.reach = reach
        (size, layout) = (upstream.size, upstream.layout)
        input = upstream.makeBand()
        let width = size.width + 2 * reach
        wide = Band(layout: layout, width: width, capacity: bandHeight)
        rows = WindowRows(
            queue: RowQueue(layout: layout, width: width, capacity: Self.rowCount(reach, size)),
            height: size.height
        )
    }

    private static func rowCount(_ reach: Int, _ size: PixelSize) -> Int {
        min(size.height, 2 * reach + 1 + bandHeight)
    }

    /// The stage memory without the function's, in bytes.
    static func byteCount(reach: Int, _ input: PictureShape) -> Int {
        input.bandByteCount
            + Band<Premultiplied>.byteCount(
                layout: input.layout,
                width: input.size.width + 2 * reach,
                capacity: bandHeight + rowCount(reach, input.size)
            )
    }

    /// The number of samples whose work equals that of starting a row.
    fileprivate static let shortestRow = 256

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { rows.queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            let last = min(nextRow + reach, size.height - 1)
            rows.queue.drop(before: nextRow - reach)
            while rows.queue.rows.upperBound <= last { try feed() }
            function.make(nextRow, from: rows, into: &band, at: row)
            nextRow += 1
        }
        band.rowCount = count
    }

    private func feed() throws(RenderError) {
        try upstream.pullRows(into: &input)
        wide.widen(input, by: reach)
        rows.queue.append(wide)
    }
}

extension WindowStage {
    /// The plan of a stage that computes each pixel from the pixels in a window.
    struct Plan: StagePlan {
        let function: Neighborhood.Kind

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(function.reach) }

        func byteCount(of input: PictureShape) -> Int {
            WindowStage.byteCount(reach: function.reach, input)
                + function.byteCount(width: input.size.width)
        }

        func work(on input: PictureShape) -> Int {
            let (size, reach) = (input.size, function.reach)
            // Each row of the window costs a call, however short it is.
            let width = max(size.width + 2 * reach, WindowStage.shortestRow)
            return function.passes * input.layout.channelCount * size.height * width
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            WindowStage(
                upstream,
                reach: function.reach,
                function: function.makeFunction(width: upstream.size.width)
            )
        }
    }
}
