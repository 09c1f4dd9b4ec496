// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// The bounds of a pool.
    public struct Configuration: Hashable, Sendable {
        /// The number of threads, at least 1.
        public var workers: Int

        /// How many pieces of work may wait, zero or more.
        public var queueLimit: Int

        /// How long a piece of work may wait before it is refused.
        public var queueTimeout: Duration

        /// The bytes that all running work together may need.
        public var memoryBudget: Int

        /// Whether the pool has a say in which processors its threads run on, and for how long at a time.
        ///
        /// The kernels of virtual machines need that, see `WorkerPlaces`. Workers may run where the main
        /// thread of the process may, whatever was said of each of them.
        public var placesWorkers: Bool

        /// Creates the bounds of a pool.
        public init(
            workers: Int,
            queueLimit: Int,
            queueTimeout: Duration,
            memoryBudget: Int,
            placesWorkers: Bool = false
        ) {
            precondition(workers > 0 && queueLimit >= 0, "a pool without workers")
            self.workers = workers
            self.queueLimit = queueLimit
            self.queueTimeout = queueTimeout
            self.memoryBudget = memoryBudget
            self.placesWorkers = placesWorkers
        }
    }

    /// What became of a piece of work when it gave its worker back.
    public enum Outcome: Sendable {
        /// The work was done.
        case done
        /// The work was given up on the way, so its time says nothing about speed.
        case failed
        /// Nobody takes the result at the moment.
        ///
        /// The closure is called once with a continuation, which it calls when the work can go
        /// on, also when that is only to learn that it was cancelled.
        case parked(whenReady: @Sendable (_ resume: @escaping @Sendable () -> Void) -> Void)
    }

    /// A moment's view of a pool.
    public struct Status: Hashable, Sendable {
        /// Pieces of work that are being done.
        public var running: Int
        /// Workers that help with work which others do, as nobody else needs them.
        public var helping: Int
        /// Pieces of work that wait.
        public var queued: Int
        /// Pieces of work whose result nobody takes at the moment.
        public var parked: Int
        /// Bytes reserved by the running and the parked work.
        public var memoryInUse: Int
        /// Pieces of work done since the start.
        public var completed: Int
        /// How many of those were given up on the way.
        public var failed: Int
        /// Pieces of work refused since the start, whatever the reason.
        public var refused: Int
        /// How long a new piece of work would wait, as far as can be told.
        public var expectedWait: Duration
    }
}
