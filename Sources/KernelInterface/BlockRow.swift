// SPDX-License-Identifier: Apache-2.0

/// Where the low samples lie that the blocks of a row come of.
package struct BlockRow: Hashable, Sendable {
    /// How many blocks follow each other.
    package let count: Int
    /// How many low samples a block comes of.
    package let taps: Int
    /// Where the first low sample of a block lies, for the first blocks; those after them are
    /// ``advance`` further.
    package let starts: [Int]
    /// The low samples from a block to that as many later as there are starts.
    package let advance: Int

    /// As many low samples as blocks come of.
    package static let tapRange = 3...5

    /// Sets out where low samples lie: none before the first, and none before those of an earlier block
    /// of the same phase.
    package init(count: Int, taps: Int, starts: [Int], advance: Int) {
        precondition(Self.tapRange.contains(taps), "another number of taps")
        precondition(count >= 0 && advance >= 0, "blocks that go backwards")
        precondition(
            !starts.isEmpty && starts.allSatisfy { $0 >= 0 },
            "low samples before the first"
        )
        self.count = count
        self.taps = taps
        self.starts = starts
        self.advance = advance
    }

    /// The first low sample of a block.
    package func start(of block: Int) -> Int {
        starts[block % starts.count] + block / starts.count * advance
    }

    /// How many low samples are reached.
    package var reach: Int {
        (max(0, count - starts.count)..<count).reduce(0) { max($0, start(of: $1) + taps) }
    }
}
