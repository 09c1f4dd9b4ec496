// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A Gaussian blur through which rows flow: pushed in at the top, pulled out at the bottom.
///
/// The order is: push while ``isHungry``, pull until it is hungry again, until all rows came out.
///
///     while row < band.rowCount {
///         row += blur.push(band, rows: row..<band.rowCount)
///         while blur.pull(into: &result, row: 0) { … }
///     }
///
/// Cost per sample does not grow with sigma, memory with neither sigma nor height; see
/// ``BlurGeometry/workingByteCount(channels:)``. On the worst pictures of `Docs/exactness.md` no
/// sample differs from the exact Gaussian by more than 0.13 of 255, on photos by 0.07. Constant
/// pictures stay as they are, and color never exceeds alpha where it did not before. See
/// ``BlurFilter`` for how.
public struct StreamingBlur: ~Copyable, Sendable {
    /// What the blur does to the extent of the picture.
    public let geometry: BlurGeometry

    /// The channels of all bands that go in and come out.
    public let layout: ChannelLayout

    let instructionSet: InstructionSet
    let plan: BlurPlan

    // MARK: Progress

    /// The next row of the picture.
    var nextInput = 0

    /// The position of the next row of the result.
    var nextOutput: Int

    /// The next low row that is interpolated from.
    var nextResult: Int

    // MARK: Rows

    /// Rows of sums over pixels, per channel and slot.
    var sums: Samples<Int32>

    /// What each slot of ``sums`` holds.
    var sumSlots: [SumSlot]

    /// Low rows after the horizontal blur, per channel and slot; at the end a row of zeros.
    var ring: Samples<Float>

    /// The low position in each slot of ``ring``.
    var ringOwners: [Int]

    /// Low rows after the vertical blur, per channel; position *n* in slot *n* modulo taps.
    var results: Samples<Float>

    // MARK: Scratch

    var extended: Samples<Float>
    var phases: Samples<Float>
    var reached: Samples<Float>
    var mixed: Samples<Float>
    var starts: Samples<Int>
    var edgeWeights: [Int32]

    // MARK: Coverage, to normalize

    var columnScales: Samples<Float>
    let rowCoverage: [Float]

    /// A row of sums in progress.
    struct SumSlot: Sendable {
        /// The low position, unless the slot is free.
        var low: Int?
        /// The row of the picture that completes the sums.
        var due = 0
        /// The sum of the weights so far.
        var weight: Int32 = 0
    }

    /// Prepares a blur; all memory is allocated here.
    ///
    /// - Parameters:
    ///   - geometry: Extent, standard deviation and edge mode.
    ///   - layout: The channels; has alpha if the edge mode introduces it.
    ///   - instructionSet: The variant that does it.
    public init(
        geometry: BlurGeometry,
        layout: ChannelLayout,
        instructionSet: InstructionSet = .current
    ) {
        precondition(
            layout.hasAlpha || !geometry.edge.introducesAlpha,
            "an edge mode that introduces alpha, and a layout without"
        )
        self.geometry = geometry
        self.layout = layout
        self.instructionSet = instructionSet
        let plan = BlurPlan(geometry: geometry, channelCount: layout.channelCount)
        self.plan = plan
        nextOutput = plan.rows.outputStart
        nextResult = plan.rows.results.lowerBound
        sums = Samples(repeating: 0, count: plan.sumCount)
        sumSlots = [SumSlot](repeating: SumSlot(), count: plan.sumRowCount)
        ring = Samples(repeating: 0, count: plan.ringCount)
        ringOwners = [Int](repeating: .min, count: plan.ringRowCount)
        results = Samples(repeating: 0, count: plan.resultCount)
        extended = Samples(repeating: 0, count: plan.extendedCapacity)
        phases = Samples(repeating: 0, count: plan.phaseCount)
        reached = Samples(repeating: 0, count: plan.reachedCapacity)
        mixed = Samples(repeating: 0, count: plan.lowStride)
        starts = Samples(repeating: 0, count: 2 * plan.filter.radius + 1)
        edgeWeights = [Int32](
            repeating: 0,
            count: plan.filter.step == 1 ? 0 : plan.rows.summed.count
        )
        columnScales = Self.columnScales(plan)
        rowCoverage = geometry.edge == .normalize ? plan.rows.lowCoverage() : []
    }

    /// Reciprocals of the coverage of columns; empty unless they are needed.
    private static func columnScales(_ plan: BlurPlan) -> Samples<Float> {
        guard plan.rows.edge == .normalize else { return Samples(repeating: 0, count: 0) }
        let count = plan.columns.outputCount
        var scales = Samples<Float>(repeating: 0, count: count)
        let low = plan.columns.lowCoverage()
        var row = scales.mutableSpan(0..<count)
        for x in 0..<count {
            row[x] =
                1
                / plan.columns.coverage(
                    at: x,
                    low: low.span,
                    interpolation: plan.interpolation.span
                )
        }
        return scales
    }

    /// Whether the next output row needs more input; false once all input rows are there.
    public var isHungry: Bool {
        nextInput < geometry.size.height && nextOutput < outputEnd
            && nextResult <= plan.rows.block(of: nextOutput) && !isReady(nextResult)
    }

    /// The position behind the last row of the result.
    var outputEnd: Int { plan.rows.outputStart + plan.rows.outputCount }

    /// Whether all low rows around a position are there.
    func isReady(_ result: Int) -> Bool {
        for offset in -plan.filter.radius...plan.filter.radius {
            guard let low = plan.rows.source(of: result + offset) else { continue }
            if ringOwners[ringSlot(of: low)] != low { return false }
        }
        return true
    }

    /// The slot of a low row in ``ring``.
    func ringSlot(of low: Int) -> Int {
        (low - plan.rows.summed.lowerBound) % plan.ringRowCount
    }
}
