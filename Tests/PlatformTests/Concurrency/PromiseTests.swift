// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct PromiseTests {
    enum Fault: Error, Hashable {
        case abandoned, broken
    }

    typealias Number = Promise<Int, Fault>

    /// Waits for a promise in a task, and returns its outcome.
    private func outcome(
        outlastsCancellation: Bool = false,
        _ begin: @Sendable (Number) -> Void
    ) async -> Number.Outcome {
        do throws(Fault) {
            return .success(
                try await Number.value(
                    abandoned: .abandoned,
                    outlastsCancellation: outlastsCancellation,
                    begin
                )
            )
        } catch {
            return .failure(error)
        }
    }

    @Test func `returns a value that is there before the wait, on the same thread`() async {
        let jobs = CountingExecutor()
        await withTaskExecutorPreference(jobs) {
            let before = jobs.count
            #expect(await outcome { $0.succeed(1) } == .success(1))
            #expect(jobs.count == before)
        }
    }

    @Test func `returns a value that comes later from another thread`() async {
        #expect(
            await outcome { promise in
                onOtherThread { promise.succeed(2) }
            } == .success(2)
        )
    }

    @Test func `throws the error that it ends with`() async {
        #expect(
            await outcome { promise in onOtherThread { promise.fail(.broken) } }
                == .failure(.broken)
        )
        #expect(await outcome { $0.fail(.broken) } == .failure(.broken))
    }

    @Test func `counts only the first outcome of many threads`() async {
        for _ in 0..<200 {
            let firsts = Atomic(0)
            let calls = Atomic(0)
            let value = await outcome { promise in
                for number in 0..<4 {
                    onOtherThread {
                        if promise.end(.success(number)) { firsts.add(1, ordering: .relaxed) }
                        calls.add(1, ordering: .releasing)
                    }
                }
            }
            while calls.load(ordering: .acquiring) < 4 { await Task.yield() }
            guard case .success = value else {
                Issue.record("\(value)")
                return
            }
            #expect(firsts.load(ordering: .relaxed) == 1)
        }
    }

    @Test func `ends when its callback is dropped without a call`() async {
        #expect(await outcome { _ in } == .failure(.abandoned))
        #expect(
            await outcome { promise in
                onOtherThread { withExtendedLifetime(promise) {} }
            } == .failure(.abandoned)
        )
    }

    @Test func `ends at the cancellation of its task, and runs the actions once`() async throws {
        let held = Held<Number>()
        let actions = Atomic(0)
        let task = Task {
            await outcome { promise in
                promise.onCancel { actions.add(1, ordering: .relaxed) }
                held.take(promise)
            }
        }
        try await eventually { held.value != nil }
        #expect(held.value?.isOpen == true)
        task.cancel()
        #expect(await task.value == .failure(.abandoned))
        #expect(actions.load(ordering: .relaxed) == 1)
        // Too late, and ignored.
        #expect(held.value?.isOpen == false)
        #expect(held.value?.end(.success(1)) == false)
        // Immediately, because the task is cancelled already.
        held.value?.onCancel { actions.add(1, ordering: .relaxed) }
        #expect(actions.load(ordering: .relaxed) == 2)
    }

    @Test func `ends immediately in a task that was cancelled before`() async {
        let gate = Held<Bool>()
        let task = Task {
            while gate.value == nil { await Task.yield() }
            return await outcome { promise in onOtherThread(after: 5) { promise.succeed(1) } }
        }
        task.cancel()
        gate.take(true)
        let began = ContinuousClock.now
        #expect(await task.value == .failure(.abandoned))
        #expect(ContinuousClock.now - began < .seconds(4))
    }

    @Test func `waits for its outcome despite a cancellation, if told so`() async throws {
        let held = Held<Number>()
        let task = Task {
            await outcome(outlastsCancellation: true) { promise in
                promise.onCancel { [weak promise] in
                    onOtherThread(after: 0.05) { [promise] in promise?.fail(.broken) }
                }
                held.take(promise)
            }
        }
        try await eventually { held.value != nil }
        task.cancel()
        #expect(await task.value == .failure(.broken))
    }

    @Test func `releases its value and its actions`() async {
        final class Witness: Sendable {}
        weak var value: Witness?
        weak var action: Witness?
        do {
            let (given, captured) = (Witness(), Witness())
            (value, action) = (given, captured)
            let result = try? await Promise<Witness, Fault>.value(abandoned: .abandoned) {
                promise in
                promise.onCancel { withExtendedLifetime(captured) {} }
                promise.succeed(given)
            }
            #expect(result === given)
        }
        #expect(value == nil)
        #expect(action == nil)
    }
}
