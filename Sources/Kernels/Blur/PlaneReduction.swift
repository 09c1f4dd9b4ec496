// SPDX-License-Identifier: Apache-2.0

import Raster

/// The first half of a blur of one plane: turns rows into blurred low-resolution rows, in order.
///
/// Low samples are centered: sample − 32,768. They are weighted means of input samples, so an
/// affine map of samples may as well be applied to them.
///
///     while reduction.isHungry { row += reduction.push(…) }
///     while reduction.pull(into: &low) { … }
///
/// See ``PlanePlan`` for the positions of low samples, and ``PlaneExpansion`` for the second half.
package struct PlaneReduction: ~Copyable, Sendable {
    /// The filters, positions and buffer sizes of the blur.
    package let plan: PlanePlan

    let instructionSet: InstructionSet

    // MARK: Progress

    /// The index of the next input row.
    var nextInput = 0

    /// The position of the low-resolution row that comes out next, one of ``PlanePlan/lowRows``.
    package internal(set) var nextResult: Int

    // MARK: Rows

    /// Rows of running sums, one for each slot; the last is a sink for unused sums.
    var sums: Samples<Int32>

    /// The low-resolution row in each slot of ``sums``, and its progress.
    var sumSlots: [SumSlot]

    /// Low-resolution rows after the horizontal blur, one for each slot; the last is a row of
    /// zeros.
    var ring: Samples<Int16>

    /// The position of the low-resolution row that is stored in each slot of ``ring``.
    var ringOwners: [Int]

    /// The position of the first low-resolution row that is not yet in ``ring``.
    var firstMissing: Int

    // MARK: Scratch

    /// Rows extended beyond both edges: one, or one for each step summed together.
    var extended: Samples<Int16>
    let extent: ExtendedRow
    var starts: Samples<Int>
    var rowWeights: [Int32]
    let steps: WholeSteps
    let rowPairs: [Int32]
    let columnPairs: [Int32]

    let normalization: ColumnNormalization?
    var edgeMeans: [Int16]
    var resultPairs: [Int32]

    /// The progress of a row of running sums.
    struct SumSlot: Sendable {
        /// The position of the low-resolution row that is summed, or nil if the slot is free.
        var low: Int?
        /// The index of the last input row that contributes to the sums.
        var due = 0
        /// The total weight of the input rows added so far.
        var weight: Int32 = 0
    }

    /// The length of an input row extended beyond both edges, and the range of its own samples.
    ///
    /// It is stored apart from the plan: the plan is large and would be copied to read it.
    struct ExtendedRow: Sendable {
        let count: Int
        let capacity: Int
        let real: Range<Int>

        init(_ plan: PlanePlan) {
            (count, capacity, real) = (plan.extendedCount, plan.extendedCapacity, plan.realRange)
        }
    }

    /// Creates the first half of a blur and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - plan: The plan of the blur.
    ///   - instructionSet: The kernel variant to use.
    package init(plan: PlanePlan, instructionSet: InstructionSet = .current) {
        self.plan = plan
        self.instructionSet = instructionSet
        nextResult = plan.rows.results.lowerBound
        sums = Samples(repeating: 0, count: plan.sumCount)
        sumSlots = [SumSlot](repeating: SumSlot(), count: max(0, plan.sumRowCount - 1))
        ring = Samples(repeating: .min, count: plan.ringCount)
        ringOwners = [Int](repeating: .min, count: plan.ringRowCount)
        firstMissing = plan.rows.summed.lowerBound
        extended = Samples(
            repeating: .min,
            count: plan.extendedRowCount * plan.extendedCapacity
        )
        extent = ExtendedRow(plan)
        steps = WholeSteps(plan.rows)
        starts = Samples(repeating: 0, count: 2 * plan.rows.gaussian.radius + 2)
        rowWeights = [Int32](repeating: 0, count: 3 * (plan.rows.decimation.step / 2 + 1))
        rowPairs = plan.rows.gaussian.pairs
        columnPairs = plan.columns.gaussian.pairs
        normalization = plan.coverage.map { ColumnNormalization(plan.columns, $0.columns) }
        edgeMeans = [Int16](repeating: 0, count: normalization?.partialCount ?? 0)
        resultPairs = rowPairs
    }

    /// Whether the next low-resolution row needs more input rows; false once all have come.
    package var isHungry: Bool {
        nextInput < plan.rows.inputCount && nextResult <= plan.rows.results.upperBound
            && !isReady(nextResult)
    }

    /// Whether there is room for more input rows.
    var hasRoom: Bool {
        let last = plan.rows.results.upperBound
        guard nextInput < plan.rows.inputCount, nextResult <= last else { return false }
        return !isReady(nextResult) || !isReady(min(nextResult + plan.slack, last))
    }

    /// Whether ``ring`` has all rows that the vertical blur of a low-resolution row reads.
    func isReady(_ result: Int) -> Bool { plan.rows.lastNeeded(for: result) < firstMissing }

    /// Returns the index of the slot in ``ring`` for a low-resolution row.
    func ringSlot(of low: Int) -> Int {
        (low - plan.rows.summed.lowerBound) % plan.ringRowCount
    }
}
