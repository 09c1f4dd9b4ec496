// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Rendering

/// Who sleeps is woken when there is something to do, whatever happened before.
extension WorkerPoolTests {
    /// Hands in two pieces of work, each of which waits until the other has begun.
    private func submitPair(_ pool: WorkerPool, memory: Int) throws -> DispatchGroup {
        let (group, begun) = (
            DispatchGroup(), [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        )
        for index in 0..<2 {
            group.enter()
            try pool.submit(RenderEstimate(memory: memory, work: 1), cancellation: Cancellation()) {
                _ in
                begun[index].signal()
                begun[1 - index].wait()
                group.leave()
                return .done
            } refused: { _ in
            }
        }
        return group
    }

    @Test func `memory that is freed lets several begin`() throws {
        let pool = makePool(workers: 2, memoryBudget: 10)
        let gate = DispatchSemaphore(value: 0)
        try occupy(pool, gate, RenderEstimate(memory: 6, work: 1))
        let pair = try submitPair(pool, memory: 5)
        gate.signal()
        #expect(pair.wait(timeout: .now() + 60) == .success)
    }

    @Test func `work that is given up lets those behind it begin`() throws {
        let pool = makePool(workers: 3, queueLimit: 100, memoryBudget: 10)
        let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try occupy(pool, gate, RenderEstimate(memory: 6, work: 1))
        let cancellation = Cancellation()
        try pool.submit(RenderEstimate(memory: 10, work: 1), cancellation: cancellation) { _ in
            .done
        } refused: { _ in
        }
        // Until what is too large is not overtaken any more, so that the pair must wait for it.
        for _ in 0..<WorkerPool.maximumOvertakings {
            try pool.submit(small, cancellation: Cancellation()) { _ in
                done.signal()
                return .done
            } refused: { _ in
            }
            #expect(done.wait(timeout: .now() + 60) == .success)
        }
        let pair = try submitPair(pool, memory: 2)
        #expect(pair.wait(timeout: .now() + 0.1) == .timedOut)
        cancellation.cancel()
        #expect(pair.wait(timeout: .now() + 60) == .success)
        gate.signal()
    }

    /// The folder of the calling thread in `/proc`, which is gone when the thread has ended.
    private static func currentThreadFolder() throws -> String {
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return "/proc/\(link)"
    }

    @Test func `a pool that nobody has is gone, and so are its threads`() throws {
        let threads = Mutex<Set<String>>([])
        do {
            let pool = makePool(workers: 2)
            let group = DispatchGroup()
            for _ in 0..<2 {
                group.enter()
                try pool.submit(small, cancellation: Cancellation()) { _ in
                    // The folder of the process in the place of an unknown one: it is not gone.
                    let folder = (try? Self.currentThreadFolder()) ?? "/proc/self"
                    threads.withLock { _ = $0.insert(folder) }
                    // Both at the same time, so that each thread has one.
                    while threads.withLock({ $0.count }) < 2 { usleep(100) }
                    group.leave()
                    return .done
                } refused: { _ in
                }
            }
            #expect(group.wait(timeout: .now() + 60) == .success)
        }
        let deadline = ContinuousClock.now + .seconds(60)
        func areAlive() -> Bool {
            threads.withLock { $0.contains(where: FileManager.default.fileExists(atPath:)) }
        }
        while areAlive(), ContinuousClock.now < deadline { usleep(1000) }
        #expect(!areAlive() && threads.withLock { $0.count } == 2)
    }
}
