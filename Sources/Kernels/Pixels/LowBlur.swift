// SPDX-License-Identifier: Apache-2.0

import Raster

/// The blur of the decimated rows of one plane of color differences.
struct LowBlur: ~Copyable, Sendable {
    /// The index of the next row to push, counted from the first that is summed.
    private(set) var nextSum = 0

    /// The low-resolution row that comes out next.
    private(set) var nextLow: Int

    private let plane: Int
    private var reduction: PlaneReduction
    private var samples: Samples<UInt16>
    private var result: Samples<Int16>

    /// The units of a sample in a level: half of the units of the samples to which the result is
    /// added, because it may be negative.
    private static let level: Float = 128.5

    /// The sample that stands for no difference.
    private static let zero: Float = 32_768

    /// Creates the blur of a plane's differences.
    ///
    /// - Parameters:
    ///   - plan: The plan of the plane, whose low-resolution samples are blurred.
    ///   - plane: The index of the plane: Y, Cb or Cr.
    ///   - instructionSet: The kernel variant to use.
    init(_ plan: PlanePlan, plane: Int, instructionSet: InstructionSet) {
        self.plane = plane
        nextLow = plan.lowRows.lowerBound
        reduction = PlaneReduction(plan: PlanePlan(ofLow: plan), instructionSet: instructionSet)
        samples = Samples(repeating: 0, count: plan.columns.summed.count)
        result = Samples(repeating: 0, count: plan.lowWidth)
    }

    /// Takes the next row of differences, after ``makeRow()`` has returned false.
    ///
    /// - Parameter row: A row as wide as the samples summed, or wider.
    mutating func push(_ row: LowRow) {
        Self.settle(row, plane, into: &samples)
        let isTaken = reduction.push(row: samples)
        precondition(isTaken, "the blur needs no row")
        nextSum += 1
    }

    /// Makes the next low-resolution row.
    ///
    /// - Returns: False if the blur needs another row for it.
    mutating func makeRow() -> Bool {
        guard reduction.pull(row: &result) else { return false }
        nextLow += 1
        return true
    }

    /// Adds the latest low-resolution row to samples of which a level has 257 units.
    borrowing func add(to samples: inout MutableSpan<UInt16>) {
        let changes = result.span(0..<result.count)
        precondition(samples.count == changes.count, "a row of another plan")
        for column in 0..<changes.count {
            let sum = Int32(samples[column]) + 2 * Int32(changes[column])
            // The compiler makes vectors of this, but not of `UInt16(clamping:)`.
            samples[column] = UInt16(truncatingIfNeeded: min(max(sum, 0), 65_535))
        }
    }

    private static func settle(_ row: LowRow, _ plane: Int, into samples: inout Samples<UInt16>) {
        var result = samples.mutableSpan(0..<samples.count)
        result.update(repeating: UInt16(zero))
        switch plane {
        case 0: settle(row, into: &result) { $0.x }
        case 1: settle(row, into: &result) { $0.y }
        default: settle(row, into: &result) { $0.z }
        }
    }

    /// Rounds the differences of one plane to samples, half up.
    @inline(__always)
    private static func settle(
        _ row: LowRow,
        into samples: inout MutableSpan<UInt16>,
        plane: (SparseReduction.Change) -> Float
    ) {
        let changes = row.changes.span
        for column in row.range.clamped(to: 0..<samples.count) {
            let sample = plane(changes[column]) * level + zero + 0.5
            samples[column] = UInt16(min(max(sample, 0), 65_535))
        }
    }
}

// Properties that the caller passes as arguments are accessed separately, not as one owner.
extension PlaneReduction {
    fileprivate mutating func push(row: borrowing Samples<UInt16>) -> Bool {
        push(row.span(0..<row.count), stride: row.count, count: 1) == 1
    }

    fileprivate mutating func pull(row: inout Samples<Int16>) -> Bool {
        let width = row.count
        var samples = row.mutableSpan(0..<width)
        return pull(into: &samples, stride: width, limit: 1) == 1
    }
}
