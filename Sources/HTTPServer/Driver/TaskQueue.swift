// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A queue of tasks that other threads hand to an event loop.
///
/// The loop takes all tasks at once and says when it goes to sleep, so that only a sleeping loop is
/// woken.
struct TaskQueue: Sendable {
    /// A task to run on the thread of an event loop.
    typealias LoopTask = @Sendable (EventLoop) -> Void

    /// The outcome of adding a task to the queue.
    enum Receipt: Sendable {
        /// The loop is awake, and will run the task.
        case enqueued
        /// The loop sleeps: the caller has to wake it.
        case mustWake
        /// The loop has ended; the task will not run.
        case closed
    }

    private var tasks: [LoopTask] = []
    private var isOwnerAsleep = false
    private var isClosed = false

    /// Adds a task to the end of the queue.
    mutating func enqueue(_ task: @escaping LoopTask) -> Receipt {
        guard !isClosed else { return .closed }
        tasks.append(task)
        defer { isOwnerAsleep = false }
        return isOwnerAsleep ? .mustWake : .enqueued
    }

    /// Takes all tasks; if there are none, notes whether the event loop goes to sleep.
    mutating func take(thenSleep wantsSleep: Bool) -> [LoopTask] {
        guard !tasks.isEmpty else {
            isOwnerAsleep = wantsSleep
            return []
        }
        defer { tasks = [] }
        return tasks
    }

    /// Notes that the event loop is awake, for another reason than a task.
    mutating func wake() {
        isOwnerAsleep = false
    }

    /// Closes the queue, which accepts no more tasks, and returns the tasks that will not run.
    ///
    /// - Returns: The tasks that will not run. The caller has to release them without holding a lock,
    ///   because a deinit of what they hold may take it again.
    mutating func close() -> [LoopTask] {
        isClosed = true
        defer { tasks = [] }
        return tasks
    }
}
