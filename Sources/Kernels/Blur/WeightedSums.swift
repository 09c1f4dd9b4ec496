// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// A row of weighted sums of samples, rounded to one row of a result.
package struct WeightedSums: ~Copyable, Sendable {
    private var sums: Samples<Float>
    private let instructionSet: InstructionSet

    /// Creates a row of sums, all of them zero.
    package init(width: Int, instructionSet: InstructionSet = .current) {
        sums = Samples(repeating: 0, count: width)
        self.instructionSet = instructionSet
    }

    /// The number of bytes that a row of sums of a given width allocates.
    package static func byteCount(width: Int) -> Int { width * MemoryLayout<Float>.stride }

    /// Sets all sums to zero.
    package mutating func clear() {
        var row = sums.mutableSpan(0..<sums.count)
        row.update(repeating: 0)
    }

    /// Adds weighted and shifted copies of a row.
    ///
    /// - Parameters:
    ///   - row: The samples, with as many on both sides of the result as taps reach.
    ///   - taps: The offset to the right at which the first sample of the result reads the row, and
    ///     the weight of that copy.
    ///   - center: The index in the row of the first sample of the result.
    package mutating func add(
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

    /// The sums, not rounded.
    @_lifetime(borrow self)
    func values() -> Span<Float> { sums.span(0..<sums.count) }

    /// Rounds the sums to samples, half to even, at most 65,535.
    package func settle(into row: inout MutableSpan<UInt16>) {
        instructionSet.kernels.settle(sums.span(0..<sums.count), into: &row)
    }
}
