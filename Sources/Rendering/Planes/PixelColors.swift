// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// The changes of color of low-resolution samples, and of pixels where the two differ.
///
/// A linear change of interpolated samples is the interpolation of changed samples. But colors are
/// limited to RGB, and curves bend. So pixels are made where low-resolution samples lie on both
/// sides of a limit, or too far apart on a curve: squares of pixels that need the same blocks of the
/// result.
final class PixelColors {
    /// The side of a square, in pixels.
    let side: Int

    private let color: PlaneColor
    private let expansion: PixelExpansion
    private let size: PixelSize
    private let channelCount: Int
    private var bends: ColorBends

    /// The latest low-resolution rows before they are changed, one channel after the other; position
    /// *n* in slot *n* modulo their number.
    private var ring: [[UInt16]]

    /// The marks of the same rows.
    private var marks: [[UInt8]]

    private let firstLow: Int
    private let firstColumn: Int
    private var nextLow: Int

    /// The weights in the columns of each square of a row.
    private let columns: [PixelExpansion.Weights]

    /// Several squares, side by side.
    private var squares: PixelSquares

    /// The pixels of the current squares.
    private var pixels: Band<Straight>

    /// Begins with the first low-resolution row; nil where colors change linearly.
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

    /// The number of pixels in a row of several squares.
    private static let width = 64

    /// The number of low-resolution rows that are kept: those of a group, and those that planes
    /// with other filters need in advance.
    private static func rowCount(_ route: PlaneRoute) -> Int {
        route.output.groupHeight / route.expansions[0].step + 2 * route.lowRowCount + 12
    }

    /// The greatest number of bytes that pixels occupy beside low-resolution rows.
    static func byteCount(_ route: PlaneRoute) -> Int {
        guard route.color.isBent else { return 0 }
        let low = rowCount(route) * route.expansions[0].lowWidth
        return low * (route.lowLayout.channelCount * MemoryLayout<UInt16>.stride + 1)
            + 64 * route.output.size.width
            + ColorBends.byteCount(route)
    }

    // MARK: Low rows

    /// Changes the colors of the next low-resolution rows.
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
            let samples = band.row(row, of: channel)
            let start = channel * samples.count
            for x in 0..<samples.count { kept[start + x] = samples[x] }
        }
        swap(&kept, &ring[slot])
    }

    private func slot(of low: Int) -> Int {
        precondition(low < nextLow && low >= nextLow - ring.count, "a low row that is not kept")
        return (low - firstLow) % ring.count
    }

    // MARK: Squares

    /// Makes the pixels of all squares in a group of rows of the result in which colors bend.
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

    /// The squares with pixels from windows of low-resolution samples that are marked.
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

    /// The positions at which windows of three samples end; beyond the last sample, it is repeated.
    private static func ends(
        _ weights: PixelExpansion.Weights,
        before end: Int
    ) -> ClosedRange<Int> {
        let last = min(weights.first + weights.count, end) - 1
        return min(weights.first + 2, last)...last
    }

    /// The low-resolution samples of a channel around a square; beyond the last, it is repeated.
    private func neighbors(
        _ rows: PixelExpansion.Weights,
        _ columns: PixelExpansion.Weights,
        _ channel: Int
    ) -> [Float] {
        var samples: [Float] = []
        samples.reserveCapacity(rows.count * columns.count)
        for low in rows.first..<(rows.first + rows.count) {
            let row = ring[slot(of: min(low, nextLow - 1))]
            let width = row.count / channelCount
            for column in columns.first..<(columns.first + columns.count) {
                samples.append(Float(row[channel * width + min(column - firstColumn, width - 1)]))
            }
        }
        return samples
    }
}
