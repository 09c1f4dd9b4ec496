// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Sums of the samples of rows, times weights: a row of a result in progress.
public struct WeightedSums: ~Copyable, Sendable {
    private var sums: Samples<Float>
    private let instructionSet: InstructionSet

    /// Prepares a row of zeros.
    public init(width: Int, instructionSet: InstructionSet = .current) {
        sums = Samples(repeating: 0, count: width)
        self.instructionSet = instructionSet
    }

    /// The bytes of sums that are allocated.
    public static func byteCount(width: Int) -> Int { width * MemoryLayout<Float>.stride }

    /// Starts again.
    public mutating func clear() {
        var row = sums.mutableSpan(0..<sums.count)
        row.update(repeating: 0)
    }

    /// Adds samples of a row, moved and weighted.
    ///
    /// - Parameters:
    ///   - row: With as many samples on both sides as taps reach.
    ///   - taps: How far to the right the first sample of the result takes its samples, and the
    ///     weights of those.
    ///   - center: Where in the row the first sample of the result lies.
    public mutating func add(
        _ row: Span<UInt16>,
        _ taps: [(offset: Int, weight: Float)],
        center: Int
    ) {
        let kernels = instructionSet.kernels
        let count = sums.count
        var target = sums.mutableSpan(0..<count)
        for tap in taps {
            let start = center + tap.offset
            kernels.add(
                row.extracting(start..<(start + count)),
                times: tap.weight,
                to: &target
            )
        }
    }

    /// Rounds the sums to samples, half to even, at most 65,535.
    public func settle(into row: inout MutableSpan<UInt16>) {
        instructionSet.kernels.settle(sums.span(0..<sums.count), into: &row)
    }
}
