// SPDX-License-Identifier: Apache-2.0

import DequeModule

extension WorkerPool {
    /// The queue and the counters of a pool, and the rules by which it accepts and starts jobs.
    struct State {
        /// The waiting jobs, in the order of their ranks, in which the jobs of each caller start.
        var queue: [Item] = []
        /// The shares of the workers that callers have had.
        private(set) var shares = CallerShares()
        /// The places in the queue that are reserved for jobs whose input is still being received.
        var announced: [Announced] = []
        var isShutDown = false
        var refused = 0
        private(set) var running = 0
        /// The work of the jobs that have a worker, or let shorter ones have it, by their identifiers.
        private var started: [Int: Int] = [:]
        private(set) var memoryInUse = 0
        private(set) var throughput = Throughput()

        /// The closures that help running jobs, for idle workers to call.
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
        /// The jobs that let shorter ones have their workers, in the order in which they did.
        private var interrupted: Deque<Interruption> = []
        /// The number of jobs that wait for other processes, whose workers run shorter jobs meanwhile.
        private var paused = 0
        private var completed = 0
        private var failed = 0
        private var isSweepPlanned = false

        /// Returns an identifier for the next job or reserved place.
        mutating func makeIdentifier() -> Int {
            nextIdentifier += 1
            return nextIdentifier
        }

        /// Removes a job from the queue; nil if it is not there.
        mutating func giveUp(_ identifier: Int) -> Item? {
            guard let index = queue.firstIndex(where: { $0.identifier == identifier }) else {
                return nil
            }
            refused += 1
            return queue.remove(at: index)
        }

        /// Plans the next removal of jobs that have waited too long, and returns the time until
        /// then; nil if one is planned already, or no job waits.
        ///
        /// - Returns: The time until then; nil when nothing is to be planned.
        mutating func planSweep(
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Duration? {
            guard !isSweepPlanned, let first = queue.map(\.submitted).min() else { return nil }
            isSweepPlanned = true
            return max(.zero, first + bounds.queueTimeout - now)
        }

        /// Removes the jobs that have waited too long from the queue, and returns them.
        mutating func sweep(
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> [Item] {
            isSweepPlanned = false
            let late = queue.filter { now - $0.submitted >= bounds.queueTimeout }
            guard !late.isEmpty else { return [] }
            refused += late.count
            queue.removeAll { now - $0.submitted >= bounds.queueTimeout }
            return late
        }

        /// Chooses a sleeping worker to wake, if a job or a request for help is waiting.
        mutating func wake(within bounds: Configuration) -> Int? {
            guard !sleeping.isEmpty, !lent.isEmpty || isWorkerWanted(within: bounds),
                queue.count + resumed.count + interrupted.count + lent.count > woken.count
            else { return nil }
            let worker = sleeping.removeLast()
            woken.insert(worker)
            return worker
        }

        /// Whether a free worker could start a job.
        func isWorkerWanted(within bounds: Configuration) -> Bool {
            !resumed.isEmpty || !interrupted.isEmpty || hasStartable(within: bounds)
        }

        /// Whether the pool has idle workers that can help with running jobs.
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

        /// Records that a worker has finished helping with another's job.
        mutating func finishHelping() { helping -= 1 }

        /// Decides the task of a free worker: a job whose memory is available, else a request for
        /// help, else sleep.
        mutating func assign(
            to worker: Int,
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Assignment? {
            woken.remove(worker)
            if let item = start(within: bounds, now: now) { return .work(item) }
            guard let work = lent.popFirst() else {
                sleeping.append(worker)
                return nil
            }
            helping += 1
            return .help(work)
        }

        /// Starts the next job whose memory is available.
        ///
        /// Parked jobs go first, because they hold their memory already. An interrupted job goes
        /// next, except that for a while the short jobs precede it for which it was interrupted.
        private mutating func start(
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Item? {
            if let item = resumed.popFirst() {
                running += 1
                started[item.identifier] = item.estimate.work
                return item
            }
            if let first = interrupted.first {
                if now - first.since < WorkerPool.longestInterruption,
                    let short = start(
                        within: bounds,
                        shorterThan: first.item,
                        after: first.item.spent,
                        now: now
                    )
                {
                    return short
                }
                running += 1
                interrupted.removeFirst()
                return first.item
            }
            return start(within: bounds, shorterThan: nil, after: .zero, now: now)
        }

        /// Starts the next queued job whose memory is available, or the next one that is much shorter than another.
        private mutating func start(
            within bounds: Configuration,
            shorterThan long: Item?,
            after spent: Duration,
            now: ContinuousClock.Instant
        ) -> Item? {
            let canStart = condition(within: bounds, shorterThan: long, after: spent)
            guard let index = next(within: bounds, now: now, where: canStart) else { return nil }
            let free = bounds.memoryBudget - memoryInUse
            if let first = next(within: bounds, now: now, where: { _ in true }),
                queue[first].estimate.memory > free
            {
                queue[first].overtakings += 1
            }
            var next = queue.remove(at: index)
            shares.start(next.estimate.work, of: next.caller)
            if queue.isEmpty { shares.reset() }
            running += 1
            started[next.identifier] = next.estimate.work
            memoryInUse += next.estimate.memory
            next.waited = now - next.submitted
            return next
        }

        /// Whether a running job should give its worker to a much shorter one.
        func shouldInterrupt(
            _ item: Item,
            after spent: Duration,
            within bounds: Configuration
        ) -> Bool {
            hasStartable(within: bounds, shorterThan: item, after: spent)
        }

        /// Starts a much shorter job on the worker of one that waits for another process; nil if there is none.
        mutating func startErrand(
            on item: Item,
            after spent: Duration,
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Item? {
            let short = start(within: bounds, shorterThan: item, after: spent, now: now)
            guard let short else { return nil }
            running -= 1
            paused += 1
            return short
        }

        /// Records that a worker has returned to the job that waits for another process.
        mutating func finishErrand() {
            running += 1
            paused -= 1
        }

        /// The work of the started jobs for which one of some work has to wait.
        func startedWork(before work: Int) -> Int {
            started.values.reduce(0) { sum, other in
                work <= other / Self.interruptionFactor ? sum : sum + other
            }
        }

        /// Interrupts a job for shorter ones: releases its worker, but not its memory.
        mutating func interrupt(
            _ item: Item,
            after duration: Duration,
            now: ContinuousClock.Instant
        ) {
            running -= 1
            var item = item
            item.spent += duration
            interrupted.append(Interruption(item: item, since: now))
        }

        /// Records the end of a job, and releases its worker and its memory.
        mutating func finish(_ item: Item, after duration: Duration, _ outcome: Outcome) {
            running -= 1
            started[item.identifier] = nil
            memoryInUse -= item.estimate.memory
            switch outcome {
            case .done:
                completed += 1
                throughput.record(work: item.estimate.work, duration: item.spent + duration)
            case .failed:
                completed += 1
                failed += 1
            case .planned: break
            case .interrupted, .parked: preconditionFailure("a job that goes on is not finished")
            }
        }

        /// Parks a job until the receiver has taken its bytes: releases its worker, but not its
        /// memory.
        mutating func park(_ item: Item, after duration: Duration) {
            running -= 1
            started[item.identifier] = nil
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
                running: running + interrupted.count + paused,
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
    }
}
