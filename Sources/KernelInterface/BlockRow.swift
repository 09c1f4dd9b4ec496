// SPDX-License-Identifier: Apache-2.0

/// The positions of the low-resolution samples from which each block of a row is interpolated.
package struct BlockRow: Hashable, Sendable {
    /// The number of blocks in the row.
    package let count: Int
    /// The number of low-resolution samples that contribute to a block.
    package let taps: Int
    /// The positions of the first low-resolution sample for each phase, that is for the first
    /// blocks of the row.
    ///
    /// Each later block starts ``advance`` further than the one a whole set of phases before it.
    package let starts: [Int]
    /// The number of low-resolution samples by which the pattern of ``starts`` repeats.
    package let advance: Int

    /// The supported numbers of taps.
    package static let tapRange = 3...5

    /// Creates a row; positions must not be negative and must not go backwards.
    package init(count: Int, taps: Int, starts: [Int], advance: Int) {
        precondition(Self.tapRange.contains(taps), "the number of taps is not supported")
        precondition(count >= 0 && advance >= 0, "the count or the advance is negative")
        precondition(
            !starts.isEmpty && starts.allSatisfy { $0 >= 0 },
            "a position is negative"
        )
        self.count = count
        self.taps = taps
        self.starts = starts
        self.advance = advance
    }

    /// The position of the first low-resolution sample of a block.
    package func start(of block: Int) -> Int {
        starts[block % starts.count] + block / starts.count * advance
    }

    /// The number of low-resolution samples that the row reads.
    package var reach: Int {
        (max(0, count - starts.count)..<count).reduce(0) { max($0, start(of: $1) + taps) }
    }
}
