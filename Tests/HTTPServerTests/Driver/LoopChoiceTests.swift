// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct LoopChoiceTests {
    /// What becomes of the counts when connections come one after the other.
    private func fill(_ loops: Int, _ processors: [Int?]) -> [Int] {
        var counts = Array(repeating: 0, count: loops)
        for (turn, processor) in processors.enumerated() {
            counts[
                LoopChoice.index(counts: counts, processor: processor, turn: UInt(turn))
            ] += 1
        }
        return counts
    }

    @Test func `keeps the connections of a processor together`() {
        #expect(fill(2, [0, 0, 0, 0, 1, 1, 1, 1]) == [4, 4])
        #expect(fill(2, [1, 1, 1]) == [0, 3])
        #expect(fill(3, [4, 4, 5]) == [0, 2, 1])
        #expect(LoopChoice.index(counts: [9, 6], processor: 0, turn: 1) == 0)
    }

    @Test func `spreads the connections of one processor over all loops in the end`() {
        #expect(fill(2, Array(repeating: 1, count: 8)) == [2, 6])
        #expect(fill(2, Array(repeating: 1, count: 100)) == [45, 55])
        #expect(fill(4, Array(repeating: 0, count: 100)).min() == 24)
        #expect(LoopChoice.index(counts: [10, 6], processor: 0, turn: 0) == 1)
    }

    @Test func `takes turns where no processor is known`() {
        #expect(fill(3, Array(repeating: nil, count: 8)) == [3, 3, 2])
        #expect(LoopChoice.index(counts: [2, 2, 2], processor: nil, turn: .max) == 0)
        #expect(LoopChoice.index(counts: [2, 2, 2], processor: nil, turn: 4) == 1)
        #expect(LoopChoice.index(counts: [3, 2, 2], processor: nil, turn: 0) == 1)
    }

    @Test func `has one loop take everything`() {
        #expect(fill(1, [0, 7, nil]) == [3])
    }
}
