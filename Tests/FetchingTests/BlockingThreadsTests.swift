// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite struct BlockingThreadsTests {
    @Test func `runs every task once, from many threads`() async throws {
        let threads = BlockingThreads(name: "test", limit: 3, queueLimit: 10_000)
        let counts = Mutex([Int](repeating: 0, count: 4_000))
        onThreads(4) { index in
            for number in 0..<1_000 {
                let isTaken = threads.run { counts.withLock { $0[index * 1_000 + number] += 1 } }
                #expect(isTaken)
            }
        }
        try await eventually { counts.withLock { $0.allSatisfy { $0 == 1 } } }
    }

    @Test func `runs no more tasks at a time than it has threads, and refuses what is too much`()
        async throws
    {
        let threads = BlockingThreads(name: "test", limit: 2, queueLimit: 3)
        let gate = DispatchSemaphore(value: 0)
        let running = Mutex(0)
        let task: @Sendable () -> Void = {
            running.withLock { $0 += 1 }
            gate.wait()
        }
        #expect(threads.run(task))
        #expect(threads.run(task))
        try await eventually { running.withLock { $0 } == 2 }
        for _ in 0..<3 { #expect(threads.run(task)) }
        #expect(!threads.run(task))
        #expect(running.withLock { $0 } == 2)
        for _ in 0..<5 { gate.signal() }
        try await eventually { running.withLock { $0 } == 5 }
    }

    @Test func `starts threads anew after they were idle`() async throws {
        let threads = BlockingThreads(name: "test", limit: 1, queueLimit: 3)
        let count = Mutex(0)
        for round in 1...2 {
            #expect(threads.run { count.withLock { $0 += 1 } })
            try await eventually { count.withLock { $0 } == round }
            if round == 1 { try await Task.sleep(for: .seconds(5.5)) }
        }
    }
}
