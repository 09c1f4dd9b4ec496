// SPDX-License-Identifier: Apache-2.0

import Raster

/// The whole blur of one plane: a reduction to low resolution and an expansion back.
struct PlaneBlur: ~Copyable, Sendable {
    private var reduction: PlaneReduction
    private var expansion: PlaneExpansion

    /// Low-resolution rows on their way from the reduction to the expansion.
    private var low: Samples<Int16>
    private var lowCount = 0
    private var lowTaken = 0

    private static let lowCapacity = 2

    init(plan: PlanePlan, instructionSet: InstructionSet) {
        reduction = PlaneReduction(plan: plan, instructionSet: instructionSet)
        expansion = PlaneExpansion(plan: plan, instructionSet: instructionSet)
        low = Samples(repeating: 0, count: Self.lowCount(plan))
    }

    /// The number of bytes that a blur of one plane allocates for samples.
    static func byteCount(_ plan: PlanePlan) -> Int {
        plan.reductionByteCount + plan.expansionByteCount
            + lowCount(plan) * MemoryLayout<Int16>.stride
    }

    /// The number of samples in ``low``, with the padding that the expansion may read.
    private static func lowCount(_ plan: PlanePlan) -> Int {
        lowCapacity * plan.lowStride + PlaneExpansion.roomBehind
    }

    /// Whether the next row of the result needs more input rows; false once all have come.
    var isHungry: Bool { lowTaken == lowCount && expansion.isHungry && reduction.isHungry }

    /// Takes input rows, as far as there is room, and returns their number.
    mutating func push(_ rows: Span<UInt16>, stride: Int, count: Int) -> Int {
        reduction.push(rows, stride: stride, count: count)
    }

    /// Writes rows of the result, as many as are ready and fit, and returns their number.
    mutating func pull(into rows: inout MutableSpan<UInt16>, stride: Int, limit: Int) -> Int {
        if reduction.plan.expandsNothing {
            return reduction.pull(into: &rows, stride: stride, limit: limit)
        }
        let lowStride = reduction.plan.lowStride
        var written = 0
        while written < limit {
            var rest = rows._mutatingExtracting((written * stride)..<rows.count)
            written += expansion.pull(into: &rest, stride: stride, limit: limit - written)
            guard expansion.isHungry else { break }
            if lowTaken == lowCount {
                lowCount = Self.pull(from: &reduction, into: &low)
                lowTaken = 0
                if lowCount == 0 { break }
            }
            Self.push(low, from: lowTaken * lowStride, into: &expansion)
            lowTaken += 1
        }
        return written
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    private static func pull(
        from reduction: inout PlaneReduction,
        into low: inout Samples<Int16>
    ) -> Int {
        let stride = reduction.plan.lowStride
        var rows = low.mutableSpan(0..<low.count)
        return reduction.pull(into: &rows, stride: stride, limit: lowCapacity)
    }

    private static func push(
        _ low: borrowing Samples<Int16>,
        from start: Int,
        into expansion: inout PlaneExpansion
    ) {
        expansion.push(low.span(start..<low.count))
    }
}
