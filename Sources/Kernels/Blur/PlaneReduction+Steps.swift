// SPDX-License-Identifier: Apache-2.0

import KernelInterface

extension PlaneReduction {
    /// Takes input rows in whole decimation steps, as far as there is room and the running sums
    /// allow it.
    ///
    /// Much faster than row by row, because sums in progress stay in registers from step to step.
    ///
    /// - Returns: The number of rows taken, possibly none.
    mutating func takeSteps<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        stride: Int,
        count: Int
    ) -> Int {
        let step = plan.rows.decimation.step
        let block = plan.rows.decimation.block(of: nextInput)
        guard plan.rows.decimation.phase(of: nextInput) == 0, steps.rows.contains(nextInput),
            firstMissing == block - 2,
            let newer = sumSlots.index(of: block - 1, weighing: steps.progress.first),
            let older = sumSlots.index(of: block - 2, weighing: steps.progress.second)
        else { return 0 }
        let needed = min(nextResult + plan.slack, plan.rows.results.upperBound)
        let stepCount = min(
            min(count, steps.rows.upperBound - nextInput) / step,
            plan.rows.lastNeeded(for: needed) - firstMissing + 1,
            plan.rows.summed.upperBound - block + 1,
            PlanePlan.stepsAtOnce
        )
        guard stepCount > 0 else { return 0 }
        sum(rows, stride: stride, stepCount: stepCount, slots: (newer, older))
        nextInput += stepCount * step
        let last = block + stepCount - 1
        sumSlots[newer] = SumSlot(
            low: last,
            due: plan.rows.samples(of: last).upperBound,
            weight: steps.progress.first
        )
        sumSlots[older] = SumSlot(
            low: last - 1,
            due: plan.rows.samples(of: last - 1).upperBound,
            weight: steps.progress.second
        )
        for index in 0..<stepCount { store(block - 2 + index, fromRow: index) }
        return stepCount * step
    }

    /// Adds whole steps of rows to the running sums in two slots, and averages complete sums.
    private mutating func sum<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        stride: Int,
        stepCount: Int,
        slots: (newer: Int, older: Int)
    ) {
        let (width, step) = (plan.columns.inputCount, plan.rows.decimation.step)
        let sumStride = plan.sumStride
        steps.sum(
            rows,
            shape: StepsShape(
                rows: RowsShape(width: width, stride: stride, count: step),
                count: stepCount,
                sums: (slots.newer * sumStride, slots.older * sumStride),
                shift: steps.shift,
                averageStride: extent.capacity
            ),
            sums: &sums,
            into: &extended,
            from: extent.real.lowerBound,
            using: instructionSet.kernels
        )
    }
}

extension [PlaneReduction.SumSlot] {
    /// Returns the slot of a low-resolution row if the input rows added to it so far have a given
    /// total weight; otherwise nil.
    fileprivate func index(of low: Int, weighing weight: Int32) -> Int? {
        firstIndex { $0.low == low && $0.weight == weight }
    }
}
