// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Platform

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

    // MARK: Tasks

    private enum Fault: Error, Equatable {
        case refused, broken
    }

    /// Occupies the only thread until the gate is signaled; returns when it is occupied.
    private func occupied(
        queueLimit: Int = 8,
        until gate: DispatchSemaphore
    ) async throws -> BlockingThreads {
        let threads = BlockingThreads(name: "test", limit: 1, queueLimit: queueLimit)
        let hasBegun = Held<Bool>()
        #expect(
            threads.run {
                hasBegun.take(true)
                gate.wait()
            }
        )
        try await eventually { hasBegun.value == true }
        return threads
    }

    /// Runs a closure on threads, and returns its outcome; `refused` if the threads do not run it.
    private func outcome(
        on threads: BlockingThreads,
        _ work: @escaping @Sendable () throws(Fault) -> Int
    ) async -> Result<Int, Fault> {
        do throws(Fault) {
            return .success(try await threads.run(refusal: .refused, work))
        } catch {
            return .failure(error)
        }
    }

    @Test func `returns the result of a blocking closure, or throws its error`() async {
        let threads = BlockingThreads(name: "test", limit: 2, queueLimit: 8)
        #expect(await outcome(on: threads) { 7 } == .success(7))
        let broken = await outcome(on: threads) { () throws(Fault) in throw .broken }
        #expect(broken == .failure(.broken))
    }

    @Test func `refuses a closure when too many wait`() async throws {
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let threads = try await occupied(queueLimit: 1, until: gate)
        #expect(threads.run {})
        #expect(await outcome(on: threads) { 7 } == .failure(.refused))
    }

    @Test func `does not begin the closure of a cancelled task, and ends its wait`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let threads = try await occupied(until: gate)
        let hasRun = Held<Bool>()
        let task = Task {
            try? await Task.sleep(for: .seconds(60))
            return await outcome(on: threads) {
                hasRun.take(true)
                return 7
            }
        }
        task.cancel()
        // Ends although the only thread is occupied.
        #expect(await task.value == .failure(.refused))
        gate.signal()
        #expect(await outcome(on: threads) { 8 } == .success(8))
        #expect(hasRun.value == nil)
    }

    @Test func `ends the wait of a task that is cancelled while its closure runs`() async throws {
        let threads = BlockingThreads(name: "test", limit: 1, queueLimit: 8)
        let gate = DispatchSemaphore(value: 0)
        let hasBegun = Held<Bool>()
        let task = Task {
            await outcome(on: threads) {
                hasBegun.take(true)
                gate.wait()
                return 7
            }
        }
        try await eventually { hasBegun.value == true }
        task.cancel()
        #expect(await task.value == .failure(.refused))
        gate.signal()
    }

    @Test func `runs tasks that prefer it, also beyond the limit of its queue`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let threads = try await occupied(queueLimit: 1, until: gate)
        let counts = Shared([Int](repeating: 0, count: 20))
        let tasks = (0..<20).map { number in
            Task(executorPreference: threads) {
                // Other tasks get the thread meanwhile, and this one returns to it.
                await Task.yield()
                counts.change { $0[number] += 1 }
            }
        }
        #expect(counts.value.allSatisfy { $0 == 0 })
        gate.signal()
        for task in tasks { await task.value }
        #expect(counts.value.allSatisfy { $0 == 1 })
    }
}
