// SPDX-License-Identifier: Apache-2.0

/// Why the worker pool did not do a piece of work.
public enum AdmissionError: Error, Hashable, Sendable {
    /// The queue is full, or what is in it takes longer than work may wait.
    ///
    /// The payload is how long the work ahead is expected to take.
    case saturated(expectedWait: Duration)
    /// The work waited in the queue as long as work may wait.
    case waitedTooLong
    /// The work needs more memory than the pool may use for everything together.
    case exceedsMemoryBudget(needed: Int, budget: Int)
    /// The work was cancelled before it began.
    case cancelled
    /// The pool is shutting down.
    case shuttingDown
}
