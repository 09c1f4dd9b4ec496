// SPDX-License-Identifier: Apache-2.0

import DequeModule

extension WorkerPool {
    /// The queue and the counters of a pool, and the rules by which it accepts and starts jobs.
    struct State {
        /// The waiting jobs, in the order of their ranks.
        var queue: [Item] = []
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
            !resumed.isEmpty || !interrupted.isEmpty || startable(within: bounds) != nil
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
        /// Parked jobs go first, because they hold their memory already. An interrupted job goes
        /// next, except that for a while the short jobs precede it for which it was interrupted.
        private mutating func start(within bounds: Configuration) -> Item? {
            if let item = resumed.popFirst() {
                running += 1
                started[item.identifier] = item.estimate.work
                return item
            }
            let now = ContinuousClock.now
            if let first = interrupted.first {
                let short =
                    now - first.since < WorkerPool.longestInterruption
                    ? startable(within: bounds, shorterThan: first.item, after: first.item.spent)
                    : nil
                if let short { return start(at: short, now: now) }
                running += 1
                interrupted.removeFirst()
                return first.item
            }
            return startable(within: bounds).map { start(at: $0, now: now) }
        }

        private mutating func start(at index: Int, now: ContinuousClock.Instant) -> Item {
            if index > 0 { queue[0].overtakings += 1 }
            var next = queue.remove(at: index)
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
            startable(within: bounds, shorterThan: item, after: spent) != nil
        }

        /// Starts a much shorter job on the worker of one that waits for another process; nil if there is none.
        mutating func startErrand(
            on item: Item,
            after spent: Duration,
            within bounds: Configuration,
            now: ContinuousClock.Instant
        ) -> Item? {
            guard let index = startable(within: bounds, shorterThan: item, after: spent) else {
                return nil
            }
            running -= 1
            paused += 1
            return start(at: index, now: now)
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

        /// Finds the next job to start: the first in the queue whose memory is available.
        ///
        /// - Parameters:
        ///   - bounds: The limits of the pool.
        ///   - long: A job that is interrupted only for much shorter ones; nil for any job.
        ///   - spent: The time that the long job has taken so far, which may be more than its price.
        /// - Returns: The index of the job in the queue, if there is one.
        private func startable(
            within bounds: Configuration,
            shorterThan long: Item? = nil,
            after spent: Duration = .zero
        ) -> Int? {
            let free = bounds.memoryBudget - memoryInUse
            let isPatienceOver = (queue.first?.overtakings ?? 0) >= WorkerPool.maximumOvertakings
            let greatest = long.map { Self.greatestInterruption($0, after: spent) } ?? .max
            return queue.prefix(isPatienceOver ? 1 : queue.count).firstIndex { item in
                // The price of a drawing is a guess, with which a caller must not overtake itself.
                let isOwn = item.estimate.isGuess && item.caller == long?.caller
                return item.estimate.memory <= free && item.estimate.work <= greatest && !isOwn
            }
        }

        /// The time that a new job is expected to wait: the work ahead of it, divided by the number
        /// of workers.
        ///
        /// Running jobs count half, because they are somewhere between start and end.
        private func expectedWait(workers: Int) -> Duration {
            guard !queue.isEmpty || running >= workers else { return .zero }
            let ahead = queue.reduce(startedWork(before: .max) / 2) { $0 + $1.estimate.work }
            return throughput.duration(ofWork: ahead / workers)
        }
    }
}
