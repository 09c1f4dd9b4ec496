// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// A row of medians of squares of samples, found bit by bit from the highest.
///
/// A median has a bit set if at most half of the samples are less than the bits above it with that
/// bit. So each bit takes one comparison with each sample of the square.
package struct MedianRow: ~Copyable, Sendable {
    private var medians: Samples<UInt16>
    private var trials: Samples<UInt16>
    private var counts: Samples<UInt16>
    private let instructionSet: InstructionSet

    /// Creates a row of a given width.
    package init(width: Int, instructionSet: InstructionSet = .current) {
        medians = Samples(zeros: width)
        trials = Samples(zeros: width)
        counts = Samples(zeros: width)
        self.instructionSet = instructionSet
    }

    /// The number of bytes that a row of a given width allocates.
    package static func byteCount(width: Int) -> Int { 3 * width * MemoryLayout<UInt16>.stride }

    /// Starts with the highest bit.
    package mutating func start() {
        Self.fill(&medians, with: 0)
        Self.fill(&trials, with: 0x8000)
        Self.fill(&counts, with: 0)
    }

    private static func fill(_ samples: inout Samples<UInt16>, with sample: UInt16) {
        var row = samples.mutableSpan(0..<samples.count)
        row.update(repeating: sample)
    }

    /// Counts the samples of one row of the squares for the current bit.
    ///
    /// - Parameters:
    ///   - row: The samples, with as many more than the result as a square has columns, less one.
    ///   - side: The number of columns of a square.
    package mutating func count(_ row: Span<UInt16>, side: Int) {
        Self.count(row, side, below: trials, into: &counts, instructionSet.kernels)
    }

    private static func count(
        _ row: Span<UInt16>,
        _ side: Int,
        below trials: borrowing Samples<UInt16>,
        into counts: inout Samples<UInt16>,
        _ kernels: any KernelSet.Type
    ) {
        let width = counts.count
        let bounds = trials.span(0..<width)
        var sums = counts.mutableSpan(0..<width)
        for column in 0..<side {
            kernels.count(
                row.extracting(column..<(column + width)),
                below: bounds,
                into: &sums
            )
        }
    }

    /// Decides a bit after all rows of the squares are counted.
    ///
    /// - Parameters:
    ///   - bit: The bit, 15 to 0, from the highest.
    ///   - count: The number of samples in a square.
    package mutating func decide(bit: Int, of count: Int) {
        let most = UInt16((count - 1) / 2)
        let nextBit: UInt16 = bit > 0 ? 1 << UInt16(bit - 1) : 0
        Self.decide(&medians, &trials, &counts, most, nextBit, instructionSet.kernels)
    }

    private static func decide(
        _ medians: inout Samples<UInt16>,
        _ trials: inout Samples<UInt16>,
        _ counts: inout Samples<UInt16>,
        _ most: UInt16,
        _ nextBit: UInt16,
        _ kernels: any KernelSet.Type
    ) {
        let width = counts.count
        var medianRow = medians.mutableSpan(0..<width)
        var trialRow = trials.mutableSpan(0..<width)
        var countRow = counts.mutableSpan(0..<width)
        kernels.decide(
            &medianRow,
            trials: &trialRow,
            counts: &countRow,
            most: most,
            nextBit: nextBit
        )
    }

    /// Copies the medians to a row of a result, after the lowest bit is decided.
    package func settle(into row: inout MutableSpan<UInt16>) {
        row.copy(medians.span(0..<medians.count))
    }
}
