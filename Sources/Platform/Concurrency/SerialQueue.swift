// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A serial queue of Dispatch as an executor of tasks.
///
/// It runs one job at a time, in the order of arrival, on some thread of Dispatch.
package final class SerialQueue: TaskExecutor {
    private let queue: DispatchQueue

    /// Creates a queue.
    ///
    /// - Parameter label: The name of the queue in debuggers.
    package init(_ label: String) { queue = DispatchQueue(label: label) }

    /// Queues a job of a task; the Swift runtime calls it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { self.runHere(job) }
    }

    /// Queues a closure, and does not wait for it.
    package func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs a closure on the queue, and returns to the executor of the task.
    ///
    /// A closure that has been queued runs, even if the task is cancelled meanwhile.
    ///
    /// - Returns: The result of the closure.
    package func run<Value: Sendable, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(self) { () async throws(Failure) -> Value in
            try work()
        }
    }
}
