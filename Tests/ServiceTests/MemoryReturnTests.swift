// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct MemoryReturnTests {
    private final class Counter: Sendable {
        let value = Atomic(0)
        func add() { value.add(1, ordering: .relaxed) }
        var count: Int { value.load(ordering: .relaxed) }
    }

    @Test func `returns memory once after the last of many exchanges`() async throws {
        let counter = Counter()
        let memory = MemoryReturn { counter.add() }
        for _ in 0..<1000 { memory.exchangeEnded() }
        #expect(counter.count == 0)
        try await eventually { counter.count == 1 }
        // Whoever is idle sets no timers.
        try await Task.sleep(for: .seconds(2.5))
        #expect(counter.count == 1)
    }

    @Test func `returns memory again after a later exchange`() async throws {
        let counter = Counter()
        let memory = MemoryReturn { counter.add() }
        memory.exchangeEnded()
        try await eventually { counter.count == 1 }
        memory.exchangeEnded()
        try await eventually { counter.count == 2 }
    }
}
