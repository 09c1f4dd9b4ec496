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
        try occupy(pool, gate, RenderEstimate(memory: 1, work: 1_000_000_000_000))
        #expect(throws: AdmissionError.self) {
            try pool.submit(small, cancellation: Cancellation()) { _ in
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

    @Test func `parked work gives its worker to others and keeps its memory`() throws {
        let pool = makePool(workers: 1, memoryBudget: 10)
        let resume = Mutex<(@Sendable () -> Void)?>(nil)
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
                resume.withLock { $0 = continuation }
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
        let continuation = try #require(resume.withLock { $0.take() })
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
