// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

extension PlaneReduction {
    /// Takes rows of the plane, as far as there is room.
    ///
    /// Faster than row by row, because the rows of one step are summed together.
    ///
    /// - Parameters:
    ///   - rows: The next rows of the plane.
    ///   - stride: The distance between the starts of two rows, in samples.
    ///   - count: The number of rows.
    /// - Returns: The number of rows taken, from the first on; at least one while ``isHungry``, if
    ///   there is one.
    package mutating func push(_ rows: Span<UInt16>, stride: Int, count: Int) -> Int {
        take(rows, stride: stride, count: count)
    }

    /// Takes rows of bytes, as far as there is room; a byte *v* stands for the sample 257 × *v*.
    ///
    /// - Parameters:
    ///   - rows: The next rows of the plane.
    ///   - stride: The distance between the starts of two rows, in bytes.
    ///   - count: The number of rows.
    /// - Returns: The number of rows taken, from the first on; at least one while ``isHungry``, if
    ///   there is one.
    package mutating func push(_ rows: Span<UInt8>, stride: Int, count: Int) -> Int {
        take(rows, stride: stride, count: count)
    }

    private mutating func take<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        stride: Int,
        count: Int
    ) -> Int {
        precondition(count <= plan.rows.inputCount - nextInput, "the plane has fewer rows")
        let kernels = instructionSet.kernels
        var taken = 0
        while taken < count, hasRoom {
            let rest = rows.extracting(droppingFirst: taken * stride)
            if plan.rows.decimation.step == 1 {
                let range = extent.real
                var real = extended.mutableSpan(range)
                Sample.center(rest, into: &real, using: kernels)
                store(nextInput)
                nextInput += 1
                taken += 1
                continue
            }
            let whole = takeSteps(rest, stride: stride, count: count - taken)
            taken += whole
            if whole == 0 {
                let phase = plan.rows.decimation.phase(of: nextInput)
                let sameStep = min(count - taken, plan.rows.decimation.step - phase)
                sum(rest, stride: stride, count: sameStep)
                nextInput += sameStep
                taken += sameStep
            }
            finishSums()
        }
        return taken
    }

    // MARK: Sums

    /// Adds rows to all running sums that they contribute to, also where the edge mode repeats
    /// them.
    private mutating func sum<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        stride: Int,
        count: Int
    ) {
        let first = nextInput
        plan.rows.forEachVisit(of: first..<(first + count)) { visit in
            add(rows.extracting(droppingFirst: (visit.sample - first) * stride), stride, visit)
        }
    }

    /// Adds rows to the three running sums around one position, inside the plane or beyond an edge.
    private mutating func add<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        _ stride: Int,
        _ visit: BlurAxis.Visit
    ) {
        let rowCount = visit.repeats ? 1 : visit.count
        let shape = RowsShape(width: plan.columns.inputCount, stride: stride, count: rowCount)
        var slots = (sumSlots.count, sumSlots.count, sumSlots.count)
        let isNew = !sumSlots.contains { $0.low == visit.block }
        if let slot = sumSlot(for: visit.block, clearing: false) { slots.0 = slot }
        if let slot = sumSlot(for: visit.block - 1, clearing: true) { slots.1 = slot }
        if let slot = sumSlot(for: visit.block - 2, clearing: true) { slots.2 = slot }
        setWeights(visit, rowCount: rowCount, slots: slots)
        let weights = rowWeights
        let (stride, sumCount) = (plan.sumStride, plan.sumCount)
        let kernels = instructionSet.kernels
        var target = sums.mutableSpan(0..<sumCount)
        Sample.accumulate(
            rows,
            shape: shape,
            weights: weights.span,
            fresh: isNew,
            into: &target,
            at: (slots.0 * stride, slots.1 * stride, slots.2 * stride),
            using: kernels
        )
    }

    /// Sets the weights of rows in three running sums; those in the sink are zero.
    private mutating func setWeights(
        _ visit: BlurAxis.Visit,
        rowCount: Int,
        slots: (Int, Int, Int)
    ) {
        setWeights(visit, rowCount: rowCount, tap: 0, slot: slots.0)
        setWeights(visit, rowCount: rowCount, tap: 1, slot: slots.1)
        setWeights(visit, rowCount: rowCount, tap: 2, slot: slots.2)
    }

    /// Sets the weights of rows in one of the three running sums.
    private mutating func setWeights(
        _ visit: BlurAxis.Visit,
        rowCount: Int,
        tap: Int,
        slot: Int
    ) {
        let spline = plan.rows.decimation
        let isWanted = slot < sumSlots.count
        for index in stride(from: 0, to: rowCount, by: 2) {
            var (first, second) = (Int32(0), Int32(0))
            if isWanted {
                first = visit.weight(of: index, tap: tap, in: spline)
                if index + 1 < rowCount {
                    second = visit.weight(of: index + 1, tap: tap, in: spline)
                }
                sumSlots[slot].weight += first + second
            }
            rowWeights[index / 2 * 3 + tap] = second << 16 | first
        }
    }

    /// Finds or assigns the slot of running sums for a low-resolution row; nil if that row is not
    /// summed.
    ///
    /// A new slot is cleared on request.
    private mutating func sumSlot(for low: Int, clearing: Bool) -> Int? {
        guard plan.rows.summed.contains(low) else { return nil }
        if let slot = sumSlots.firstIndex(where: { $0.low == low }) { return slot }
        guard let slot = sumSlots.firstIndex(where: { $0.low == nil }) else {
            preconditionFailure("the plan has too few rows of sums")
        }
        sumSlots[slot] = SumSlot(low: low, due: plan.rows.samples(of: low).upperBound)
        if clearing {
            let range = (slot * plan.sumStride)..<((slot + 1) * plan.sumStride)
            var row = sums.mutableSpan(range)
            row.update(repeating: 0)
        }
        return slot
    }

    /// Averages complete rows of sums, blurs the averages horizontally, and frees their slots.
    private mutating func finishSums() {
        let spline = plan.rows.decimation
        for slot in sumSlots.indices {
            guard let low = sumSlots[slot].low, sumSlots[slot].due < nextInput else { continue }
            let range = (slot * plan.sumStride)..<((slot + 1) * plan.sumStride)
            let real = extent.real
            let weight = sumSlots[slot].weight
            if plan.edge == .normalize, (1..<spline.unit).contains(weight) {
                instructionSet.kernels.average(sums, range, divisor: weight, into: &extended, real)
            } else {
                instructionSet.kernels.average(
                    sums,
                    range,
                    // Missing samples count as zero, the code of -32,768.
                    bias: (weight - spline.unit) << 15,
                    shift: spline.averagingShift,
                    into: &extended,
                    real
                )
            }
            sumSlots[slot].low = nil
            store(low)
        }
    }

    // MARK: Low rows

    /// Decimates and blurs an extended row horizontally, and stores it in the ring.
    ///
    /// Reads numbers copied from the plan rather than values that contain arrays, whose references
    /// would be counted for every row.
    mutating func store(_ low: Int, fromRow index: Int = 0) {
        let kernels = instructionSet.kernels
        let (count, capacity, real) = (extent.count, extent.capacity, extent.real)
        let (edge, reachedCount) = (plan.edge, plan.columns.reached.count)
        let start = index * capacity
        // Checked first, because reading the normalization copies it.
        let normalizes = plan.edge == .normalize
        if normalizes {
            normalization?.average(
                extended,
                (start + real.lowerBound)..<(start + real.upperBound),
                into: &edgeMeans
            )
        }
        var row = extended.mutableSpan(start..<(start + count))
        edge.extend(&row, real: real)
        let boxes = plan.columns.decimation.order
        var step = plan.columns.decimation.step
        while step > 1 {
            step /= 2
            // The samples that later steps read: each low sample depends on fewer than three.
            let count = step == 1 ? reachedCount : (reachedCount + 2) * step
            var whole = extended.mutableSpan(start..<(start + capacity))
            kernels.halve(&whole, count: count, boxes: boxes)
        }
        let slot = ringSlot(of: low)
        let target = (slot * plan.lowStride)..<((slot + 1) * plan.lowStride)
        if normalizes, let normalization {
            let means = edgeMeans
            var reached = extended.mutableSpan(start..<(start + reachedCount))
            normalization.set(means, in: &reached)
        }
        let weights = columnPairs
        let source = start..<(start + capacity)
        kernels.blurRow(extended, source, weights: weights.span, into: &ring, target)
        if normalizes {
            normalization?.blur(extended, start..<(start + reachedCount), into: &ring, target)
        }
        ringOwners[slot] = low
        // Beyond a mirrored edge, some low rows are complete before those preceding them.
        while ringOwners[ringSlot(of: firstMissing)] == firstMissing { firstMissing += 1 }
    }
}

// Properties that the caller passes as arguments are accessed separately, not as one owner.
extension ColumnNormalization {
    fileprivate func average(
        _ extended: borrowing Samples<Int16>,
        _ real: Range<Int>,
        into means: inout [Int16]
    ) {
        average(extended.span(real), into: &means)
    }

    fileprivate func blur(
        _ extended: borrowing Samples<Int16>,
        _ reached: Range<Int>,
        into ring: inout Samples<Int16>,
        _ target: Range<Int>
    ) {
        var result = ring.mutableSpan(target)
        blur(extended.span(reached), into: &result)
    }
}
