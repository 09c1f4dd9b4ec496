// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The second half of a blur of one JPEG plane: turns blurred low-resolution rows into rows of
/// quantized blocks.
///
/// The coefficients represent the samples that a ``PlaneExpansion`` would have made, before they
/// are rounded. Beyond the image edges, blocks continue its last samples.
package struct BlockExpansion: ~Copyable, Sendable {
    /// The filters, positions and buffer sizes of the blur.
    package let plan: PlanePlan

    /// The position of the low-resolution row needed next, one of ``PlanePlan/lowRows``.
    package private(set) var nextLow: Int

    private let instructionSet: InstructionSet
    private let rows: BlockAxis
    private let columns: BlockAxis

    /// The index of the next row of blocks.
    private var nextRow = 0

    /// The latest low-resolution row, centered on 0, its last sample repeated as far as blocks
    /// reach.
    private var low: Samples<Float>

    /// The latest low-resolution rows, after a horizontal DCT.
    private var ring: Samples<Float>

    /// The indices in ``ring`` at which the rows for the next blocks start, one for each tap.
    private var starts: [Int]

    private let columnWeights: [Float]

    /// The vertical weights of each phase, divided by the quantization table, and their greatest
    /// magnitudes in the last four rows of a block.
    private let rowWeights: [(weights: [Float], limits: [Float])]

    /// Returns whether a blur can turn its low-resolution rows directly into DCT blocks.
    ///
    /// Low samples must be at least two samples apart, and the edge mode must not normalize.
    ///
    /// - Parameter plan: The plan of the blur.
    /// - Returns: Whether the blur can make blocks.
    package static func fits(_ plan: PlanePlan) -> Bool {
        plan.coverage == nil && BlockAxis.fits(plan.rows) && BlockAxis.fits(plan.columns)
    }

    /// Creates the second half of a blur and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - plan: The plan of the blur; it must fit.
    ///   - quantization: The quantization table, 64 divisors row by row.
    ///   - instructionSet: The kernel variant to use.
    package init(
        plan: PlanePlan,
        quantization: [UInt16],
        instructionSet: InstructionSet = .current
    ) {
        precondition(Self.fits(plan), "the plan does not fit blocks")
        precondition(
            quantization.count == 64 && !quantization.contains(0),
            "a quantization table has 64 divisors above 0"
        )
        self.plan = plan
        self.instructionSet = instructionSet
        let (rows, columns) = (BlockAxis(plan.rows), BlockAxis(plan.columns))
        (self.rows, self.columns) = (rows, columns)
        nextLow = plan.rows.results.lowerBound
        low = Samples(repeating: 0, count: Self.lowCount(plan, columns.row))
        ring = Samples(repeating: 0, count: Self.ringCount(rows.row, columns.row))
        starts = Array(repeating: 0, count: rows.row.taps)
        columnWeights = columns.weights.map { Float($0) }
        rowWeights = rows.row.starts.indices.map { phase in
            Self.quantized(rows, phase, by: quantization)
        }
    }

    /// Divides the vertical weights of one phase by the quantization table, and finds their
    /// greatest magnitudes in the last four rows of a block.
    private static func quantized(
        _ axis: BlockAxis,
        _ phase: Int,
        by quantization: [UInt16]
    ) -> (weights: [Float], limits: [Float]) {
        let (taps, side) = (axis.row.taps, BlockAxis.side)
        func weight(_ v: Int, _ tap: Int, _ u: Int) -> Float {
            let weight = axis.weights[(phase * taps + tap) * side + v]
            return Float(weight / Double(quantization[v * side + u]))
        }
        return (
            (0..<side).flatMap { v in
                (0..<taps).flatMap { tap in (0..<side).map { weight(v, tap, $0) } }
            },
            (0..<taps).flatMap { tap in
                (0..<side).map { u in
                    (side / 2..<side).reduce(0) { max($0, abs(weight($1, tap, u))) }
                }
            }
        )
    }

    /// The number of blocks in a row.
    package var blocksPerRow: Int { columns.row.count }

    /// The number of rows of blocks.
    package var rowCount: Int { rows.row.count }

    /// Whether the next row of blocks needs another low-resolution row.
    package var isHungry: Bool { nextRow < rowCount && nextLow <= lastNeeded }

    /// The last low-resolution row that the next row of blocks needs.
    private var lastNeeded: Int { low(of: rows.row.taps - 1) }

    /// Returns the position of the low-resolution row for a tap of the next row of blocks; taps
    /// beyond the last low-resolution row use the last.
    private func low(of tap: Int) -> Int {
        let own = plan.rows.own
        return min(own.lowerBound + rows.row.start(of: nextRow) + tap, own.upperBound)
    }

    /// Takes the next low-resolution row.
    ///
    /// - Parameter samples: ``PlanePlan/lowWidth`` samples of 256 times a byte, limited to 255. The
    ///   expansion must be hungry.
    package mutating func push(_ samples: Span<UInt16>) {
        precondition(isHungry, "no low row is needed yet")
        let axis = plan.columns
        let first = axis.own.lowerBound - axis.results.lowerBound
        let count = low.count
        Self.center(
            samples.extracting(first..<(first + axis.own.count)),
            into: low.mutableSpan(0..<count)
        )
        let (kernels, slot) = (instructionSet.kernels, slot(of: nextLow))
        let (weights, columns) = (columnWeights, columns.row)
        Self.transform(low, columns, weights, into: &ring, slot, using: kernels)
        nextLow += 1
    }

    private static func transform(
        _ low: borrowing Samples<Float>,
        _ row: BlockRow,
        _ weights: [Float],
        into ring: inout Samples<Float>,
        _ slot: Range<Int>,
        using kernels: any KernelSet.Type
    ) {
        var target = ring.mutableSpan(slot)
        kernels.transformRow(
            low.span(0..<low.count),
            weights: weights.span,
            row: row,
            into: &target
        )
    }

    private static func center(_ samples: Span<UInt16>, into row: consuming MutableSpan<Float>) {
        for x in 0..<samples.count {
            row[x] = Float(min(samples[x], 255 * 256)) / 256 - 128
        }
        for x in samples.count..<max(samples.count, row.count) { row[x] = row[samples.count - 1] }
    }

    /// Computes the quantized coefficients of the next row of blocks.
    ///
    /// The expansion must not be hungry, and must have rows left.
    ///
    /// - Parameters:
    ///   - masks: For each block, a bit for each nonzero coefficient, from the lowest bit on.
    ///   - blocks: 64 coefficients for each block, row by row; undefined where the bit is 0.
    package mutating func pull(
        masks: inout MutableSpan<UInt64>,
        into blocks: inout MutableSpan<Int16>
    ) {
        precondition(nextRow < rowCount && !isHungry, "the next row of blocks is not ready")
        precondition(masks.count == blocksPerRow, "the number of masks differs from that of blocks")
        let kernels = instructionSet.kernels
        for tap in starts.indices { starts[tap] = slot(of: low(of: tap)).lowerBound }
        let phase = rowWeights[nextRow % rows.row.starts.count]
        kernels.quantizeBlocks(
            ring.span(0..<ring.count),
            at: starts.span,
            weights: phase.weights.span,
            limits: phase.limits.span,
            masks: &masks,
            into: &blocks
        )
        nextRow += 1
    }

    // MARK: Sizes

    /// Returns the range of elements in ``ring`` that holds a low-resolution row.
    private func slot(of low: Int) -> Range<Int> {
        let slot = (low - plan.rows.results.lowerBound) % rows.row.taps
        let stride = BlockAxis.side * columns.row.count
        return (slot * stride)..<((slot + 1) * stride)
    }

    private static func lowCount(_ plan: PlanePlan, _ columns: BlockRow) -> Int {
        max(plan.columns.own.count, columns.reach)
    }

    private static func ringCount(_ rows: BlockRow, _ columns: BlockRow) -> Int {
        rows.taps * BlockAxis.side * columns.count
    }

    /// The number of bytes that an expansion to blocks allocates for samples, exactly.
    ///
    /// - Parameter plan: The plan of the blur; it must fit.
    /// - Returns: The number of bytes.
    package static func byteCount(_ plan: PlanePlan) -> Int {
        let (rows, columns) = (BlockAxis.row(of: plan.rows), BlockAxis.row(of: plan.columns))
        return (lowCount(plan, columns) + ringCount(rows, columns)) * MemoryLayout<Float>.stride
    }
}
