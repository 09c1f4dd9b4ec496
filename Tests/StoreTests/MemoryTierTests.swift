// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import Store

@Suite struct MemoryTierTests {
    typealias Tier = MemoryTier<Int, String>

    /// A budget for so many values of so many bytes.
    static func budget(for count: Int, of cost: Int) -> Int { count * (cost + Tier.entryOverhead) }

    @Test func `keeps what fits exactly`() {
        let tier = Tier(budget: Self.budget(for: 2, of: 100))
        #expect(tier.insert("a", for: 1, cost: 100))
        #expect(tier.insert("b", for: 2, cost: 100))
        #expect(tier.value(for: 1) == "a")
        #expect(tier.value(for: 2) == "b")
        #expect(tier.statistics.evictions == 0)
        #expect(tier.statistics.byteCount == tier.budget)
    }

    @Test func `evicts the least recently used when one byte is too much`() {
        let tier = Tier(budget: Self.budget(for: 2, of: 100))
        tier.insert("a", for: 1, cost: 100)
        tier.insert("b", for: 2, cost: 100)
        #expect(tier.value(for: 1) == "a")
        tier.insert("c", for: 3, cost: 1)
        #expect(tier.peek(2) == nil)
        #expect(tier.peek(1) == "a")
        #expect(tier.peek(3) == "c")
        #expect(tier.statistics.evictions == 1)
    }

    @Test func `does not keep what exceeds the whole budget, and loses nothing for it`() {
        let tier = Tier(budget: Self.budget(for: 1, of: 100))
        tier.insert("a", for: 1, cost: 100)
        #expect(!tier.insert("b", for: 2, cost: 101))
        #expect(tier.peek(1) == "a")
        #expect(tier.peek(2) == nil)
        #expect(!tier.insert("c", for: 3, cost: .max))
    }

    @Test func `forgets the old value when the new one of its key is too great`() {
        let tier = Tier(budget: Self.budget(for: 1, of: 100))
        tier.insert("a", for: 1, cost: 100)
        #expect(!tier.insert("b", for: 1, cost: 101))
        #expect(tier.peek(1) == nil)
        #expect(tier.statistics.byteCount == 0)
    }

    @Test func `keeps nothing without a budget`() {
        let tier = Tier(budget: 0)
        #expect(!tier.insert("a", for: 1, cost: 0))
        #expect(tier.value(for: 1) == nil)
    }

    @Test func `counts look-ups`() {
        let tier = Tier(budget: 10_000)
        tier.insert("a", for: 1, cost: 1)
        _ = tier.value(for: 1)
        _ = tier.value(for: 1)
        _ = tier.value(for: 2)
        _ = tier.peek(3)
        #expect(tier.statistics.hits == 2)
        #expect(tier.statistics.misses == 1)
    }

    @Test func `forgets every value whose key fits`() {
        let tier = Tier(budget: 100_000)
        for key in 0..<10 { tier.insert("\(key)", for: key, cost: key) }
        #expect(tier.remove { $0.isMultiple(of: 3) } == 4)
        #expect((0..<10).filter { tier.peek($0) != nil } == [1, 2, 4, 5, 7, 8])
        #expect(tier.statistics.entryCount == 6)
    }

    /// The obvious way: an array, the most recently used last.
    struct Model {
        var entries: [(key: Int, value: String, cost: Int)] = []
        let budget: Int

        mutating func use(_ key: Int) -> String? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.value
        }

        mutating func insert(_ value: String, _ key: Int, _ cost: Int) {
            entries.removeAll { $0.key == key }
            guard cost <= budget else { return }
            while entries.reduce(0, { $0 + $1.cost }) + cost > budget { entries.removeFirst() }
            entries.append((key, value, cost))
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `agrees with a simple model after every random step`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let tier = Tier(budget: 5_000)
        var model = Model(budget: 5_000)
        for step in 0..<4_000 {
            let key = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                #expect(tier.value(for: key) == model.use(key), "seed \(seed), step \(step)")
            case 5...8:
                let cost = Int.random(in: 0...5_200, using: &random)
                tier.insert("\(step)", for: key, cost: cost)
                model.insert("\(step)", key, cost + Tier.entryOverhead)
            default:
                let isThere = model.entries.contains { $0.key == key }
                #expect(tier.remove(key) == isThere, "seed \(seed), step \(step)")
                model.entries.removeAll { $0.key == key }
            }
            let statistics = tier.statistics
            let total = model.entries.reduce(0) { $0 + $1.cost }
            guard statistics.byteCount == total, statistics.entryCount == model.entries.count else {
                Issue.record("seed \(seed), step \(step): \(statistics) instead of \(total) bytes")
                return
            }
        }
        for entry in model.entries { #expect(tier.peek(entry.key) == entry.value) }
    }

    @Test func `stays within its budget while many threads use it`() {
        let tier = MemoryTier<Int, [UInt8]>(budget: 20_000)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = SplitMix(seed: UInt64(thread))
            for _ in 0..<2_000 {
                let key = Int.random(in: 0..<50, using: &random)
                if let value = tier.value(for: key) {
                    #expect(value.count == key * 10)
                } else {
                    tier.insert([UInt8](repeating: 1, count: key * 10), for: key, cost: key * 10)
                }
                if key == 7 { tier.remove { $0 == 9 } }
                #expect(tier.statistics.byteCount <= 20_000)
            }
        }
        let statistics = tier.statistics
        #expect(statistics.hits + statistics.misses == 16_000)
        #expect(statistics.evictions > 0)
    }
}
