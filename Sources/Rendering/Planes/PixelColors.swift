// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Applies color filters to low-resolution samples, and to single pixels where that is not exact.
///
/// A linear color filter of interpolated samples is the interpolation of filtered samples. But
/// colors are clipped to RGB, and curves bend. So pixels are made where low-resolution samples lie
/// on both sides of a limit, or too far apart on a curve: squares of pixels that need the same
/// blocks of the result.
final class PixelColors {
    /// The side of a square of pixels that is made at a time, in pixels.
    let side: Int

    private let color: PlaneColor
    private let expansion: PixelExpansion
    private let size: PixelSize
    private let channelCount: Int
    private var bends: ColorBends

    /// A ring of the latest low-resolution rows before color filters, one channel after the other;
    /// row *n* is in slot *n* modulo the number of slots.
    private var ring: [[UInt16]]

    /// For each row in the ring, the marks of windows of samples in which color filters are not
    /// linear.
    private var marks: [[UInt8]]

    private let firstLow: Int
    private let firstColumn: Int
    private var nextLow: Int

    /// For each square in a row of squares, the weights that interpolate its columns of pixels.
    private let columns: [PixelExpansion.Weights]

    /// A buffer for several squares of interpolated pixels, side by side.
    private var squares: PixelSquares

    /// A buffer for the filtered pixels of the current squares.
    private var pixels: Band<Straight>

    /// Creates the color filters of a route; nil where all of them are linear.
    init?(_ route: PlaneRoute) {
        guard route.color.isBent else { return nil }
        let plan = route.expansions[0]
        color = route.color
        side = route.output.groupHeight
        size = route.output.size
        channelCount = route.lowLayout.channelCount
        expansion = PixelExpansion(plan)
        bends = ColorBends(route)
        let count = Self.rowCount(route)
        let row = [UInt16](repeating: 0, count: plan.lowWidth * channelCount)
        ring = [[UInt16]](repeating: row, count: count)
        marks = [[UInt8]](repeating: [UInt8](repeating: 0, count: plan.lowWidth), count: count)
        firstLow = plan.lowRows.lowerBound
        firstColumn = plan.lowColumns.lowerBound
        nextLow = firstLow
        columns = stride(from: 0, to: size.width, by: side).map { [side, expansion] start in
            expansion.weights(ofColumns: start..<(start + side))
        }
        squares = PixelSquares(side: side, count: Self.width / side)
        pixels = Band(layout: route.lowLayout, width: Self.width, capacity: side)
        pixels.rowCount = side
    }

    /// The width of the buffers for several squares side by side, in pixels.
    private static let width = 128

    /// Returns the number of low-resolution rows in the ring: the rows of a group, and the rows
    /// that planes with other filters need in advance.
    private static func rowCount(_ route: PlaneRoute) -> Int {
        route.output.groupHeight / route.expansions[0].step + 2 * route.lowRowCount + 12
    }

    /// The greatest memory that pixels need in addition to low-resolution rows, in bytes.
    static func byteCount(_ route: PlaneRoute) -> Int {
        guard route.color.isBent else { return 0 }
        let low = rowCount(route) * route.expansions[0].lowWidth
        return low * (route.lowLayout.channelCount * MemoryLayout<UInt16>.stride + 1)
            + 64 * route.output.size.width
            + ColorBends.byteCount(route)
    }

    // MARK: Low rows

    /// Applies the color filters to the next low-resolution rows, and keeps the unfiltered rows.
    func apply(to band: inout Band<Straight>) {
        for row in 0..<band.rowCount {
            keep(band, row, in: (nextLow + row - firstLow) % ring.count)
        }
        color.apply(to: &band, marking: &bends)
        for row in 0..<band.rowCount {
            marks[(nextLow + row - firstLow) % ring.count] = bends.marks(ofRow: row)
        }
        nextLow += band.rowCount
    }

    private func keep(_ band: borrowing Band<Straight>, _ row: Int, in slot: Int) {
        // Taken out, so that the array is not copied.
        var kept: [UInt16] = []
        swap(&kept, &ring[slot])
        for channel in 0..<channelCount {
            var samples = kept.mutableSpan
            samples.copy(band.row(row, of: channel), at: channel * band.width)
        }
        swap(&kept, &ring[slot])
    }

    private func slot(of low: Int) -> Int {
        precondition(low < nextLow && low >= nextLow - ring.count, "a low row that is not kept")
        return (low - firstLow) % ring.count
    }

    // MARK: Squares

    /// Makes the pixels of those squares in a group of rows where color filters are not linear.
    ///
    /// - Parameters:
    ///   - group: The index of the group.
    ///   - body: Takes several squares side by side, as pixels of 256 times the byte value, and their
    ///     indices in the row of squares.
    func forEachSquare(
        ofGroup group: Int,
        _ body: (borrowing Band<Straight>, ArraySlice<Int>) -> Void
    ) {
        let rows = expansion.weights(ofRows: (group * side)..<((group + 1) * side))
        let bent = bentSquares(rows)
        let capacity = Self.width / side
        for start in stride(from: 0, to: bent.count, by: capacity) {
            let some = bent[start..<min(start + capacity, bent.count)]
            for channel in 0..<channelCount {
                for (index, square) in some.enumerated() {
                    let low = neighbors(rows, columns[square], channel)
                    squares.interpolate(index, low.span, rows: rows, columns: columns[square])
                }
                Self.settle(squares, into: &pixels, channel)
            }
            color.apply(to: &pixels)
            body(pixels, some)
        }
    }

    private static func settle(
        _ squares: borrowing PixelSquares,
        into pixels: inout Band<Straight>,
        _ channel: Int
    ) {
        for row in 0..<squares.side {
            var samples = pixels.mutableRow(row, of: channel)
            squares.settle(row, into: &samples)
        }
    }

    /// Finds the squares whose pixels are interpolated from marked windows of low-resolution
    /// samples.
    private func bentSquares(_ rows: PixelExpansion.Weights) -> [Int] {
        var joined = [UInt8](repeating: 0, count: marks[0].count)
        for low in Self.ends(rows, before: nextLow) {
            let row = marks[slot(of: low)]
            for x in row.indices { joined[x] |= row[x] }
        }
        guard joined.contains(where: { $0 != 0 }) else { return [] }
        let end = firstColumn + joined.count
        return columns.indices.filter { square in
            Self.ends(columns[square], before: end).contains { joined[$0 - firstColumn] != 0 }
        }
    }

    /// Returns the index of the third sample of each window of three, limited to the index of the
    /// last sample.
    private static func ends(
        _ weights: PixelExpansion.Weights,
        before end: Int
    ) -> ClosedRange<Int> {
        let last = min(weights.first + weights.count, end) - 1
        return min(weights.first + 2, last)...last
    }

    /// Returns the low-resolution samples of a channel around a square; the last row and column are
    /// repeated.
    private func neighbors(
        _ rows: PixelExpansion.Weights,
        _ columns: PixelExpansion.Weights,
        _ channel: Int
    ) -> [Float] {
        var samples = [Float](repeating: 0, count: rows.count * columns.count)
        var target = samples.mutableSpan
        for index in 0..<rows.count {
            let row = ring[slot(of: min(rows.first + index, nextLow - 1))]
            let width = row.count / channelCount
            let source = row.span.extracting((channel * width)..<((channel + 1) * width))
            let first = columns.first - firstColumn
            for offset in 0..<columns.count {
                let low = source[min(first + offset, width - 1)]
                target[index * columns.count + offset] = Float(low)
            }
        }
        return samples
    }
}
