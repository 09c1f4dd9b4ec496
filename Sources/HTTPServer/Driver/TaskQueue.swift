// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A queue of work that other threads pass to an event loop.
///
/// The loop takes all work together and says when it goes to sleep, so that only a sleeping loop is
/// woken.
struct TaskQueue: Sendable {
    /// A closure to run on the thread of an event loop.
    typealias LoopTask = @Sendable (EventLoop) -> Void

    /// The work to do on the thread of an event loop.
    enum Work: Sendable {
        /// A closure to call.
        case closure(LoopTask)
        /// A job of a Swift task to run.
        case job(UnownedJob)
    }

    /// The outcome of adding a task to the queue.
    enum Receipt: Sendable {
        /// The loop is awake, and will run the task.
        case enqueued
        /// The loop sleeps: the caller has to wake it.
        case mustWake
        /// The loop has ended; the task will not run.
        case closed
    }

    private var tasks: [Work] = []
    private var isOwnerAsleep = false
    private var isClosed = false

    /// Adds work to the end of the queue.
    mutating func enqueue(_ task: Work) -> Receipt {
        guard !isClosed else { return .closed }
        tasks.append(task)
        defer { isOwnerAsleep = false }
        return isOwnerAsleep ? .mustWake : .enqueued
    }

    /// Takes all tasks; if there are none, notes whether the event loop goes to sleep.
    mutating func take(thenSleep wantsSleep: Bool) -> [Work] {
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

    /// Closes the queue, which accepts no more work, and returns the work that was not done.
    ///
    /// - Returns: The work that was not done. The caller has to release its closures without holding
    ///   a lock, because a deinit of what they hold may take it again; and to run its jobs.
    mutating func close() -> [Work] {
        isClosed = true
        defer { tasks = [] }
        return tasks
    }
}
