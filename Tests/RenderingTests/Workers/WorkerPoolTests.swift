// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Rendering
import Synchronization
import Testing

@Suite struct WorkerPoolTests {
    func makePool(
        workers: Int = 1,
        queueLimit: Int = 8,
        queueTimeout: Duration = .seconds(60),
        memoryBudget: Int = 1000
    ) -> WorkerPool {
        WorkerPool(
            WorkerPool.Configuration(
                workers: workers,
                queueLimit: queueLimit,
                queueTimeout: queueTimeout,
                memoryBudget: memoryBudget
            )
        )
    }

    let small = RenderEstimate(memory: 1, work: 1)

    /// Occupies a worker until the gate is signaled; returns when the worker has begun.
    func occupy(
        _ pool: WorkerPool,
        _ gate: DispatchSemaphore,
        _ estimate: RenderEstimate
    ) throws {
        let began = DispatchSemaphore(value: 0)
        try pool.submit(estimate, cancellation: Cancellation()) { _ in
            began.signal()
            gate.wait()
            return .done
        } refused: { _ in
        }
        #expect(began.wait(timeout: .now() + 60) == .success)
    }

    @Test func `does every piece of work once`() throws {
        let pool = makePool(workers: 3, queueLimit: 1000)
        let group = DispatchGroup()
        let counts = Mutex([Int](repeating: 0, count: 500))
        for number in 0..<500 {
            group.enter()
            try pool.submit(small, cancellation: Cancellation()) { _ in
                counts.withLock { $0[number] += 1 }
                group.leave()
                return .done
            } refused: { error in
                Issue.record("refused: \(error)")
                group.leave()
            }
        }
        #expect(group.wait(timeout: .now() + 20) == .success)
        #expect(counts.withLock { $0 } == [Int](repeating: 1, count: 500))
    }

    @Test func `refuses what does not fit into the queue`() throws {
        let pool = makePool(queueLimit: 2)
        let gate = DispatchSemaphore(value: 0)
        defer { for _ in 0..<3 { gate.signal() } }
        try occupy(pool, gate, small)
        for _ in 0..<2 {
            try pool.submit(small, cancellation: Cancellation()) { _ in
                .done
            } refused: { _ in
            }
        }
        let refusal = #expect(throws: AdmissionError.self) {
            try pool.submit(small, cancellation: Cancellation()) { _ in
                .done
            } refused: { _ in
            }
        }
        guard case .saturated = refusal else {
            Issue.record("not saturated but \(String(describing: refusal))")
            return
        }
        #expect(pool.status.queued == 2)
        #expect(pool.status.refused == 1)
    }

    @Test func `refuses at once what would wait longer than work may wait`() throws {
        let pool = makePool(queueTimeout: .milliseconds(100))
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let long = RenderEstimate(memory: 1, work: 1_000_000_000_000)
        try occupy(pool, gate, long)
        // A much shorter job would interrupt it.
        #expect(throws: AdmissionError.self) {
            try pool.submit(long, cancellation: Cancellation()) { _ in
                .done
            } refused: { _ in
            }
        }
        #expect(pool.status.expectedWait > .milliseconds(100))
    }

    @Test func `gives up what waited too long although no worker is free`() throws {
        let pool = makePool(queueTimeout: .milliseconds(50))
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, small)
        let refused = DispatchSemaphore(value: 0)
        let reason = Mutex<AdmissionError?>(nil)
        try pool.submit(small, cancellation: Cancellation()) { _ in
            .done
        } refused: { error in
            reason.withLock { $0 = error }
            refused.signal()
        }
        #expect(refused.wait(timeout: .now() + 60) == .success)
        #expect(reason.withLock { $0 } == .waitedTooLong)
    }

    @Test func `drops cancelled work from the queue at once`() throws {
        let pool = makePool(queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, small)
        let cancellation = Cancellation()
        let reason = Mutex<AdmissionError?>(nil)
        try pool.submit(small, cancellation: cancellation) { _ in
            .done
        } refused: { error in
            reason.withLock { $0 = error }
        }
        cancellation.cancel()
        #expect(reason.withLock { $0 } == .cancelled)
        #expect(pool.status.queued == 0)
    }

    @Test func `learns nothing about speed from work that failed`() throws {
        let pool = makePool(queueTimeout: .milliseconds(100))
        let failed = DispatchSemaphore(value: 0)
        try pool.submit(
            RenderEstimate(memory: 1, work: 1_000_000_000_000),
            cancellation: Cancellation()
        ) { _ in
            failed.signal()
            return .failed
        } refused: { _ in
        }
        #expect(failed.wait(timeout: .now() + 60) == .success)
        // The worker notes the end of the work after the work has said that it ends.
        let deadline = ContinuousClock.now + .seconds(60)
        while pool.status.completed == 0 && ContinuousClock.now < deadline {}
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, RenderEstimate(memory: 1, work: 1_000_000_000))
        #expect(pool.status.expectedWait > .milliseconds(100))
    }

    @Test func `refuses what waits when it shuts down`() throws {
        let pool = makePool()
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, small)
        let reason = Mutex<AdmissionError?>(nil)
        try pool.submit(small, cancellation: Cancellation()) { _ in
            .done
        } refused: { error in
            reason.withLock { $0 = error }
        }
        pool.shutDown()
        #expect(reason.withLock { $0 } == .shuttingDown)
        #expect(throws: AdmissionError.shuttingDown) {
            try pool.submit(small, cancellation: Cancellation()) { _ in
                .done
            } refused: { _ in
            }
        }
    }
}
