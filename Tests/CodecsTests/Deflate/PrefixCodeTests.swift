// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Codecs

@Suite struct PrefixCodeTests {
    private static func code(_ frequencies: [UInt32], limit: Int = 12) -> PrefixCode {
        var code = PrefixCode(symbolCount: frequencies.count)
        code.build(frequencies, limit: limit)
        return code
    }

    /// The share of the code space that all codes take, in units of one longest code; a complete
    /// code takes all.
    private static func taken(_ lengths: [UInt8], limit: Int) -> Int {
        lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (limit - Int($1)) }
    }

    private static func cost(_ frequencies: [UInt32], _ lengths: [UInt8]) -> Int {
        zip(frequencies, lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
    }

    /// Alphabets of few symbols that occur, or many, rarely or often, alike or not.
    private static func frequencies(_ generator: inout SeededGenerator) -> [UInt32] {
        let count = Int.random(in: 2...286, using: &generator)
        let share = Int.random(in: 1...4, using: &generator)
        let bits = Int.random(in: 0...16, using: &generator)
        return (0..<count).map { _ in
            guard Int.random(in: 1...share, using: &generator) == 1 else { return 0 }
            return UInt32.random(in: 0...((1 << UInt32(bits)) - 1), using: &generator)
        }
    }

    @Test(arguments: [9, 10, 12, 15])
    func `codes are complete, keep their limit, and are those of symbols that occur`(limit: Int) {
        var generator = SeededGenerator(seed: UInt64(limit))
        for _ in 0..<500 {
            let frequencies = Self.frequencies(&generator)
            let lengths = Self.code(frequencies, limit: limit).lengths
            #expect(Self.taken(lengths, limit: limit) == 1 << limit, "\(frequencies)")
            #expect(lengths.allSatisfy { $0 <= limit }, "\(frequencies)")
            for (frequency, length) in zip(frequencies, lengths) where frequency > 0 {
                #expect(length > 0, "\(frequencies)")
            }
            let used = frequencies.filter { $0 > 0 }.count
            #expect(lengths.filter { $0 > 0 }.count == max(2, used), "\(frequencies)")
        }
    }

    @Test func `frequent symbols never have longer codes than rare ones`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let frequencies = Self.frequencies(&generator)
            let lengths = Self.code(frequencies, limit: 9).lengths
            let pairs = zip(frequencies, lengths).filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }
            for (rare, frequent) in zip(pairs, pairs.dropFirst()) where rare.0 < frequent.0 {
                #expect(rare.1 >= frequent.1, "\(frequencies)")
            }
        }
    }

    /// The best code that keeps a limit, from packages of the two cheapest.
    ///
    /// Reference: L. L. Larmore, D. S. Hirschberg, "A Fast Algorithm for Optimal Length-Limited
    /// Huffman Codes", Journal of the ACM 37(3), 1990.
    private static func leastCost(_ frequencies: [UInt32], limit: Int) -> Int {
        let leaves = frequencies.filter { $0 > 0 }.map(Int.init).sorted()
        var packages: [Int] = []
        for _ in 0..<limit {
            let level = (leaves + packages).sorted()
            packages = stride(from: 0, to: level.count - 1, by: 2).map {
                level[$0] + level[$0 + 1]
            }
        }
        return packages.prefix(leaves.count - 1).reduce(0, +)
    }

    @Test func `without need of a limit no code is shorter`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let count = Int.random(in: 2...14, using: &generator)
            let frequencies = (0..<count).map { _ in
                UInt32.random(in: 1...1000, using: &generator)
            }
            let lengths = Self.code(frequencies, limit: 15).lengths
            #expect(Self.cost(frequencies, lengths) == Self.leastCost(frequencies, limit: 15))
        }
    }

    @Test func `with a limit codes are hardly longer than the shortest`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            let frequencies = Self.frequencies(&generator)
            guard frequencies.filter({ $0 > 0 }).count > 1 else { continue }
            let cost = Self.cost(frequencies, Self.code(frequencies, limit: 9).lengths)
            let least = Self.leastCost(frequencies, limit: 9)
            #expect(cost >= least && cost * 100 <= least * 103, "\(frequencies)")
        }
    }

    @Test func `a symbol that occurs alone gets a bit, and another one too`() {
        for symbol in 0..<5 {
            var frequencies = [UInt32](repeating: 0, count: 5)
            frequencies[symbol] = 9
            let lengths = Self.code(frequencies).lengths
            #expect(lengths[symbol] == 1 && lengths.reduce(0, +) == 2)
        }
    }

    @Test func `symbols that all occur as often get codes of one length`() {
        for bits in 1...8 {
            let frequencies = [UInt32](repeating: 7, count: 1 << bits)
            #expect(Self.code(frequencies).lengths.allSatisfy { $0 == bits })
        }
    }

    /// Huffman's tree of these is as deep as it can be.
    @Test(arguments: [7, 9, 12, 15])
    func `Fibonacci's numbers reach the limit and no further`(limit: Int) {
        var frequencies: [UInt32] = [1, 1]
        while frequencies.count < 22 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
        let lengths = Self.code(frequencies, limit: limit).lengths
        #expect(lengths.max() == UInt8(limit))
        #expect(Self.taken(lengths, limit: limit) == 1 << limit)
    }

    /// Reference: the example in RFC 1951, 3.2.2, whose lengths are 3, 3, 3, 3, 3, 2, 4, 4.
    @Test func `codes are numbered as the standard says`() {
        let code = Self.code([10, 10, 10, 10, 10, 20, 5, 5])
        #expect(code.lengths == [3, 3, 3, 3, 3, 2, 4, 4])
        let expected: [[UInt32]] = [
            [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [0, 0], [1, 1, 1, 0],
            [1, 1, 1, 1],
        ]
        for (entry, bits) in zip(code.entries, expected) {
            let value = bits.enumerated().reduce(UInt32(0)) { $0 | $1.element << UInt32($1.offset) }
            #expect(entry == value << 8 | UInt32(bits.count))
        }
    }
}
