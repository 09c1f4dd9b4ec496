// SPDX-License-Identifier: Apache-2.0

import DequeModule

extension WorkerPool {
    /// A piece of work and what to do when it is not done.
    struct Item: Sendable {
        var identifier = 0
        /// How long it waited for its first start.
        var waited: Duration = .zero
        /// How long workers have spent on it.
        var spent: Duration = .zero
        let estimate: RenderEstimate
        let cancellation: Cancellation
        /// When it was queued.
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

    /// One of the threads.
    struct Worker: Sendable {
        let index: Int
        let thread: ThreadPlace.Number
    }

    /// What a free worker does next.
    enum Assignment {
        /// A piece of work of its own.
        case work(Item)
        /// Some of another worker's work.
        case help(Loan)
    }

    /// Work that somebody wants help with.
    struct Loan: Sendable {
        /// What is helped; nil for work of a thread that has no place.
        let borrower: WorkerPlaces.Ticket?
        let work: @Sendable () -> Void
    }

    /// The rules of admission, as a value: what happens is decided here, done by the pool.
    struct State {
        var queue: Deque<Item> = []
        var isShutDown = false
        var refused = 0

        /// What workers without work of their own are asked to help with.
        private var lent: Deque<Loan> = []
        private var helping = 0
        /// Who sleeps; who fell asleep last is woken first, as its memory is at hand.
        private var sleeping: [Worker] = []
        /// Who was woken and has not seen yet what for.
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
        /// How often the piece at the head of the queue was overtaken.
        private var overtakings = 0
        private var isSweepPlanned = false

        /// Queues a piece of work, or says why not.
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

        /// Takes a piece of work out of the queue; nil when it is not there.
        mutating func giveUp(_ identifier: Int) -> Item? {
            guard let index = queue.firstIndex(where: { $0.identifier == identifier }) else {
                return nil
            }
            refused += 1
            if index == 0 { overtakings = 0 }
            return queue.remove(at: index)
        }

        /// When to look for what has waited too long, unless that is planned; it is from now on.
        ///
        /// - Returns: How long from now; nil when nothing is to be planned.
        mutating func planSweep(
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Duration? {
            guard !isSweepPlanned, let first = queue.first else { return nil }
            isSweepPlanned = true
            return max(.zero, first.submitted + bounds.queueTimeout - now)
        }

        /// Takes out of the queue what has waited too long, as was planned.
        ///
        /// What waits is in the order in which it came.
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

        /// Takes a worker out of those that sleep, if there is something for it to do.
        mutating func wake(within bounds: Configuration) -> Worker? {
            guard !sleeping.isEmpty, !lent.isEmpty || isWorkerWanted(within: bounds),
                queue.count + resumed.count + lent.count > woken.count
            else { return nil }
            let worker = sleeping.removeLast()
            woken.insert(worker.index)
            return worker
        }

        /// Whether there is work that a free worker could begin.
        func isWorkerWanted(within bounds: Configuration) -> Bool {
            !resumed.isEmpty || startable(within: bounds) != nil
        }

        /// Whether there are workers that nobody else needs.
        func canLend(within bounds: Configuration) -> Bool {
            !isShutDown && !isWorkerWanted(within: bounds)
                && running + helping + lent.count < bounds.workers
        }

        /// Takes something to help with, if there are workers that nobody else needs.
        ///
        /// - Returns: Whether a worker is to be woken for it.
        mutating func lend(_ loan: Loan, within bounds: Configuration) -> Bool {
            guard canLend(within: bounds) else { return false }
            lent.append(loan)
            return true
        }

        /// Gives back a worker that has helped.
        mutating func finishHelping() { helping -= 1 }

        /// Decides what a free worker does: work whose memory is free, else help, else it is to sleep.
        mutating func assign(to worker: Worker, within bounds: Configuration) -> Assignment? {
            woken.remove(worker.index)
            if let item = start(within: bounds) { return .work(item) }
            guard let loan = lent.popFirst() else {
                sleeping.append(worker)
                return nil
            }
            helping += 1
            return .help(loan)
        }

        /// Takes the next piece of work if the memory for it is free.
        ///
        /// What was parked goes first, as it holds memory already.
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

        /// Gives back what a piece of work had reserved.
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

        /// Gives back the worker, but not the memory.
        mutating func park(_ item: Item, after duration: Duration) {
            running -= 1
            runningWork -= item.estimate.work
            var item = item
            item.spent += duration
            parked[item.identifier] = item
        }

        /// Lets parked work go on; false when it is not parked.
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

        /// The first piece whose memory is free, unless the one at the head has waited its turn.
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

        /// How long a new piece would wait: what is ahead of it, spread over the workers.
        ///
        /// The running work counts half, as it is somewhere between its start and its end.
        private func expectedWait(workers: Int) -> Duration {
            guard !queue.isEmpty || running >= workers else { return .zero }
            let ahead = queue.reduce(runningWork / 2) { $0 + $1.estimate.work }
            return throughput.duration(ofWork: ahead / workers)
        }
    }
}
