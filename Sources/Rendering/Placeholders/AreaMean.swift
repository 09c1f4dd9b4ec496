// SPDX-License-Identifier: Apache-2.0

import Raster

/// Averages the samples of a plane over the cells of a grid, each weighted by the area it covers.
///
/// Sums are exact, so that no cell is off by more than the rounding of a double.
struct AreaMean {
    /// The means of all cells, row by row; 0 to 1.
    ///
    /// The means are incomplete before the last row is added.
    private(set) var values: [Double]

    private let columns: [AreaAxis.Cell]
    private let rows: [AreaAxis.Cell]
    private var nextRow = 0
    private var firstCell = 0
    private var means: [Double]

    /// Creates means of zero for the cells of a grid, before any row of samples is added.
    init(columns: AreaAxis, rows: AreaAxis) {
        self.columns = columns.cells
        self.rows = rows.cells
        values = [Double](repeating: 0, count: columns.cells.count * rows.cells.count)
        means = [Double](repeating: 0, count: columns.cells.count)
    }

    /// Adds the next row of samples to the means.
    mutating func add(_ row: Span<UInt16>) {
        add(scale: 1 / 65_535) { Int(row[$0]) }
    }

    /// Adds the next row of samples to the means, each multiplied by its alpha.
    mutating func add(_ row: Span<UInt16>, times alpha: Span<UInt16>) {
        add(scale: 1 / (65_535 * 65_535)) { Int(row[$0]) * Int(alpha[$0]) }
    }

    @inline(__always)
    private mutating func add(scale: Double, _ sample: (Int) -> Int) {
        for index in columns.indices {
            let cell = columns[index]
            let (first, last) = (cell.samples.lowerBound, cell.samples.upperBound - 1)
            var mean = Double(sample(first)) * cell.firstShare
            if last > first {
                var sum = 0
                for place in (first + 1)..<last { sum += sample(place) }
                mean += Double(sum) * cell.innerShare + Double(sample(last)) * cell.lastShare
            }
            means[index] = mean * scale
        }
        while firstCell < rows.count, rows[firstCell].samples.upperBound <= nextRow {
            firstCell += 1
        }
        var row = firstCell
        while row < rows.count, rows[row].samples.contains(nextRow) {
            let share = rows[row].share(of: nextRow)
            let start = row * columns.count
            for x in columns.indices { values[start + x] += means[x] * share }
            row += 1
        }
        nextRow += 1
    }
}
