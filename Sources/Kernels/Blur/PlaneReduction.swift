// SPDX-License-Identifier: Apache-2.0

import Raster

/// The first half of a blur of one plane: rows go in, blurred low rows come out, in order.
///
/// Low samples are centered: sample − 32,768. They are means of what goes in, so that any affine map
/// of samples may be applied to them as well.
///
///     while reduction.isHungry { row += reduction.push(…) }
///     while reduction.pull(into: &low) { … }
///
/// See ``PlanePlan`` for where low samples lie, and ``PlaneExpansion`` for the other half.
public struct PlaneReduction: ~Copyable, Sendable {
    /// What is done.
    public let plan: PlanePlan

    let instructionSet: InstructionSet

    // MARK: Progress

    /// The next row of the plane.
    var nextInput = 0

    /// The low row that comes out next, of ``PlanePlan/lowRows``.
    public internal(set) var nextResult: Int

    // MARK: Rows

    /// Rows of sums over samples, per slot; the last is for sums that nobody wants.
    var sums: Samples<Int32>

    /// What each slot of ``sums`` holds.
    var sumSlots: [SumSlot]

    /// Low rows after the horizontal blur, per slot; at the end a row of zeros.
    var ring: Samples<Int16>

    /// The low position in each slot of ``ring``.
    var ringOwners: [Int]

    /// The first low position of those that are summed which has not come to ``ring`` yet.
    var firstMissing: Int

    // MARK: Scratch

    /// Rows with what lies beyond their edges: one, or one for each step that is summed at once.
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

    /// A row of sums in progress.
    struct SumSlot: Sendable {
        /// The low position, unless the slot is free.
        var low: Int?
        /// The row of the plane that completes the sums.
        var due = 0
        /// The sum of the weights so far.
        var weight: Int32 = 0
    }

    /// An extended row: apart from the plan, which is large, and much of which would be copied to ask it.
    struct ExtendedRow: Sendable {
        let count: Int
        let capacity: Int
        let real: Range<Int>

        init(_ plan: PlanePlan) {
            (count, capacity, real) = (plan.extendedCount, plan.extendedCapacity, plan.realRange)
        }
    }

    /// Prepares the first half of a blur; all memory is allocated here.
    ///
    /// - Parameters:
    ///   - plan: What is done.
    ///   - instructionSet: The variant that does it.
    public init(plan: PlanePlan, instructionSet: InstructionSet = .current) {
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

    /// Whether the next low row needs more rows; false once all rows are there.
    public var isHungry: Bool {
        nextInput < plan.rows.inputCount && nextResult <= plan.rows.results.upperBound
            && !isReady(nextResult)
    }

    /// Whether there is room for more rows.
    var hasRoom: Bool {
        let last = plan.rows.results.upperBound
        guard nextInput < plan.rows.inputCount, nextResult <= last else { return false }
        return !isReady(nextResult) || !isReady(min(nextResult + plan.slack, last))
    }

    /// Whether all low rows around a position are there.
    func isReady(_ result: Int) -> Bool { plan.rows.lastNeeded(for: result) < firstMissing }

    /// The slot of a low row in ``ring``.
    func ringSlot(of low: Int) -> Int {
        (low - plan.rows.summed.lowerBound) % plan.ringRowCount
    }
}
