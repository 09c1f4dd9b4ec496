// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// The limits of a pool.
    public struct Configuration: Hashable, Sendable {
        /// The number of threads, at least 1.
        public var workers: Int

        /// The greatest number of waiting jobs, zero or more.
        public var queueLimit: Int

        /// The time that a job may wait before it is refused.
        public var queueTimeout: Duration

        /// The memory for all running jobs together, in bytes.
        public var memoryBudget: Int

        /// Creates the limits of a pool.
        public init(
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

    /// The result of a job when it gives its worker back.
    public enum Outcome: Sendable {
        /// The job is done.
        case done
        /// The job was aborted; its duration does not count for the throughput.
        case failed
        /// The job was no render, but planned one; its duration does not count for the throughput.
        case planned
        /// The job gives its worker to shorter ones, as ``Turn/shouldYield`` asked, and continues
        /// soon.
        case interrupted
        /// The job waits until its result is taken.
        ///
        /// The closure is called once with a continuation. It calls the continuation when the job
        /// can continue, or has been cancelled.
        case parked(whenReady: @Sendable (_ resume: @escaping @Sendable () -> Void) -> Void)
    }

    /// The identity of the client for whom a job runs.
    ///
    /// The pool shares its workers fairly among callers.
    public struct Caller: Hashable, Sendable {
        /// The caller of jobs of which none is stated.
        public static let unknown = Caller("")

        private let hash: Int

        /// Creates the identity of a client.
        ///
        /// - Parameter name: A name that all requests of the client share.
        public init(_ name: some StringProtocol) { hash = name.hashValue }
    }

    /// The time from a job's start to its end, or to its next interruption.
    public struct Turn: Sendable {
        /// The shortest time that a job runs before it gives its worker to a shorter one.
        static let quantum = Duration.milliseconds(4)

        /// The time that the job waited for its first start.
        public let waited: Duration

        let began: ContinuousClock.Instant
        let item: Item
        let pool: WorkerPool

        /// Whether a much shorter job waits for a worker.
        ///
        /// The job may then return ``Outcome/interrupted``, and be called again soon.
        public var shouldYield: Bool { pool.shouldInterrupt(self) }
    }

    /// A snapshot of a pool.
    public struct Status: Hashable, Sendable {
        /// The number of running jobs.
        public var running: Int
        /// The number of idle workers that help with the jobs of others.
        public var helping: Int
        /// The number of waiting jobs.
        public var queued: Int
        /// The number of jobs that wait until their results are taken.
        public var parked: Int
        /// The memory reserved by running and parked jobs, in bytes.
        public var memoryInUse: Int
        /// The number of jobs finished since the start.
        public var completed: Int
        /// The number of finished jobs that were aborted.
        public var failed: Int
        /// The number of jobs refused since the start, for any reason.
        public var refused: Int
        /// The expected wait of a new job.
        public var expectedWait: Duration
    }
}
