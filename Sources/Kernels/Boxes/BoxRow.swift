// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// Three box filters in succession along the rows of a plane.
package struct BoxRow: ~Copyable, Sendable {
    private let kernel: BoxKernel
    private let delays: [Int]
    private let factors: [Int32]
    private let edge: EdgeMode
    private let instructionSet: InstructionSet

    /// The row extended beyond its ends, preceded by zeros.
    private var extended: Samples<UInt16>
    private var sums: Samples<UInt64>

    /// The running sums modulo 2^32, from the first sample before the row on; empty if they need 64 bits.
    private var narrowSums: Samples<Int32>

    /// The total weight of samples inside the row for each result, for the edge mode `normalize`.
    private let coverage: [Int]

    /// Creates a filter of three boxes for rows of a given width.
    ///
    /// - Parameters:
    ///   - width: Samples in a row.
    ///   - kernel: The boxes.
    ///   - edge: The edge mode.
    ///   - instructionSet: The kernel variant to use.
    package init(
        width: Int,
        kernel: BoxKernel,
        edge: EdgeMode,
        instructionSet: InstructionSet = .current
    ) {
        self.kernel = kernel
        delays = kernel.taps.map(\.delay)
        factors = kernel.taps.map(\.factor)
        self.edge = edge
        self.instructionSet = instructionSet
        extended = Samples(
            repeating: 0,
            count: width + 2 * kernel.reach + Self.longestDelay(kernel)
        )
        sums = Samples(repeating: 0, count: kernel.isNarrow ? 0 : width)
        narrowSums = Samples(
            repeating: 0,
            count: kernel.isNarrow ? width + 2 * kernel.reach : 0
        )
        coverage = edge == .normalize ? kernel.coverage(width) : []
    }

    /// The number of bytes that a filter for rows of a given width allocates.
    package static func byteCount(width: Int, kernel: BoxKernel) -> Int {
        (width + 2 * kernel.reach + longestDelay(kernel)) * MemoryLayout<UInt16>.stride
            + (kernel.isNarrow ? 3 * width / 2 + kernel.reach + 1 : 2 * width)
            * MemoryLayout<UInt64>.stride
    }

    private static func longestDelay(_ kernel: BoxKernel) -> Int {
        kernel.taps.map(\.delay).max() ?? 0
    }

    /// Blurs a row in place.
    package mutating func blur(_ row: inout MutableSpan<UInt16>) {
        extend(row.span)
        let width = row.count
        if kernel.isNarrow {
            Self.sum(extended, kernel.taps, into: &narrowSums, instructionSet)
        } else {
            Self.sum(extended, delays, factors, into: &sums, instructionSet)
        }
        if edge != .normalize { return divide(0..<width, kernel.total, &row) }
        let reach = kernel.reach
        // Between the ends, all weights fall on samples inside the plane.
        let inner = min(reach, width)..<max(width - reach, min(reach, width))
        for x in 0..<width where !inner.contains(x) { divide(x..<(x + 1), coverage[x], &row) }
        if !inner.isEmpty { divide(inner, kernel.total, &row) }
    }

    private func divide(_ range: Range<Int>, _ total: Int, _ row: inout MutableSpan<UInt16>) {
        var part = row._mutatingExtracting(range)
        let kernels = instructionSet.kernels
        if kernel.isNarrow {
            let start = 2 * kernel.reach
            let last = (start + range.lowerBound)..<(start + range.upperBound)
            kernels.divide(narrowSums.span(last), by: total, into: &part)
        } else {
            kernels.divide(sums.span(range), by: total, into: &part)
        }
    }

    private mutating func extend(_ row: Span<UInt16>) {
        let (reach, width) = (kernel.reach, row.count)
        let start = extended.count - width - 2 * reach
        let edge = edge
        var target = extended.mutableSpan(start..<extended.count)
        target.copy(row, at: reach)
        for x in 0..<reach {
            let (before, behind) = (-1 - x, width + x)
            if let source = edge.source(of: before, count: width) {
                target[reach + before] = row[source]
            }
            if let source = edge.source(of: behind, count: width) {
                target[reach + behind] = row[source]
            }
        }
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    /// Combines the taps, and integrates the result three times.
    private static func sum(
        _ extended: borrowing Samples<UInt16>,
        _ taps: [BoxKernel.Tap],
        into sums: inout Samples<Int32>,
        _ instructionSet: InstructionSet
    ) {
        let kernels = instructionSet.kernels
        let start = extended.count - sums.count
        var line = sums.mutableSpan(0..<sums.count)
        line.update(repeating: 0)
        for tap in taps {
            let first = start - tap.delay
            kernels.add(
                extended.span(first..<(first + line.count)),
                times: tap.factor,
                to: &line
            )
        }
        for _ in 0..<3 { kernels.accumulate(&line) }
    }

    private static func sum(
        _ extended: borrowing Samples<UInt16>,
        _ delays: [Int],
        _ factors: [Int32],
        into sums: inout Samples<UInt64>,
        _ instructionSet: InstructionSet
    ) {
        var result = sums.mutableSpan(0..<sums.count)
        instructionSet.kernels.sumBoxes(
            extended.span(0..<extended.count),
            delays: delays.span,
            factors: factors.span,
            into: &result
        )
    }
}
