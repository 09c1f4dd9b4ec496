// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Synchronization

/// A pool of threads for blocking calls; threads start on demand, and end after a time without
/// work.
///
/// It is an executor, too: a task that prefers it runs on these threads from start to end, and may
/// block them. Jobs of such tasks are never refused, because a task without its jobs never ends. Code
/// that can be refused calls ``run(refusal:_:)``.
package final class BlockingThreads: Sendable {
    private enum Work {
        case closure(@Sendable () -> Void)
        case job(UnownedJob)
    }

    private struct State {
        var tasks: Deque<Work> = []
        var count = 0
        var idle = 0
    }

    /// The time without work after which a thread ends.
    private static let patience = DispatchTimeInterval.seconds(5)

    private let name: StaticString
    private let limit: Int
    private let queueLimit: Int
    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)

    /// Creates a pool without threads.
    ///
    /// - Parameters:
    ///   - name: The name of the threads, at most 15 bytes.
    ///   - limit: The greatest number of threads.
    ///   - queueLimit: The greatest number of tasks that wait.
    package init(name: StaticString, limit: Int, queueLimit: Int) {
        self.name = name
        self.limit = limit
        self.queueLimit = queueLimit
    }

    private enum Step {
        case refuse
        case wait
        case wake
        case start
    }

    /// Queues a task, and starts a thread for it if none is idle.
    ///
    /// - Returns: False if too many wait, or no thread can be started.
    package func run(_ task: @escaping @Sendable () -> Void) -> Bool {
        add(.closure(task), limit: queueLimit)
    }

    private func add(_ task: Work, limit queueLimit: Int) -> Bool {
        let step = state.withLock { state -> Step in
            guard state.tasks.count < queueLimit else { return .refuse }
            state.tasks.append(task)
            if state.idle > 0 {
                state.idle -= 1
                return .wake
            }
            guard state.count < limit else { return .wait }
            state.count += 1
            return .start
        }
        switch step {
        case .refuse: return false
        case .wait: return true
        case .wake:
            work.signal()
            return true
        case .start: return start()
        }
    }

    private func start() -> Bool {
        do throws(Syscall.Failure) {
            try SystemThread.start(name: name, stackByteCount: 512 << 10) { self.serve() }
            return true
        } catch {
            // Another thread may run the task; if there is none, closures are dropped.
            let (isServed, dropped) = state.withLock { state in
                state.count -= 1
                guard state.count == 0 else { return (true, Deque<Work>()) }
                defer { state.tasks = [] }
                return (false, state.tasks)
            }
            for case .job(let job) in dropped { runElsewhere(job) }
            return isServed
        }
    }

    private func serve() {
        while true {
            let task = state.withLock { state in
                // In one critical section, so that a task added meanwhile is signaled.
                if state.tasks.isEmpty { state.idle += 1 }
                return state.tasks.popFirst()
            }
            switch task {
            case .closure(let closure): closure()
            case .job(let job): runHere(job)
            case nil: if !waitForWork() { return }
            }
        }
    }

    /// Waits for a task on an idle thread, up to ``patience``; returns false if none came.
    ///
    /// - Returns: Whether there was one; otherwise the thread ends.
    private func waitForWork() -> Bool {
        guard work.wait(timeout: .now() + Self.patience) == .timedOut else { return true }
        let ends = state.withLock { state in
            // The number of idle threads was decreased by the signaling thread, so a signal will
            // come.
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.count -= 1
            return true
        }
        if !ends { work.wait() }
        return !ends
    }
}

// MARK: - Tasks

extension BlockingThreads: TaskExecutor {
    /// Queues a job of a task; the Swift runtime calls it.
    package func enqueue(_ job: consuming ExecutorJob) {
        _ = add(.job(UnownedJob(job)), limit: .max)
    }

    /// Runs a blocking closure on one of the threads, and returns to the executor of the task.
    ///
    /// A cancelled task continues immediately. If the closure has not begun then, it is dropped;
    /// otherwise it ends unheard.
    ///
    /// - Parameters:
    ///   - refusal: The error if too many closures wait, if no thread can be started, and if the task
    ///     is cancelled.
    ///   - work: The blocking calls.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure, or `refusal`.
    package func run<Value: Sendable, Failure: Error>(
        refusal: Failure,
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await Promise<Value, Failure>.value(abandoned: refusal) { promise in
            let job = Once<Void> {
                do throws(Failure) { promise.succeed(try work()) } catch { promise.fail(error) }
            }
            // The queue alone holds the job: if it drops the job, the promise ends.
            promise.onCancel { [weak job] in _ = job?.take() }
            if !run({ job.take()?(()) }) { promise.fail(refusal) }
        }
    }
}
