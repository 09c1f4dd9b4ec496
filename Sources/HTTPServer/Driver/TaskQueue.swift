// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The tasks that other threads have handed to an event loop, in the order in which they came.
///
/// The loop takes all tasks at once and says when it goes to sleep, so that only a sleeping loop is
/// woken.
struct TaskQueue: Sendable {
    /// Work for the thread of a loop.
    typealias LoopTask = @Sendable (EventLoop) -> Void

    /// The outcome of handing over a task.
    enum Receipt: Sendable {
        /// The loop is awake and will run the task.
        case enqueued
        /// The loop sleeps: the caller has to wake it.
        case mustWake
        /// The loop has ended; the task will not run.
        case closed
    }

    private var tasks: [LoopTask] = []
    private var isOwnerAsleep = false
    private var isClosed = false

    /// Adds a task behind all others.
    mutating func enqueue(_ task: @escaping LoopTask) -> Receipt {
        guard !isClosed else { return .closed }
        tasks.append(task)
        defer { isOwnerAsleep = false }
        return isOwnerAsleep ? .mustWake : .enqueued
    }

    /// Takes all tasks; without any, records that the owner sleeps, if it is about to.
    mutating func take(thenSleep wantsSleep: Bool) -> [LoopTask] {
        guard !tasks.isEmpty else {
            isOwnerAsleep = wantsSleep
            return []
        }
        defer { tasks = [] }
        return tasks
    }

    /// Records that the owner woke for another reason than a task.
    mutating func wake() {
        isOwnerAsleep = false
    }

    /// Refuses all tasks from now on.
    ///
    /// - Returns: The tasks that will not run. The caller has to release them without holding a lock,
    ///   because a deinit of what they hold may take it again.
    mutating func close() -> [LoopTask] {
        isClosed = true
        defer { tasks = [] }
        return tasks
    }
}
