// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// A job, with the closure to call when it is not run.
    struct Item: Sendable {
        var identifier = 0
        /// The time that the job waited for its first start.
        var waited: Duration = .zero
        /// The time that workers have spent on the job.
        var spent: Duration = .zero
        let estimate: RenderEstimate
        let caller: Caller
        let cancellation: Cancellation
        /// The time when the job was queued.
        var submitted = ContinuousClock.now
        /// The place in the queue: the earlier the time, the sooner the job starts.
        var rank = ContinuousClock.now
        /// The number of times that the job was overtaken while it was the first in the queue.
        var overtakings = 0
        let work: @Sendable (Turn) -> Outcome
        let refused: @Sendable (AdmissionError) -> Void

        init(
            estimate: RenderEstimate,
            caller: Caller = .unknown,
            cancellation: Cancellation,
            work: @escaping @Sendable (Turn) -> Outcome,
            refused: @escaping @Sendable (AdmissionError) -> Void
        ) {
            self.estimate = estimate
            self.caller = caller
            self.cancellation = cancellation
            self.work = work
            self.refused = refused
        }
    }

    /// A place that is held for a job whose input still arrives.
    struct Announced: Sendable {
        let number: Int
        /// The typical work of such a job.
        let guess: Int
        let caller: Caller
        let rank: ContinuousClock.Instant
        let since: ContinuousClock.Instant
    }

    /// A job that gave its worker to shorter ones.
    struct Interruption: Sendable {
        let item: Item
        let since: ContinuousClock.Instant
    }

    /// The next task of a free worker.
    enum Assignment {
        /// A job to run.
        case work(Item)
        /// Help with another worker's job.
        case help(@Sendable () -> Void)
    }
}
