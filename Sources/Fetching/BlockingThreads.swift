// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Platform
import Synchronization

/// A pool of threads for blocking calls; threads start on demand, and end after a time without
/// work.
package final class BlockingThreads: Sendable {
    private struct State {
        var tasks: Deque<@Sendable () -> Void> = []
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
            // Another thread may run the task; if there is none, the task is dropped.
            return state.withLock { state in
                state.count -= 1
                if state.count == 0 { state.tasks.removeAll() }
                return state.count > 0
            }
        }
    }

    private func serve() {
        while true {
            let task = state.withLock { state in
                // In one critical section, so that a task added meanwhile is signaled.
                if state.tasks.isEmpty { state.idle += 1 }
                return state.tasks.popFirst()
            }
            if let task {
                task()
            } else if !waitForWork() {
                return
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
