// SPDX-License-Identifier: Apache-2.0

import DequeModule

extension WorkerPool {
    /// A job, with the closure to call when it is not run.
    struct Item: Sendable {
        var identifier = 0
        /// The time that the job waited for its first start.
        var waited: Duration = .zero
        /// The time that workers have spent on the job.
        var spent: Duration = .zero
        let estimate: RenderEstimate
        let cancellation: Cancellation
        /// The time when the job was queued.
        var submitted = ContinuousClock.now
        let work: @Sendable (Duration) -> Outcome
        let refused: @Sendable (AdmissionError) -> Void

        init(
            estimate: RenderEstimate,
            cancellation: Cancellation,
            work: @escaping @Sendable (Duration) -> Outcome,
            refused: @escaping @Sendable (AdmissionError) -> Void
        ) {
            self.estimate = estimate
            self.cancellation = cancellation
            self.work = work
            self.refused = refused
        }
    }

    /// The next task of a free worker.
    enum Assignment {
        /// A job to run.
        case work(Item)
        /// Help with another worker's job.
        case help(@Sendable () -> Void)
    }

    /// The state of a pool and its rules of admission; it decides, and the pool acts.
    struct State {
        var queue: Deque<Item> = []
        var isShutDown = false
        var refused = 0

        /// The requests for help that idle workers may take.
        private var lent: Deque<@Sendable () -> Void> = []
        private var helping = 0
        /// The indices of the sleeping workers.
        ///
        /// The last one to fall asleep is woken first, because its caches are warm.
        private var sleeping: [Int] = []
        /// The workers that were signaled and have not run yet.
        private var woken: Set<Int> = []

        private var parked: [Int: Item] = [:]
        private var resumed: Deque<Item> = []
        private var nextIdentifier = 0
        private var running = 0
        private var runningWork = 0
        private var memoryInUse = 0
        private var completed = 0
        private var failed = 0
        private var throughput = Throughput()
        /// The number of times that the first job in the queue was overtaken.
        private var overtakings = 0
        private var isSweepPlanned = false

