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

    /// The taps of all columns.
    private let columns: [PixelExpansion.Taps]

    /// Pixels of several squares, side by side.
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
        columns = [PixelExpansion.Taps](
            (0..<(size.width + side)).map { [expansion] in expansion.taps(ofColumn: $0) }
        )
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
            + route.output.size.width * MemoryLayout<PixelExpansion.Taps>.stride
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
    ///   - body: Takes rows of pixels of 256 times the byte value, the column in which a square
    ///     begins there, and the index of the square in its row.
    func forEachSquare(
        ofGroup group: Int,
        _ body: (borrowing Band<Straight>, _ column: Int, _ square: Int) -> Void
    ) {
        let rows = (0..<side).map { expansion.taps(ofRow: group * side + $0) }
        let squares = bentSquares(rows)
        let capacity = Self.width / side
        for start in stride(from: 0, to: squares.count, by: capacity) {
            let some = squares[start..<min(start + capacity, squares.count)]
            for (index, square) in some.enumerated() {
                interpolate(square, rows, into: &pixels, at: index * side)
            }
            color.apply(to: &pixels)
            for (index, square) in some.enumerated() { body(pixels, index * side, square) }
        }
    }

    /// The squares with low-resolution samples that are marked.
    private func bentSquares(_ rows: [PixelExpansion.Taps]) -> [Int] {
        var joined = [UInt8](repeating: 0, count: marks[0].count)
        var isMarked = false
        for low in rows[0].first...min(rows[side - 1].first + 2, nextLow - 1) {
            let row = marks[slot(of: low)]
            for x in row.indices { joined[x] |= row[x] }
        }
        isMarked = joined.contains { $0 != 0 }
        guard isMarked else { return [] }
        return (0..<((size.width + side - 1) / side)).filter { square in
            let first = columns[square * side].first - firstColumn
            let last = columns[square * side + side - 1].first + 2 - firstColumn
            return joined[first...min(last, joined.count - 1)].contains { $0 != 0 }
        }
    }

    private func interpolate(
        _ square: Int,
        _ rows: [PixelExpansion.Taps],
        into pixels: inout Band<Straight>,
        at start: Int
    ) {
        let taps = columns[(square * side)..<(square * side + side)]
        let first = taps[taps.startIndex].first - firstColumn
        let count = taps[taps.endIndex - 1].first + 3 - firstColumn - first
        let lows = rows[0].first...(rows[side - 1].first + 2)
        let low = lows.map { neighbors(of: $0, from: first, count: count) }
        var wide = [SIMD4<Float>](repeating: .zero, count: count)
        var line = [SIMD4<Float>](repeating: .zero, count: side)
        for (y, row) in rows.enumerated() {
            let above = row.first - lows.lowerBound
            for column in 0..<count {
                wide[column] =
                    low[above][column] * row.weights.0 + low[above + 1][column] * row.weights.1
                    + low[above + 2][column] * row.weights.2
            }
            for (x, tap) in taps.enumerated() {
                let column = tap.first - firstColumn - first
                line[x] =
                    wide[column] * tap.weights.0 + wide[column + 1] * tap.weights.1
                    + wide[column + 2] * tap.weights.2
            }
            for channel in 0..<channelCount {
                var samples = pixels.mutableRow(y, of: channel)
                for x in 0..<side { samples[start + x] = UInt16(line[x][channel].rounded()) }
            }
        }
    }

    /// Consecutive samples of a low-resolution row, of all channels; beyond the last, it is repeated.
    private func neighbors(of low: Int, from first: Int, count: Int) -> [SIMD4<Float>] {
        let row = ring[slot(of: min(low, nextLow - 1))]
        let width = row.count / channelCount
        return (first..<(first + count)).map { column in
            var color = SIMD4<Float>()
            for channel in 0..<channelCount {
                color[channel] = Float(row[channel * width + min(column, width - 1)])
            }
            return color
        }
    }
}
