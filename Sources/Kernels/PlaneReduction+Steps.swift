// SPDX-License-Identifier: Apache-2.0

import KernelInterface

extension PlaneReduction {
    /// Takes the rows of whole steps, if nothing but these is to be done next, as far as there is
    /// room.
    ///
    /// Much faster than row by row, since sums in progress stay in registers from step to step.
    ///
    /// - Returns: How many rows were taken, which may be none.
    mutating func takeSteps<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        stride: Int,
        count: Int
    ) -> Int {
        let spline = plan.rows.decimation
        let (step, block) = (spline.step, spline.block(of: nextInput))
        guard spline.phase(of: nextInput) == 0, steps.rows.contains(nextInput),
            firstMissing == block - 2,
            let newer = slot(of: block - 1, weighing: steps.progress.first),
            let older = slot(of: block - 2, weighing: steps.progress.second)
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

    /// The slot of a low position whose sum has come as far as a weight says.
    private func slot(of low: Int, weighing weight: Int32) -> Int? {
        sumSlots.firstIndex { $0.low == low && $0.weight == weight }
    }

    /// Adds rows to the sums in two slots, and averages what is complete into extended rows.
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
                averageStride: plan.extendedCapacity
            ),
            sums: &sums,
            into: &extended,
            from: plan.realRange.lowerBound,
            using: instructionSet.kernels
        )
    }
}
