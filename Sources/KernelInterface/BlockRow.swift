// SPDX-License-Identifier: Apache-2.0

/// The positions of the low-resolution samples from which each block of a row is interpolated.
package struct BlockRow: Hashable, Sendable {
    /// The number of blocks in the row.
    package let count: Int
    /// The number of low-resolution samples that contribute to a block.
    package let taps: Int
    /// The position of the first low-resolution sample for each of the row's first blocks, until
    /// the pattern repeats.
    ///
    /// Each later block starts ``advance`` further than the block as many places before it as there
    /// are ``starts``.
    package let starts: [Int]
    /// The distance, in low-resolution samples, after which the pattern of ``starts`` repeats.
    package let advance: Int

    /// The supported numbers of taps.
    package static let tapRange = 3...7

    /// Creates a row of blocks from its pattern of positions; these must be ascending and not
    /// negative.
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
