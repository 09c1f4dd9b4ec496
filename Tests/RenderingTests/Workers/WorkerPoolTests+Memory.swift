// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Rendering
import Synchronization
import Testing

/// Work waits for the memory that it needs, and gives it back.
extension WorkerPoolTests {
    @Test func `refuses work that could never fit into memory`() {
        let pool = makePool(memoryBudget: 10)
        #expect(throws: AdmissionError.tooCostly(PriceExcess(of: .memory, price: 11, limit: 10))) {
            try pool.submit(
                RenderEstimate(memory: 11, work: 1),
                cancellation: Cancellation()
            ) { _ in
                .done
            } refused: { _ in
            }
        }
    }

    @Test func `starts work only when its memory is free`() throws {
        let pool = makePool(workers: 2, memoryBudget: 10)
        let gate = DispatchSemaphore(value: 0)
        try occupy(pool, gate, RenderEstimate(memory: 6, work: 1))
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            try pool.submit(
                RenderEstimate(memory: 5, work: 1),
                cancellation: Cancellation()
            ) { _ in
                done.signal()
                return .done
            } refused: { _ in
            }
        }
        #expect(done.wait(timeout: .now() + 0.1) == .timedOut)
        gate.signal()
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(done.wait(timeout: .now() + 60) == .success)
    }

    @Test func `lets small work overtake what waits for memory, but only so often`() throws {
        let pool = makePool(workers: 2, queueLimit: 100, memoryBudget: 10)
        let gate = DispatchSemaphore(value: 0)
        try occupy(pool, gate, RenderEstimate(memory: 6, work: 1))
        let large = DispatchSemaphore(value: 0)
        try pool.submit(RenderEstimate(memory: 5, work: 1), cancellation: Cancellation()) { _ in
            large.signal()
            return .done
        } refused: { _ in
        }
        let overtaken = DispatchSemaphore(value: 0)
        for _ in 0...WorkerPool.maximumOvertakings {
            try pool.submit(small, cancellation: Cancellation()) { _ in
                overtaken.signal()
                return .done
            } refused: { _ in
            }
        }
        for _ in 0..<WorkerPool.maximumOvertakings {
            #expect(overtaken.wait(timeout: .now() + 60) == .success)
        }
        #expect(overtaken.wait(timeout: .now() + 0.1) == .timedOut)
        gate.signal()
        #expect(large.wait(timeout: .now() + 60) == .success)
        #expect(overtaken.wait(timeout: .now() + 60) == .success)
    }

    @Test func `parked work gives its worker to others and keeps its memory`() throws {
        let pool = makePool(workers: 1, memoryBudget: 10)
        let resume = Mutex<[@Sendable () -> Void]>([])
        let parked = DispatchSemaphore(value: 0)
        let finished = DispatchSemaphore(value: 0)
        let runs = Mutex(0)
        try pool.submit(RenderEstimate(memory: 7, work: 1), cancellation: Cancellation()) { _ in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            if run == 2 {
                finished.signal()
                return .done
            }
            return .parked { continuation in
                resume.withLock { $0 = [continuation] }
                parked.signal()
            }
        } refused: { _ in
        }
        #expect(parked.wait(timeout: .now() + 60) == .success)
        #expect(pool.status.parked == 1)
        #expect(pool.status.memoryInUse == 7)

        let other = DispatchSemaphore(value: 0)
        try pool.submit(small, cancellation: Cancellation()) { _ in
            other.signal()
            return .done
        } refused: { _ in
        }
        #expect(other.wait(timeout: .now() + 60) == .success)

        // Taken out: the continuation holds the work, which holds what holds the continuation.
        let continuation = try #require(resume.withLock { $0.popLast() })
        continuation()
        continuation()
        #expect(finished.wait(timeout: .now() + 60) == .success)
        #expect(runs.withLock { $0 } == 2)
    }

    @Test func `gives all memory back`() throws {
        let pool = makePool(workers: 2, queueLimit: 100, memoryBudget: 20)
        let group = DispatchGroup()
        for number in 0..<100 {
            let cancellation = Cancellation()
            group.enter()
            do {
                try pool.submit(
                    RenderEstimate(memory: 3 + number % 7, work: 1),
                    cancellation: cancellation
                ) { _ in
                    group.leave()
                    return .done
                } refused: { _ in
                    group.leave()
                }
            } catch {
                group.leave()
            }
            if number.isMultiple(of: 3) { cancellation.cancel() }
        }
        #expect(group.wait(timeout: .now() + 20) == .success)
        let deadline = ContinuousClock.now + .seconds(60)
        while pool.status.running > 0 && ContinuousClock.now < deadline {}
        #expect(pool.status.memoryInUse == 0)
        #expect(pool.status.queued == 0)
    }
}
