// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension StreamingBlur {
    /// Takes the next row of the picture.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture, with the channels of ``layout``.
    ///   - row: The row of the band that is next. The blur must be hungry.
    public mutating func push(_ band: borrowing Band<Premultiplied>, row: Int) {
        let taken = push(band, rows: row..<(row + 1))
        precondition(taken == 1, "a row for a blur that is not hungry")
    }

    /// Takes rows of the picture until an output row is ready.
    ///
    /// Faster than row by row, since rows of one decimation step are summed together.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture, with the channels of ``layout``.
    ///   - rows: The rows of the band that are next.
    /// - Returns: How many rows were taken, from the front of `rows`; none unless ``isHungry``.
    public mutating func push(_ band: borrowing Band<Premultiplied>, rows: Range<Int>) -> Int {
        precondition(
            band.width == geometry.size.width && band.layout == layout,
            "another kind of band"
        )
        precondition(rows.count <= geometry.size.height - nextInput, "more rows than the picture")
        var row = rows.lowerBound
        while row < rows.upperBound, isHungry {
            if plan.filter.step == 1 {
                blurRow(of: band, row: row)
                row += 1
            } else {
                row += sumRows(of: band, row: row, end: rows.upperBound)
                finishSums()
            }
        }
        return row - rows.lowerBound
    }

    /// Without decimation: the row itself is a low row.
    private mutating func blurRow(of band: borrowing Band<Premultiplied>, row: Int) {
        let kernels = instructionSet.kernels
        let low = nextInput
        for channel in 0..<layout.channelCount {
            kernels.widen(band.row(row, of: channel), into: &extended, plan.realRange)
            store(low, of: channel)
        }
        ringOwners[ringSlot(of: low)] = low
        nextInput += 1
    }

    /// Adds one, two or four rows of the same step to the sums that they belong to.
    private mutating func sumRows(
        of band: borrowing Band<Premultiplied>,
        row: Int,
        end: Int
    ) -> Int {
        guard plan.rows.isInterior(nextInput) else {
            sumEdge(of: band, row: row)
            nextInput += 1
            return 1
        }
        let count = rowsOfSameStep(end - row)
        let block = plan.rows.block(of: nextInput)
        let fresh = !sumSlots.contains { $0.low == block }
        var starts = SIMD3<Int>()
        for tap in 0..<3 {
            let isFresh = tap == 0 && fresh
            let slot = sumSlot(for: block - tap, clearing: !isFresh)
            starts[tap] = slot * plan.sumStride
            sumSlots[slot].weight += weightOfRows(count, tap: tap)
        }
        let weights = (
            accumulationWeights(at: 0, count: min(count, 2)),
            accumulationWeights(at: 2, count: count - 2)
        )
        let kernels = instructionSet.kernels
        for channel in 0..<layout.channelCount {
            let sumCount = plan.sumRowCount * plan.sumStride
            var sums = sums.mutableSpan((channel * sumCount)..<((channel + 1) * sumCount))
            let first = band.row(row, of: channel)
            let second = band.row(count > 1 ? row + 1 : row, of: channel)
            if count == 4 {
                kernels.accumulate(
                    first,
                    second,
                    band.row(row + 2, of: channel),
                    band.row(row + 3, of: channel),
                    weights: weights,
                    fresh: fresh,
                    into: &sums,
                    at: (starts[0], starts[1], starts[2])
                )
            } else {
                kernels.accumulate(
                    first,
                    second,
                    weights: weights.0,
                    fresh: fresh,
                    into: &sums,
                    at: (starts[0], starts[1], starts[2])
                )
            }
        }
        nextInput += count
        return count
    }

    /// How many of the next rows are summed at once: 1, 2 or 4.
    private func rowsOfSameStep(_ available: Int) -> Int {
        let left = min(available, plan.filter.step - plan.rows.phase(of: nextInput))
        var count = left >= 4 ? 4 : left >= 2 ? 2 : 1
        while !plan.rows.isInterior(nextInput + count - 1) { count /= 2 }
        return count
    }

    /// What the next rows weigh in a sum.
    private func weightOfRows(_ count: Int, tap: Int) -> Int32 {
        let index = plan.rows.phase(of: nextInput) + tap * plan.filter.step
        return plan.filter.spline[index..<(index + count)].reduce(0, +)
    }

    /// The weights of two of the next rows, zero where there are fewer.
    private func accumulationWeights(at offset: Int, count: Int) -> AccumulationWeights {
        var weights = AccumulationWeights(first: SIMD3(), second: SIMD3())
        for tap in 0..<3 {
            let index = plan.rows.phase(of: nextInput) + offset + tap * plan.filter.step
            if count > 0 { weights.first[tap] = Int16(plan.filter.spline[index]) }
            if count > 1 { weights.second[tap] = Int16(plan.filter.spline[index + 1]) }
        }
        return weights
    }

    /// Adds a row that appears several times in the endless picture.
    private mutating func sumEdge(of band: borrowing Band<Premultiplied>, row: Int) {
        let firstLow = plan.rows.summed.lowerBound
        var (first, last) = (Int.max, Int.min)
        plan.rows.contributions(of: nextInput) { low, weight in
            edgeWeights[low - firstLow] += weight
            (first, last) = (min(first, low), max(last, low))
        }
        guard first <= last else { return }
        for low in first...last where edgeWeights[low - firstLow] > 0 {
            let slot = sumSlot(for: low, clearing: true)
            sumSlots[slot].weight += edgeWeights[low - firstLow]
            // A weight may be 32,768, one more than the kernel takes.
            while edgeWeights[low - firstLow] > 0 {
                let weight = min(edgeWeights[low - firstLow], Int32(Int16.max))
                edgeWeights[low - firstLow] -= weight
                add(band, row, weight: Int16(weight), toSlot: slot)
            }
        }
    }

    private mutating func add(
        _ band: borrowing Band<Premultiplied>,
        _ row: Int,
        weight: Int16,
        toSlot slot: Int
    ) {
        let kernels = instructionSet.kernels
        for channel in 0..<layout.channelCount {
            let start = (channel * plan.sumRowCount + slot) * plan.sumStride
            var sums = sums.mutableSpan(start..<(start + geometry.size.width))
            kernels.accumulate(band.row(row, of: channel), weight: weight, into: &sums)
        }
    }

    /// The slot that sums a low position; if it is new, it is cleared on request.
    private mutating func sumSlot(for low: Int, clearing: Bool) -> Int {
        if let slot = sumSlots.firstIndex(where: { $0.low == low }) { return slot }
        guard let slot = sumSlots.firstIndex(where: { $0.low == nil }) else {
            preconditionFailure("more sums than planned")
        }
        sumSlots[slot] = SumSlot(low: low, due: plan.rows.pixels(of: low).upperBound)
        for channel in 0..<(clearing ? layout.channelCount : 0) {
            let start = (channel * plan.sumRowCount + slot) * plan.sumStride
            var row = sums.mutableSpan(start..<(start + plan.sumStride))
            row.update(repeating: 0)
        }
        return slot
    }

    /// Brings sums that are complete to low resolution, and frees their slots.
    private mutating func finishSums() {
        let kernels = instructionSet.kernels
        for slot in sumSlots.indices {
            guard let low = sumSlots[slot].low, sumSlots[slot].due < nextInput else { continue }
            for channel in 0..<layout.channelCount {
                let sumStart = (channel * plan.sumRowCount + slot) * plan.sumStride
                kernels.average(
                    sums,
                    sumStart..<(sumStart + geometry.size.width),
                    bias: sumSlots[slot].weight << 15,
                    scale: 1 / Float(plan.filter.unit),
                    into: &extended,
                    plan.realRange
                )
                store(low, of: channel)
            }
            ringOwners[ringSlot(of: low)] = low
            sumSlots[slot].low = nil
        }
    }

    /// Blurs the extended row along itself, at low resolution, into the ring.
    private mutating func store(_ low: Int, of channel: Int) {
        let kernels = instructionSet.kernels
        plan.columns.extend(
            &extended,
            count: plan.extendedCount,
            realStart: plan.realRange.lowerBound
        )
        let start = (channel * plan.ringRowCount + ringSlot(of: low)) * plan.lowStride
        let target = start..<(start + plan.lowStride)
        let weights = plan.filter.gaussian
        if plan.filter.step == 1 {
            kernels.blurRow(extended, weights: weights.span, into: &ring, target)
            return
        }
        kernels.decimate(
            extended,
            0..<plan.extendedCount,
            by: plan.decimation,
            scratch: &phases,
            count: plan.reachedCount,
            into: &reached
        )
        kernels.blurRow(reached, weights: weights.span, into: &ring, target)
    }
}
