// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The second half of a blur of one plane, for a JPEG: blurred low rows go in, rows of blocks of
/// quantized coefficients come out.
///
/// They are the coefficients of the samples that a ``PlaneExpansion`` would have made, before those
/// are rounded. What blocks hold beyond the edges goes on as the picture ends.
public struct BlockExpansion: ~Copyable, Sendable {
    /// What is done.
    public let plan: PlanePlan

    /// The low row that is needed next, of ``PlanePlan/lowRows``.
    public private(set) var nextLow: Int

    private let instructionSet: InstructionSet
    private let rows: BlockAxis
    private let columns: BlockAxis

    /// The row of blocks that is made next.
    private var nextRow = 0

    /// The low row that came last, around 0, its last sample repeated as far as blocks reach.
    private var low: Samples<Float>

    /// The last low rows, transformed along themselves.
    private var ring: Samples<Float>

    /// Where each of the rows begins in ``ring`` that the next blocks come of.
    private var starts: [Int]

    private let columnWeights: [Float]

    /// For each phase the weights in units of quantization, and the greatest of the last rows.
    private let rowWeights: [(weights: [Float], limits: [Float])]

    /// Whether blocks can be made of a plan: where low samples are four samples apart, or more, and
    /// where what lies beyond the edges counts.
    ///
    /// - Parameter plan: What is to be done.
    /// - Returns: Whether it can be done by blocks.
    public static func fits(_ plan: PlanePlan) -> Bool {
        plan.coverage == nil && BlockAxis.fits(plan.rows) && BlockAxis.fits(plan.columns)
    }

    /// Prepares the second half of a blur; all memory is allocated here.
    ///
    /// - Parameters:
    ///   - plan: What is done; it must fit.
    ///   - quantization: What the 64 coefficients of a block are divided by, row by row.
    ///   - instructionSet: The variant that does it.
    public init(
        plan: PlanePlan,
        quantization: [UInt16],
        instructionSet: InstructionSet = .current
    ) {
        precondition(Self.fits(plan), "a plan that blocks cannot be made of")
        precondition(
            quantization.count == 64 && !quantization.contains(0),
            "a table that nothing can be divided by"
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

    /// The weights of a phase in each coefficient, row by row.
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

    /// The blocks of a row.
    public var blocksPerRow: Int { columns.row.count }

    /// The rows of blocks.
    public var rowCount: Int { rows.row.count }

    /// Whether the next row of blocks needs another low row.
    public var isHungry: Bool { nextRow < rowCount && nextLow <= lastNeeded }

    /// The last low row of the next row of blocks.
    private var lastNeeded: Int { low(of: rows.row.taps - 1) }

    /// The low row of a tap; beyond the last there is the last.
    private func low(of tap: Int) -> Int {
        let own = plan.rows.own
        return min(own.lowerBound + rows.row.start(of: nextRow) + tap, own.upperBound)
    }

    /// Takes the next low row.
    ///
    /// - Parameter samples: ``PlanePlan/lowWidth`` samples, 256 times a byte; what is greater than
    ///   255 is limited. The expansion must be hungry.
    public mutating func push(_ samples: Span<UInt16>) {
        precondition(isHungry, "a low row too early")
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

    /// Makes the next row of blocks.
    ///
    /// The expansion must not be hungry, and not at its end.
    ///
    /// - Parameters:
    ///   - masks: For each block the coefficients that are not zero, from the lowest bit on.
    ///   - blocks: 64 coefficients for each block, row by row; where the mask says zero, anything.
    public mutating func pull(
        masks: inout MutableSpan<UInt64>,
        into blocks: inout MutableSpan<Int16>
    ) {
        precondition(nextRow < rowCount && !isHungry, "a row of blocks too early")
        precondition(masks.count == blocksPerRow, "another number of blocks")
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

    /// The slot of a low row.
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

    /// The bytes of samples that an expansion allocates, exactly.
    ///
    /// - Parameter plan: What is done; it must fit.
    /// - Returns: Bytes.
    public static func byteCount(_ plan: PlanePlan) -> Int {
        let (rows, columns) = (BlockAxis.row(of: plan.rows), BlockAxis.row(of: plan.columns))
        return (lowCount(plan, columns) + ringCount(rows, columns)) * MemoryLayout<Float>.stride
    }
}
