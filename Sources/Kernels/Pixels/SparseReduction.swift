// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The first half of a blur of color differences that are zero nearly everywhere.
///
/// It makes the low-resolution rows that ``PlaneReduction``s would make, but stores and blurs only
/// columns that are not zero. Differences come in red, green and blue, and leave in Y, Cb and Cr.
///
/// Rows are summed first, at full width and in whole numbers, and columns when a low-resolution row
/// has all of its rows: there are fewer of them then.
///
///     reduction.add(…)                              // for each row with changes, in order
///     if rowsTaken >= plan.rowsNeeded(for: low) { reduction.pull(low) }      // of each plan
package struct SparseReduction: ~Copyable, Sendable {
    /// The differences of three planes at one position; the fourth element is zero.
    package typealias Change = SIMD4<Float>

    /// The low-resolution row of color differences that ``pull(_:)`` has computed last.
    package private(set) var result: [Change]

    private let rows: BlurAxis
    private let columns: BlurAxis
    private let rowShares: LowShares
    private let columnShares: LowShares

    /// The weights of the vertical Gaussian for each plane, from the center outwards.
    private let rowWeights: [Change]
    private let columnWeights: [Change]

    /// The sums of low-resolution rows to which further input rows may be added.
    private var openRows: OpenRows

    /// The low-resolution rows before the horizontal blur, from the first that is summed on.
    private var sums: [LowRow]

    /// The low-resolution rows after the horizontal blur, with the columns of ``result``.
    private var blurred: [LowRow]

    /// The range of ``result`` that is not zero.
    private var filled = 0..<0

    /// The index in ``sums`` of the first row that is still kept.
    private var firstKept = 0

    private var run: [Change]
    private var extended: [Change]
    private let instructionSet: InstructionSet

    /// Creates the first half of a blur of one to three planes.
    ///
    /// - Parameters:
    ///   - plans: The blur of each plane, which differ in their filters at most. The edge mode is
    ///     `clamp` or `mirror`, and low samples are two pixels apart or more.
    ///   - instructionSet: The kernel variant to use.
    package init(plans: [PlanePlan], instructionSet: InstructionSet = .current) {
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
        openRows = OpenRows(runCount: columns.inputCount / ColorRun.width + 1)
        sums = [LowRow](repeating: LowRow(), count: rows.summed.count)
        blurred = sums
        result = [Change](repeating: .zero, count: columns.results.count)
        run = [Change](repeating: .zero, count: columns.summed.count)
        extended = [Change](
            repeating: .zero,
            count: columns.results.count + 2 * columns.gaussian.radius
        )
        self.instructionSet = instructionSet
    }

    /// Returns the greatest number of bytes that a reduction keeps for color differences.
    ///
    /// - Parameter plan: One of the plans.
    /// - Returns: The number of bytes, exact but for small tables.
    package static func byteCount(_ plan: PlanePlan) -> Int {
        let (rows, columns) = (plan.rows, plan.columns)
        let kept = min(rows.summed.count, 4 * rows.gaussian.radius + 16)
        let width = columns.summed.count + columns.results.count
        return (kept + 4) * width * MemoryLayout<Change>.stride
            + (rows.inputCount + columns.inputCount) * 32
            + OpenRows.byteCount(runCount: columns.inputCount / ColorRun.width + 1)
    }

    // MARK: Rows

    /// Adds the changes of color in one row of pixels, which clipping to RGB makes, to the
    /// low-resolution sums.
    ///
    /// - Parameters:
    ///   - changed: The changes, at most one beyond the last column; that one is the change of all
    ///     pixels beyond a clamped edge.
    ///   - row: The row; the number of rows stands for all rows beyond a clamped edge. Must not lie
    ///     above that of earlier changes.
    package mutating func add(_ changed: borrowing LimitedRow, row: Int) {
        let lows = rowShares.range(of: row)
        if let weights = rowShares.plainWeights(of: row) {
            close(before: lows.lowerBound)
            openRows.add(changed, weights, to: lows.lowerBound, instructionSet.kernels)
            return
        }
        // Rows near an edge contribute to many low-resolution rows, or more than once to one.
        close(before: rows.summed.count)
        openRows.add(changed, SIMD4(repeating: 1), to: 0, instructionSet.kernels)
        let reached = Self.decimate(openRows, 0, columnShares, columns.inputCount, into: &run)
        for low in lows where low >= firstKept && !reached.isEmpty {
            sums[low].add(run, reached, times: rowShares.weight(of: row, at: low))
        }
        clearRun(reached)
        openRows.clear()
    }

    /// Reduces the columns of all low-resolution rows before one, which get no more input rows.
    private mutating func close(before end: Int) {
        while let low = openRows.first, low < end {
            let reached = Self.decimate(
                openRows,
                low,
                columnShares,
                columns.inputCount,
                into: &run
            )
            if !reached.isEmpty && low >= firstKept {
                sums[low].add(run, reached, times: 1 / Float(rows.decimation.unit))
            }
            clearRun(reached)
            openRows.removeFirst()
        }
    }

    /// Reduces the columns of a row of sums to low resolution.
    ///
    /// - Returns: The columns that changes reach.
    private static func decimate(
        _ openRows: borrowing OpenRows,
        _ low: Int,
        _ shares: LowShares,
        _ width: Int,
        into row: inout [Change]
    ) -> Range<Int> {
        var reached = 0..<0
        var lows = row.mutableSpan
        let weights = shares.allWeights
        for run in 0..<openRows.runCount where openRows.isMarked(run, low) {
            let sums = openRows.sums(ofRun: run, low)
            for lane in 0..<min(ColorRun.width, width + 1 - run * ColorRun.width) {
                let color = SIMD4(
                    sums[lane],
                    sums[ColorRun.width + lane],
                    sums[2 * ColorRun.width + lane],
                    0
                )
                guard color != SIMD4() else { continue }
                let change = change(SIMD4<Float>(color))
                let column = run * ColorRun.width + lane
                let range = shares.range(of: column)
                reached = reached.joined(with: range)
                let start = shares.start(of: column)
                for (index, low) in range.enumerated() {
                    lows[low] += change * weights[start + index]
                }
            }
        }
        return reached
    }

    private mutating func clearRun(_ columns: Range<Int>) {
        var lows = run.mutableSpan
        for low in columns { lows[low] = .zero }
    }

    // MARK: Low rows

    /// Computes the next low-resolution row of color differences in ``result``.
    ///
    /// - Parameter low: A low-resolution row, below those pulled before.
    /// - Returns: The columns that changes reach, counted from the first of a row.
    package mutating func pull(_ low: Int) -> Range<Int> {
        let radius = rowWeights.count - 1
        close(
            before: (-radius...radius).compactMap { index(of: low + $0) }.max().map { $0 + 1 } ?? 0
        )
        for offset in -radius...radius {
            guard let index = index(of: low + offset) else { continue }
            if !sums[index].range.isEmpty { blur(index) }
        }
        // Taken out, so that the array is neither copied nor checked for each change.
        var taken: [Change] = []
        swap(&taken, &self.result)
        defer { swap(&taken, &self.result) }
        var result = taken.mutableSpan
        for column in filled { result[column] = .zero }
        filled = 0..<0
        let kernels = instructionSet.kernels
        for offset in -radius...radius {
            guard let index = index(of: low + offset) else { continue }
            let range = blurred[index].range
            let weight = rowWeights[abs(offset)]
            let changes = blurred[index].changes
            Self.add(changes.span, range, weight, to: &result, kernels)
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

    /// Returns the index in ``sums`` of the low-resolution row at a position, which may be beyond
    /// an edge.
    private func index(of position: Int) -> Int? {
        guard let source = rows.source(of: position) else { return nil }
        let index = source - rows.summed.lowerBound
        return sums.indices.contains(index) ? index : nil
    }

    /// Blurs a low-resolution row horizontally, and frees the row before the blur.
    private mutating func blur(_ index: Int) {
        let row = sums[index]
        sums[index] = LowRow()
        let radius = columnWeights.count - 1
        let (summed, results) = (columns.summed, columns.results)
        // The columns whose Gaussian reads a nonzero column, inside the plane or beyond an edge.
        var first = max(results.lowerBound, summed.lowerBound + row.range.lowerBound - radius)
        var last = min(results.upperBound, summed.lowerBound + row.range.upperBound - 1 + radius)
        if summed.lowerBound + row.range.lowerBound <= radius { first = results.lowerBound }
        if row.range.upperBound == summed.count { last = results.upperBound }
        guard first <= last else { return }
        // Taken out, so that the array is not copied.
        var taken: [Change] = []
        swap(&taken, &self.extended)
        defer { swap(&taken, &self.extended) }
        var extended = taken.mutableSpan
        for position in (first - radius)...(last + radius) {
            let source = columns.source(of: position).map { $0 - summed.lowerBound } ?? -1
            extended[position - first + radius] =
                row.range.contains(source) ? row.changes[source] : .zero
        }
        var changes = [Change](repeating: .zero, count: results.count)
        var blurredSpan = changes.mutableSpan
        let columnWeights = columnWeights
        let weights = columnWeights.span
        let sums = (first - results.lowerBound)..<(last + 1 - results.lowerBound)
        let kernels = instructionSet.kernels
        for distance in -radius...radius {
            let start = radius + distance
            var target = blurredSpan._mutatingExtracting(sums)
            kernels.addMultiple(
                of: extended.span.extracting(start..<(start + sums.count)),
                weights[abs(distance)],
                to: &target
            )
        }
        blurred[index] = LowRow(range: sums, changes: changes)
    }

    private static func add(
        _ row: Span<Change>,
        _ columns: Range<Int>,
        _ weight: Change,
        to result: inout MutableSpan<Change>,
        _ kernels: any KernelSet.Type
    ) {
        var target = result._mutatingExtracting(columns)
        kernels.addMultiple(of: row.extracting(columns), weight, to: &target)
    }
}
