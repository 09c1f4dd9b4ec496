// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// The limits of a pool: its threads, its queue and its memory.
    package struct Configuration: Hashable, Sendable {
        /// The number of threads, at least 1.
        package var workers: Int

        /// The greatest number of waiting jobs, zero or more.
        package var queueLimit: Int

        /// The time that a job may wait before it is refused.
        package var queueTimeout: Duration

        /// The memory for all running jobs together, in bytes.
        package var memoryBudget: Int

        /// Creates the limits of a pool from its threads, its queue and its memory.
        package init(
            workers: Int,
            queueLimit: Int,
            queueTimeout: Duration,
            memoryBudget: Int
        ) {
            precondition(workers > 0 && queueLimit >= 0, "a pool without workers")
            self.workers = workers
            self.queueLimit = queueLimit
            self.queueTimeout = queueTimeout
            self.memoryBudget = memoryBudget
        }
    }

    /// The state in which a job gives its worker back to the pool.
    package enum Outcome: Sendable {
        /// The job is done.
        case done
        /// The job was aborted; its duration does not count for the throughput.
        case failed
        /// The job only planned a render; its duration does not count for the throughput.
        case planned
        /// The job lets shorter jobs have its worker, as ``Turn/shouldYield`` asked, and continues
        /// soon.
        case interrupted
        /// The job waits without a worker until the receiver has taken the bytes that it made.
        ///
        /// The closure is called once with a continuation. It calls the continuation when the job
        /// can continue, or has been cancelled.
        case parked(whenReady: @Sendable (_ resume: @escaping @Sendable () -> Void) -> Void)
    }

    /// The identity of the client for whom a job runs.
    ///
    /// The pool shares its workers fairly among callers.
    package struct Caller: Hashable, Sendable {
        /// The identity used for jobs without a stated client.
        package static let unknown = Caller("")

        private let hash: Int

        /// Creates the identity of a client.
        ///
        /// - Parameter name: A name that all requests of the client share.
        package init(_ name: some StringProtocol) { hash = name.hashValue }
    }

    /// One run of a job on a worker, from its start to its end or its next interruption.
    package struct Turn: Sendable {
        /// The shortest time that a job runs before it gives its worker to a shorter one.
        static let quantum = Duration.milliseconds(4)

        /// The time that the job waited for its first start.
        package let waited: Duration

        let began: ContinuousClock.Instant
        let item: Item
        let pool: WorkerPool

        /// The time that workers have spent on the job until now.
        package var spent: Duration { item.spent + (ContinuousClock.now - began) }

        /// Whether a much shorter job waits for a worker.
        ///
        /// The job may then return ``Outcome/interrupted``, and be called again soon.
        package var shouldYield: Bool { pool.shouldInterrupt(self) }
    }

    /// The numbers of jobs, workers and bytes of a pool at one time.
    package struct Status: Hashable, Sendable {
        /// The number of running jobs.
        package var running: Int
        /// The number of workers without a job of their own that help with the jobs of others.
        package var helping: Int
        /// The number of waiting jobs.
        package var queued: Int
        /// The number of jobs that wait without a worker until the receiver has taken their bytes.
        package var parked: Int
        /// The memory reserved by running and parked jobs, in bytes.
        package var memoryInUse: Int
        /// The number of jobs finished since the start.
        package var completed: Int
        /// The number of finished jobs that were aborted.
        package var failed: Int
        /// The number of jobs refused since the start, for any reason.
        package var refused: Int
        /// The time that a new job is expected to wait in the queue.
        package var expectedWait: Duration
    }
}