        /// Queues a job, or returns the reason against it.
        mutating func admit(
            _ item: Item,
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Result<Int, AdmissionError> {
            if let reason = refusal(of: item, within: bounds) {
                refused += 1
                return .failure(reason)
            }
            var item = item
            nextIdentifier += 1
            item.identifier = nextIdentifier
            item.submitted = now
            queue.append(item)
            return .success(nextIdentifier)
        }

        /// Removes a job from the queue; nil if it is not there.
        mutating func giveUp(_ identifier: Int) -> Item? {
            guard let index = queue.firstIndex(where: { $0.identifier == identifier }) else {
                return nil
            }
            refused += 1
            if index == 0 { overtakings = 0 }
            return queue.remove(at: index)
        }

        /// Plans the next removal of jobs that have waited too long; at most one is planned at a
        /// time.
        ///
        /// - Returns: The time until then; nil when nothing is to be planned.
        mutating func planSweep(
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Duration? {
            guard !isSweepPlanned, let first = queue.first else { return nil }
            isSweepPlanned = true
            return max(.zero, first.submitted + bounds.queueTimeout - now)
        }

        /// Removes the jobs that have waited too long from the queue, as planned.
        ///
        /// Jobs wait in the order of their arrival.
        mutating func sweep(
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> [Item] {
            isSweepPlanned = false
            let late = Array(queue.prefix { now - $0.submitted >= bounds.queueTimeout })
            guard !late.isEmpty else { return [] }
            refused += late.count
            overtakings = 0
            queue.removeFirst(late.count)
            return late
        }

        /// Removes a worker from the sleeping ones, if a job or a request for help is waiting.
        mutating func wake(within bounds: Configuration) -> Int? {
            guard !sleeping.isEmpty, !lent.isEmpty || isWorkerWanted(within: bounds),
                queue.count + resumed.count + lent.count > woken.count
            else { return nil }
            let worker = sleeping.removeLast()
            woken.insert(worker)
            return worker
        }

        /// Whether a free worker could start a job.
        func isWorkerWanted(within bounds: Configuration) -> Bool {
            !resumed.isEmpty || startable(within: bounds) != nil
        }

        /// Whether idle workers can help.
        func canLend(within bounds: Configuration) -> Bool {
            !isShutDown && !isWorkerWanted(within: bounds)
                && running + helping + lent.count < bounds.workers
        }

        /// Queues a request for help, if there are idle workers.
        ///
        /// - Returns: Whether a worker must be woken for it.
        mutating func lend(
            _ work: @escaping @Sendable () -> Void,
            within bounds: Configuration
        ) -> Bool {
            guard canLend(within: bounds) else { return false }
            lent.append(work)
            return true
        }

        /// Records that a worker has finished helping.
        mutating func finishHelping() { helping -= 1 }

        /// Decides the task of a free worker: a job whose memory is available, else a request for
        /// help, else sleep.
        mutating func assign(to worker: Int, within bounds: Configuration) -> Assignment? {
            woken.remove(worker)
            if let item = start(within: bounds) { return .work(item) }
            guard let work = lent.popFirst() else {
                sleeping.append(worker)
                return nil
            }
            helping += 1
            return .help(work)
        }

        /// Starts the next job whose memory is available.
        ///
        /// Parked jobs go first, because they hold their memory already.
        private mutating func start(within bounds: Configuration) -> Item? {
            if let item = resumed.popFirst() {
                running += 1
                runningWork += item.estimate.work
                return item
            }
            guard let index = startable(within: bounds) else { return nil }
            var next = queue.remove(at: index)
            overtakings = index == 0 ? 0 : overtakings + 1
            running += 1
            runningWork += next.estimate.work
            memoryInUse += next.estimate.memory
            next.waited = ContinuousClock.now - next.submitted
            return next
        }

        /// Releases the worker and the memory of a job.
        mutating func finish(_ item: Item, after duration: Duration, isComplete: Bool) {
            running -= 1
            runningWork -= item.estimate.work
            memoryInUse -= item.estimate.memory
            completed += 1
            if isComplete {
                throughput.record(work: item.estimate.work, duration: item.spent + duration)
            } else {
                failed += 1
            }
        }

        /// Releases the worker of a job, but not its memory.
        mutating func park(_ item: Item, after duration: Duration) {
            running -= 1
            runningWork -= item.estimate.work
            var item = item
            item.spent += duration
            parked[item.identifier] = item
        }

        /// Makes a parked job ready to run; false if it is not parked.
        mutating func resume(_ identifier: Int) -> Bool {
            guard let item = parked.removeValue(forKey: identifier) else { return false }
            resumed.append(item)
            return true
        }

        func status(workers: Int) -> Status {
            Status(
                running: running,
                helping: helping,
                queued: queue.count,
                parked: parked.count,
                memoryInUse: memoryInUse,
                completed: completed,
                failed: failed,
                refused: refused,
                expectedWait: expectedWait(workers: workers)
            )
        }

        /// The first job whose memory is available; only the first of all, once it was overtaken
        /// too often.
        private func startable(within bounds: Configuration) -> Int? {
            let free = bounds.memoryBudget - memoryInUse
            let isPatienceOver = overtakings >= WorkerPool.maximumOvertakings
            return queue.prefix(isPatienceOver ? 1 : queue.count)
                .firstIndex { $0.estimate.memory <= free }
        }

        private func refusal(of item: Item, within bounds: Configuration) -> AdmissionError? {
            if isShutDown { return .shuttingDown }
            if item.cancellation.isCancelled { return .cancelled }
            let needed = item.estimate.memory
            if needed > bounds.memoryBudget {
                return .exceedsMemoryBudget(needed: needed, budget: bounds.memoryBudget)
            }
            let isIdle =
                queue.isEmpty && running < bounds.workers
                && needed <= bounds.memoryBudget - memoryInUse
            let wait = expectedWait(workers: bounds.workers)
            if !isIdle && (queue.count >= bounds.queueLimit || wait > bounds.queueTimeout) {
                return .saturated(expectedWait: wait)
            }
            return nil
        }

        /// The expected wait of a new job: the work ahead of it, divided by the number of workers.
        ///
        /// Running jobs count half, because they are somewhere between start and end.
        private func expectedWait(workers: Int) -> Duration {
            guard !queue.isEmpty || running >= workers else { return .zero }
            let ahead = queue.reduce(runningWork / 2) { $0 + $1.estimate.work }
            return throughput.duration(ofWork: ahead / workers)
        }
    }
}
