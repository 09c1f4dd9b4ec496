// SPDX-License-Identifier: Apache-2.0

import Raster

/// The first half of a blur of three planes that are zero nearly everywhere, such as a change of
/// few pixels.
///
/// It makes the low-resolution rows that three ``PlaneReduction``s would make, but stores and blurs
/// only the columns that changes reach. The arithmetic is in floating point, in an order that
/// depends only on the changes.
///
///     reduction.add(…)                              // for each run of changed pixels, row by row
///     if rowsTaken >= plan.rowsNeeded(for: low) { reduction.pull(low) }      // of each plan
public struct SparseReduction: Sendable {
    /// The changes of three planes at one position; the fourth is zero.
    public typealias Change = SIMD4<Float>

    /// The low-resolution changes that ``pull(_:)`` has made, a whole row.
    public private(set) var result: [Change]

    private let rows: BlurAxis
    private let columns: BlurAxis
    private let rowShares: LowShares
    private let columnShares: LowShares

    /// The Gaussian along each axis for each plane, from the center outwards.
    private let rowWeights: [Change]
    private let columnWeights: [Change]

    /// The decimated rows, counted from the first that is summed.
    private var sums: [LowRow]

    /// The same rows after the horizontal blur; the columns are those of the results.
    private var blurred: [LowRow]

    /// The range of ``result`` that is not zero.
    private var filled = 0..<0

    /// The first row that is still kept.
    private var firstKept = 0

    private var run: [Change]
    private var extended: [Change]

    /// A row of changes at low resolution, allocated with the first one.
    private struct LowRow {
        var range = 0..<0
        var changes: [Change] = []

        mutating func add(
            _ row: [Change],
            _ columns: Range<Int>,
            times weight: Float,
            of count: Int
        ) {
            if changes.isEmpty { changes = [Change](repeating: .zero, count: count) }
            range = range.joined(with: columns)
            for column in columns { changes[column] += row[column] * weight }
        }
    }

    /// Plans the first half of a blur.
    ///
    /// - Parameter plans: The blur of each plane, which differ in their filters at most. The edge
    ///   mode is `clamp` or `mirror`, and low samples are two pixels apart or more.
    public init(plans: [PlanePlan]) {
        precondition((1...3).contains(plans.count), "there are one to three planes")
        let first = plans[0]
        precondition(
            plans.allSatisfy {
                $0.lowRows == first.lowRows && $0.lowColumns == first.lowColumns
                    && $0.rows.inputCount == first.rows.inputCount
                    && $0.columns.inputCount == first.columns.inputCount
            },
            "the planes have different grids"
        )
        precondition(first.edge == .clamp || first.edge == .mirror, "the edge mode has weights")
        func longest(_ axis: KeyPath<PlanePlan, BlurAxis>) -> BlurAxis {
            plans.map { $0[keyPath: axis] }.max { $0.gaussian.radius < $1.gaussian.radius }
                ?? first[keyPath: axis]
        }
        func weights(_ axis: KeyPath<PlanePlan, BlurAxis>) -> [Change] {
            (0...longest(axis).gaussian.radius).map { distance in
                var weights = Change.zero
                for (plane, plan) in plans.enumerated() {
                    let exact = plan[keyPath: axis].gaussian.exact
                    if distance < exact.count { weights[plane] = Float(exact[distance]) }
                }
                return weights
            }
        }
        (rows, columns) = (longest(\.rows), longest(\.columns))
        rowShares = LowShares(rows)
        columnShares = LowShares(columns)
        rowWeights = weights(\.rows)
        columnWeights = weights(\.columns)
        sums = [LowRow](repeating: LowRow(), count: rows.summed.count)
        blurred = sums
        result = [Change](repeating: .zero, count: columns.results.count)
        run = [Change](repeating: .zero, count: columns.summed.count)
        extended = [Change](
            repeating: .zero,
            count: columns.results.count + 2 * columns.gaussian.radius
        )
    }

