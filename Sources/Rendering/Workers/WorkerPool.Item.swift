// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// A job of the pool, with a closure to run it and one to call if it is refused.
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
        /// The time by which the jobs of a caller are ordered: the earlier it is, the sooner the job
        /// starts.
        var rank = ContinuousClock.now
        /// The number of times that the job was overtaken while it was next but for its memory.
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

    /// A place in the queue that is reserved for a job whose input is still being received.
    struct Announced: Sendable {
        let number: Int
        /// The guessed work of the expected job, in passes over a sample.
        let guess: Int
        let caller: Caller
        let since: ContinuousClock.Instant
    }

    /// A job that let shorter jobs have its worker, with the time when it did.
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
