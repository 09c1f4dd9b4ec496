// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The first half of a blur of color differences that are zero nearly everywhere.
///
/// Adds the low-resolution rows of the differences to the rows of three planes. Gives the results
/// of three ``PlaneReduction``s, but decimates only columns that are not zero. Differences come in
/// red, green and blue, and are added to Y, Cb and Cr.
///
/// Rows are summed first, at full width and in whole numbers, and columns when a low-resolution row
/// has all of its rows: there are fewer of them then. Decimated rows are few, and blurred whole.
///
///     reduction.add(…)                              // for each row with changes, in order
///     if rowsTaken >= plan.rowsNeeded(for: low) { reduction.pull(low, …) }      // of each plan
package struct SparseReduction: ~Copyable, Sendable {
    /// The differences of three planes at one position; the fourth element is zero.
    typealias Change = SIMD4<Float>

    private let rows: BlurAxis
    private let columns: BlurAxis
    private let rowShares: LowShares
    private let columnShares: LowShares

    /// The sums of low-resolution rows to which further input rows may be added.
    private var openRows: OpenRows

    /// The low-resolution rows before the blur, from the first that is summed on.
    private var sums: [LowRow]

    /// The blur of the low-resolution rows of each plane.
    private var blurs: [3 of LowBlur]

    private var run: [Change]
    private let instructionSet: InstructionSet

    /// Creates the first half of a blur of Y, Cb and Cr.
    ///
    /// - Parameters:
    ///   - plans: The blur of each plane, which differ in their filters at most. The edge mode is
    ///     `clamp` or `mirror`, and low samples are two pixels apart or more.
    ///   - instructionSet: The kernel variant to use.
    package init(plans: [PlanePlan], instructionSet: InstructionSet = .current) {
        precondition(plans.count == 3, "there are three planes")
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
        // A longer filter reaches more low-resolution samples beyond a mirrored edge.
        func longest(_ axis: KeyPath<PlanePlan, BlurAxis>) -> BlurAxis {
            plans.map { $0[keyPath: axis] }.max { $0.gaussian.radius < $1.gaussian.radius }
                ?? first[keyPath: axis]
        }
        (rows, columns) = (longest(\.rows), longest(\.columns))
        rowShares = LowShares(rows)
        columnShares = LowShares(columns)
        openRows = OpenRows(runCount: columns.inputCount / ColorRun.width + 1)
        sums = [LowRow](repeating: LowRow(), count: rows.summed.count)
        blurs = [3 of LowBlur] { plane in
            LowBlur(plans[plane], plane: plane, instructionSet: instructionSet)
        }
        run = [Change](repeating: .zero, count: columns.summed.count)
        self.instructionSet = instructionSet
    }

    /// Returns the greatest number of bytes that a reduction keeps for color differences.
    ///
    /// - Parameter plan: One of the plans.
    /// - Returns: The number of bytes, without small tables; rows of sums are estimated.
    package static func byteCount(_ plan: PlanePlan) -> Int {
        let (rows, columns) = (plan.rows, plan.columns)
        // A row of sums is kept from its first change until all planes have blurred it.
        let kept = min(rows.summed.count, 4 * rows.gaussian.radius + 16)
        let (width, lowWidth) = (columns.summed.count, columns.results.count)
        return (kept + 1) * width * MemoryLayout<Change>.stride
            + 3 * PlanePlan(ofLow: plan).reductionByteCount
            + 3 * (width + lowWidth) * MemoryLayout<UInt16>.stride
            + (rows.inputCount + columns.inputCount) * 32
            + OpenRows.byteCount(runCount: columns.inputCount / ColorRun.width + 1)
    }

    // MARK: Rows

    /// Adds the changes of color in one row of pixels, made by clipping to RGB, to the
    /// low-resolution sums.
    ///
    /// - Parameters:
    ///   - changed: The changes, at most one beyond the last column; that one is the change of all
    ///     pixels beyond a clamped edge.
    ///   - row: The row; the number of rows stands for all rows beyond a clamped edge. Must not lie
    ///     above the row of earlier changes.
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
        for low in lows where !reached.isEmpty {
            precondition(isOpen(low), "a row of changes comes too late")
            sums[low].add(run, reached, times: rowShares.weight(of: row, at: low))
        }
        clearRun(reached)
        openRows.clear()
    }

    /// Whether no plane has blurred a low-resolution row of sums yet.
    private func isOpen(_ low: Int) -> Bool {
        blurs.indices.allSatisfy { low >= blurs[$0].nextSum }
    }

    /// Reduces the columns of all low-resolution rows before one that gets no more input rows.
    private mutating func close(before end: Int) {
        while let low = openRows.first, low < end {
            let reached = Self.decimate(
                openRows,
                low,
                columnShares,
                columns.inputCount,
                into: &run
            )
            if !reached.isEmpty {
                precondition(isOpen(low), "a row of changes comes too late")
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

    /// Adds the color differences of a plane in a low-resolution row to its samples.
    ///
    /// - Parameters:
    ///   - low: The low-resolution row, one of ``PlanePlan/lowRows``, below those pulled before. All
    ///     changes before ``PlanePlan/rowsNeeded(for:)`` of the plane have been added.
    ///   - plane: The index of the plane: Y, Cb or Cr.
    ///   - samples: The samples of the row, of which a level has 257 units.
    package mutating func pull(
        _ low: Int,
        of plane: Int,
        addingTo samples: inout MutableSpan<UInt16>
    ) {
        while blurs[plane].nextLow <= low {
            while !blurs[plane].makeRow() { pushRow(of: plane) }
        }
        blurs[plane].add(to: &samples)
    }

    /// Passes the next row of sums to the blur of a plane, and frees it after the last plane.
    private mutating func pushRow(of plane: Int) {
        let index = blurs[plane].nextSum
        close(before: index + 1)
        blurs[plane].push(sums[index])
        let isUsed = blurs.indices.allSatisfy { blurs[$0].nextSum > index }
        if isUsed { sums[index] = LowRow() }
    }
}