    /// The greatest number of bytes that a reduction keeps for changes.
    ///
    /// - Parameter plan: One of the plans.
    /// - Returns: The number of bytes, exact but for small tables.
    public static func byteCount(_ plan: PlanePlan) -> Int {
        let (rows, columns) = (plan.rows, plan.columns)
        let kept = min(rows.summed.count, 4 * rows.gaussian.radius + 16)
        let width = columns.summed.count + columns.results.count
        return (kept + 4) * width * MemoryLayout<Change>.stride
            + (rows.inputCount + columns.inputCount) * 32
    }

    /// Adds changes of consecutive pixels in a row.
    ///
    /// - Parameters:
    ///   - changes: The changes, at most one beyond the last column; that one is the change of all
    ///     pixels beyond a clamped edge.
    ///   - column: The column of the first.
    ///   - row: The row; the number of rows stands for all rows beyond a clamped edge. Must not lie
    ///     above those of earlier runs by more than the rows that pulled low rows need.
    public mutating func add(_ changes: Span<Change>, column: Int, row: Int) {
        var reached = 0..<0
        for index in 0..<changes.count where changes[index] != .zero {
            let range = columnShares.range(of: column + index)
            reached = reached.joined(with: range)
            for low in range {
                run[low] += changes[index] * columnShares.weight(of: column + index, at: low)
            }
        }
        for low in rowShares.range(of: row) where low >= firstKept {
            let weight = rowShares.weight(of: row, at: low)
            sums[low].add(run, reached, times: weight, of: run.count)
        }
        for low in reached { run[low] = .zero }
    }

    /// Makes the next low-resolution row of changes in ``result``.
    ///
    /// - Parameter low: A low-resolution row, below those pulled before.
    /// - Returns: The columns that changes reach, counted from the first of a row.
    public mutating func pull(_ low: Int) -> Range<Int> {
        for column in filled { result[column] = .zero }
        filled = 0..<0
        let radius = rowWeights.count - 1
        for offset in -radius...radius {
            guard let source = rows.source(of: low + offset) else { continue }
            let index = source - rows.summed.lowerBound
            guard sums.indices.contains(index) else { continue }
            if !sums[index].range.isEmpty { blur(index) }
            let range = blurred[index].range
            let weight = rowWeights[abs(offset)]
            for column in range { result[column] += blurred[index].changes[column] * weight }
            filled = filled.joined(with: range)
        }
        let end = min(low + 1 - radius, rows.summed.upperBound) - rows.summed.lowerBound
        while firstKept < end {
            sums[firstKept] = LowRow()
            blurred[firstKept] = LowRow()
            firstKept += 1
        }
        return filled
    }

    /// Blurs a decimated row horizontally, and frees it.
    private mutating func blur(_ index: Int) {
        let row = sums[index]
        sums[index] = LowRow()
        let radius = columnWeights.count - 1
        let (summed, results) = (columns.summed, columns.results)
        // The columns that see one of those that are not zero, directly or beyond an edge.
        var first = max(results.lowerBound, summed.lowerBound + row.range.lowerBound - radius)
        var last = min(results.upperBound, summed.lowerBound + row.range.upperBound - 1 + radius)
        if summed.lowerBound + row.range.lowerBound <= radius { first = results.lowerBound }
        if row.range.upperBound == summed.count { last = results.upperBound }
        guard first <= last else { return }
        for position in (first - radius)...(last + radius) {
            let source = columns.source(of: position).map { $0 - summed.lowerBound } ?? -1
            extended[position - first + radius] =
                row.range.contains(source) ? row.changes[source] : .zero
        }
        var changes = [Change](repeating: .zero, count: results.count)
        for column in first...last {
            let center = column - first + radius
            var sum = extended[center] * columnWeights[0]
            for distance in stride(from: 1, through: radius, by: 1) {
                sum +=
                    (extended[center - distance] + extended[center + distance])
                    * columnWeights[distance]
            }
            changes[column - results.lowerBound] = sum
        }
        let start = results.lowerBound
        blurred[index] = LowRow(range: (first - start)..<(last + 1 - start), changes: changes)
    }
}

extension Range<Int> {
    /// The smallest range that contains both; an empty one counts for nothing.
    fileprivate func joined(with other: Self) -> Self {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
