// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Rendering
import TestSupport
import Testing

extension WorkerPoolTests {
    private enum Fault: Error, Equatable {
        case refused(AdmissionError), broken
    }

    /// Runs a closure on a worker, and returns its outcome.
    private func outcome(
        on pool: WorkerPool,
        _ cancellation: Cancellation = Cancellation(),
        _ work: @escaping @Sendable (WorkerPool.Turn) throws(Fault) -> Int
    ) async -> Result<Int, Fault> {
        do throws(Fault) {
            return .success(
                try await pool.run(
                    small,
                    cancellation: cancellation,
                    refusal: Fault.refused,
                    work
                )
            )
        } catch {
            return .failure(error)
        }
    }

    @Test func `returns the result of awaited work, or throws its error`() async throws {
        let pool = makePool()
        #expect(await outcome(on: pool) { _ in 7 } == .success(7))
        #expect(
            await outcome(on: pool) { _ throws(Fault) in throw .broken } == .failure(.broken)
        )
        try await eventually { pool.status.completed == 2 }
        #expect(pool.status.failed == 1)
    }

    @Test func `throws the refusal of awaited work`() async throws {
        let pool = makePool(queueLimit: 0)
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, small)
        let result = await outcome(on: pool) { _ in 7 }
        guard case .failure(.refused(.saturated)) = result else {
            Issue.record("\(result)")
            return
        }
        pool.shutDown()
        #expect(await outcome(on: pool) { _ in 7 } == .failure(.refused(.shuttingDown)))
    }

    @Test func `takes the work of a cancelled task out of the queue`() async throws {
        let pool = makePool()
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, small)
        let task = Task { await outcome(on: pool) { _ in 7 } }
        try await eventually { pool.status.queued == 1 }
        task.cancel()
        #expect(await task.value == .failure(.refused(.cancelled)))
        #expect(pool.status.queued == 0)
    }

    @Test func `waits until the running work of a cancelled task has noticed`() async throws {
        let pool = makePool()
        let cancellation = Cancellation()
        let (hasBegun, hasEnded) = (Held<Bool>(), Held<Bool>())
        let task = Task {
            await outcome(on: pool, cancellation) { _ throws(Fault) in
                hasBegun.take(true)
                while !cancellation.isCancelled {}
                hasEnded.take(true)
                throw .broken
            }
        }
        try await eventually { hasBegun.value == true }
        task.cancel()
        #expect(await task.value == .failure(.broken))
        #expect(hasEnded.value == true)
    }

    @Test func `runs awaited work in the order of the queue`() async throws {
        let pool = makePool()
        let gate = DispatchSemaphore(value: 0)
        try occupy(pool, gate, small)
        let order = Shared<[Int]>([])
        var tasks: [Task<Void, Never>] = []
        // The longest first: the shortest is done first nevertheless.
        for work in [1_000_000_000, 500_000_000, 1] {
            let estimate = RenderEstimate(memory: 1, work: work)
            tasks.append(
                Task {
                    _ = try? await pool.run(
                        estimate,
                        cancellation: Cancellation(),
                        refusal: Fault.refused
                    ) { _ throws(Fault) in order.change { $0.append(work) } }
                }
            )
            let count = tasks.count
            try await eventually { pool.status.queued == count }
        }
        gate.signal()
        for task in tasks { await task.value }
        #expect(order.value == [1, 500_000_000, 1_000_000_000])
    }
}
