// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct SerialQueueTests {
    private struct Fault: Error, Equatable {}

    private let queue = SerialQueue("test")

    @Test func `returns the result of a closure, or throws its error`() async {
        #expect(await queue.run { 7 } == 7)
        await #expect(throws: Fault()) {
            try await queue.run { () throws(Fault) -> Int in throw Fault() }
        }
    }

    private struct Counts: Sendable {
        var (running, greatest, total) = (0, 0, 0)
    }

    @Test func `runs one closure at a time, and all of them`() async {
        let counts = Shared(Counts())
        let tasks = (0..<50).map { _ in
            Task { [queue] in
                await queue.run {
                    counts.change { counts in
                        counts.running += 1
                        counts.greatest = max(counts.greatest, counts.running)
                    }
                    counts.change { counts in
                        counts.running -= 1
                        counts.total += 1
                    }
                }
            }
        }
        for task in tasks { await task.value }
        #expect(counts.value.greatest == 1)
        #expect(counts.value.total == 50)
    }

    @Test func `runs a closure in the order of what came before`() async {
        let order = Mutex<[Int]>([])
        for number in 0..<10 { queue.async { order.withLock { $0.append(number) } } }
        await queue.run { order.withLock { $0.append(10) } }
        #expect(order.withLock { $0 } == Array(0...10))
    }

    @Test func `brings its caller back to the executor from which it came`() async {
        let home = CountingExecutor()
        await withTaskExecutorPreference(home) {
            let before = home.count
            await queue.run {}
            // One job: the return.
            #expect(home.count == before + 1)
        }
    }
}
