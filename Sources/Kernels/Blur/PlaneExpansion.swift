// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The second half of a blur of one plane: turns blurred low-resolution rows into rows of the
/// result.
///
/// Low samples may be changed between the halves: a linear change of them is the same change of the
/// result. See ``PlanePlan`` for their positions, and ``PlaneReduction`` for the first half.
package struct PlaneExpansion: ~Copyable, Sendable {
    /// The filters, positions and buffer sizes of the blur.
    package let plan: PlanePlan

    private let instructionSet: InstructionSet

    /// The position of the low-resolution row needed next, one of ``PlanePlan/lowRows``.
    package private(set) var nextLow: Int

    /// The position of the next row of the result.
    private var nextOutput: Int

    /// The latest low-resolution rows, interpolated horizontally, in a ring of one slot for each
    /// tap.
    private var wideRows: Samples<Int16>

    /// The positions of low-resolution rows in ``wideRows``.
    private let slots: WideSlots

    /// The weights of low-resolution rows in the rows of a step: one curve for each row of the step
    /// with which a run may begin.
    private let curves: [ExpansionCurve]

    /// The weights of three low-resolution samples for each output sample, for the edge mode
    /// `normalize`; otherwise empty.
    private let columnWeights: [Int16]

    /// Creates the second half of a blur and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - plan: The plan of the blur.
    ///   - instructionSet: The kernel variant to use.
    package init(plan: PlanePlan, instructionSet: InstructionSet = .current) {
        self.plan = plan
        self.instructionSet = instructionSet
        nextLow = plan.rows.results.lowerBound
        nextOutput = plan.rows.outputStart
        wideRows = Samples(repeating: 0, count: plan.wideCount)
        slots = WideSlots(plan)
        let (spline, columns) = (plan.rows.interpolation, plan.columns)
        curves = (0..<spline.step).map { ExpansionCurve(spline, phase: $0) }
        columnWeights =
            plan.coverage.map { coverage in
                (0..<columns.outputCount).flatMap { x in
                    let weights = coverage.columns.interpolation(at: columns.outputStart + x)
                    return [weights.0, weights.1, weights.2]
                }
            } ?? []
    }

    /// Whether the next row of the result needs another low-resolution row.
    package var isHungry: Bool {
        nextOutput < outputEnd && nextLow <= plan.rows.interpolation.block(of: nextOutput)
    }

    /// The position after the last row of the result.
    private var outputEnd: Int { plan.rows.outputStart + plan.rows.outputCount }

    /// Takes the next low-resolution row, of samples minus 32,768.
    ///
    /// - Parameter low: ``PlanePlan/lowWidth`` centered samples, or more. The expansion must be
    ///   hungry, or need no more low rows.
    package mutating func push(_ low: Span<Int16>) {
        guard wantsRow else { return }
        if plan.coverage != nil {
            interpolateReal(low)
            nextLow += 1
            return
        }
        let own = low.extracting(
            droppingFirst: plan.columns.own.lowerBound - plan.columns.results.lowerBound
        )
        let (count, boxes) = (plan.columns.own.count, plan.columns.interpolation.order)
        // A row that is doubled need not be copied first, if whole vectors of it can be read.
        let doubles = plan.columns.interpolation.step > 1 && own.count >= count + Self.roomBehind
        let (slot, kernels) = (slots.range(of: nextLow), instructionSet.kernels)
        var row = wideRows.mutableSpan(slot)
        if doubles {
            kernels.double(own, count: count - boxes / 2, boxes: boxes, into: &row)
            interpolateNext(from: 2, count: 2 * (count - boxes / 2))
        } else {
            row.copy(own.extracting(0..<count))
            interpolateNext()
        }
    }

    /// The number of samples after a low-resolution row that may be read while its width is
    /// doubled.
    static let roomBehind = 64

    /// Takes the next low-resolution row, of unsigned samples.
    ///
    /// - Parameter low: ``PlanePlan/lowWidth`` samples, not centered. The edge mode must not
    ///   normalize.
    package mutating func push(_ low: Span<UInt16>) {
        precondition(plan.coverage == nil, "a normalized plane needs centered samples")
        guard wantsRow else { return }
        let slot = slots.range(of: nextLow)
        let first = plan.columns.own.lowerBound - plan.columns.results.lowerBound
        let count = plan.columns.own.count
        let kernels = instructionSet.kernels
        var row = wideRows.mutableSpan(slot.lowerBound..<(slot.lowerBound + count))
        kernels.center(low.extracting(first..<(first + count)), into: &row)
        interpolateNext()
    }

    /// Whether the next low-resolution row is needed; false when all have come.
    private var wantsRow: Bool {
        precondition(isHungry || nextLow > plan.rows.own.upperBound, "no low row is needed yet")
        return isHungry
    }

    /// Interpolates the next low-resolution row horizontally, in place in ``wideRows``.
    private mutating func interpolateNext() {
        interpolateNext(from: 1, count: plan.columns.own.count)
    }

    /// Interpolates the next low-resolution row horizontally in place, by doubling its width from
    /// the factor already reached to the whole step.
    private mutating func interpolateNext(from factor: Int, count: Int) {
        let boxes = plan.columns.interpolation.order
        var count = count
        var step = plan.columns.interpolation.step / factor
        let (slot, kernels) = (slots.range(of: nextLow), instructionSet.kernels)
        var row = wideRows.mutableSpan(slot)
        while step > 1 {
            count -= boxes / 2
            kernels.double(&row, count: count, boxes: boxes)
            count *= 2
            step /= 2
        }
        nextLow += 1
    }

    /// Interpolates a low-resolution row horizontally, with the weights of the edge mode
    /// `normalize`.
    private mutating func interpolateReal(_ low: Span<Int16>) {
        let columns = plan.columns
        let (spline, slot) = (columns.interpolation, slots.range(of: nextLow))
        let start = slots.firstColumn
        let weights = columnWeights
        let last = low.count - 1
        var row = wideRows.mutableSpan(slot)
        for x in 0..<columns.outputCount {
            let index =
                spline.block(of: columns.outputStart + x) - columns.results.lowerBound
            // A spline of one tap has zero weights for the other two.
            var sum = Int32(1) << (Coverage.interpolationShift - 1)
            sum += Int32(weights[3 * x]) * Int32(low[min(index, last)])
            sum += Int32(weights[3 * x + 1]) * Int32(low[max(index - 1, 0)])
            sum += Int32(weights[3 * x + 2]) * Int32(low[max(index - 2, 0)])
            row[start + x] = Int16(sum >> Coverage.interpolationShift)
        }
    }

    /// Writes the next rows of the result, as far as low-resolution rows have come.
    ///
    /// - Parameters:
    ///   - rows: Room for the rows.
    ///   - stride: The distance between the starts of two rows, in samples.
    ///   - limit: The greatest number of rows to write.
    /// - Returns: The number of rows written: 0 when a low row is needed, or at the end.
    package mutating func pull(
        into rows: inout MutableSpan<UInt16>,
        stride: Int,
        limit: Int
    ) -> Int {
        write(into: &rows, stride: stride, limit: limit)
    }

    /// Writes the next rows of the result as bytes.
    ///
    /// Low samples are 256 times a byte, minus 32,768; results are limited to 255.
    ///
    /// - Parameters:
    ///   - rows: Room for the rows.
    ///   - stride: The distance between the starts of two rows, in bytes.
    ///   - limit: The greatest number of rows to write.
    /// - Returns: The number of rows written: 0 when a low row is needed, or at the end.
    package mutating func pull(
        into rows: inout MutableSpan<UInt8>,
        stride: Int,
        limit: Int
    ) -> Int {
        write(into: &rows, stride: stride, limit: limit)
    }

    private mutating func write<Sample: PlaneSample>(
        into rows: inout MutableSpan<Sample>,
        stride: Int,
        limit: Int
    ) -> Int {
        let kernels = instructionSet.kernels
        var written = 0
        while let step = nextStep(limit - written) {
            let shape = RowsShape(
                width: plan.columns.outputCount,
                stride: stride,
                count: step.count
            )
            let start = written * stride
            var target = rows._mutatingExtracting(start..<(start + shape.spanCount))
            Sample.expand(
                wideRows.span(0..<wideRows.count),
                at: step.starts,
                curve: step.curve,
                into: &target,
                shape: shape,
                using: kernels
            )
            written += step.count
        }
        return written
    }

    // MARK: Steps

    /// A run of rows interpolated from the same low-resolution rows.
    private struct Step {
        var count: Int
        var starts: (Int, Int, Int)
        var curve: ExpansionCurve
    }

    /// Advances to the next run of rows with the same low-resolution rows; nil if there is none.
    private mutating func nextStep(_ limit: Int) -> Step? {
        let block = plan.rows.interpolation.block(of: nextOutput)
        guard limit > 0, nextOutput < outputEnd, block < nextLow else { return nil }
        let phase = plan.rows.interpolation.phase(of: nextOutput)
        var count = min(limit, outputEnd - nextOutput, plan.rows.interpolation.step - phase)
        var curve = curves[phase]
        // Checked first, because reading the coverage copies it.
        if !columnWeights.isEmpty, let coverage = plan.coverage?.rows {
            count = 1
            curve.weights = coverage.interpolation(at: nextOutput)
            curve.shift = Coverage.interpolationShift
        }
        nextOutput += count
        return Step(count: count, starts: slots.starts(ofBlock: block), curve: curve)
    }
}

extension ExpansionCurve {
    /// Creates the weights of a spline in the rows of a step, beginning with the row at an offset
    /// in the step.
    init(_ spline: Spline, phase: Int) {
        func weight(_ offset: Int, _ tap: Int) -> Int32 {
            // Beyond the step, the value of the polynomial does not matter.
            guard tap < spline.taps, phase + offset < spline.step else { return 0 }
            return spline.weights[phase + offset + tap * spline.step]
        }
        func weights(_ body: (Int) -> Int32) -> (Int16, Int16, Int16) {
            (Int16(body(0)), Int16(body(1)), Int16(body(2)))
        }
        let left = spline.step - phase
        self.init(
            weights: weights { weight(0, $0) },
            slopes: left < 2 ? (0, 0, 0) : weights { weight(1, $0) - weight(0, $0) },
            bends: left < 3
                ? (0, 0, 0) : weights { weight(2, $0) - 2 * weight(1, $0) + weight(0, $0) },
            shift: spline.interpolationShift
        )
    }
}
