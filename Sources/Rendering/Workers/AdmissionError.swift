// SPDX-License-Identifier: Apache-2.0

/// A reason why the worker pool did not run a job.
package enum AdmissionError: Error, Hashable, Sendable {
    /// The queue is full, or the queued jobs would take longer than a job may wait.
    ///
    /// The payload is the expected duration of the queued jobs.
    case saturated(expectedWait: Duration)
    /// The job waited in the queue until its timeout.
    case waitedTooLong
    /// The job takes more memory or work than a single job may.
    case tooCostly(PriceExcess)
    /// The job was cancelled before it started.
    case cancelled
    /// The pool is shutting down.
    case shuttingDown
}
