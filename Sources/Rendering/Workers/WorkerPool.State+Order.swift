// SPDX-License-Identifier: Apache-2.0

extension WorkerPool.State {
    /// The factor from the price of a job, as a duration, to the time by which it moves back among the jobs
    /// of its caller.
    ///
    /// The jobs of a caller start in the order of their ranks: the time of arrival plus the price times this factor.
    /// So short jobs precede long ones, equal jobs start in the order of their arrival, and a job that has waited long
    /// precedes shorter ones. The price is a duration at a fixed speed: with a measured one, the order would change
    /// with each measurement. Callers take turns by ``CallerShares``.
    private static let patience = 32.0

    /// The greatest share of the longest permitted wait for which a job can be overtaken.
    ///
    /// Later it precedes all others.
    private static let greatestDelay = 2.0 / 3

    /// The number of jobs for each worker that may wait as long as a job may wait at all.
    private static let fewJobs = 4

    /// The share of the longest permitted wait that more jobs than those may wait.
    ///
    /// Long jobs may wait for long, and many short ones may wait. But responses remain quick when more requests come
    /// than can be served.
    private static let shareForMany = 1.0 / 4

    /// The factor by which a job must be shorter than a running one to interrupt it.
    static let interruptionFactor = 8

    /// The most work of a job for which a running one is interrupted.
    ///
    /// A job that has taken more time than its price counts by that time.
    static func greatestInterruption(_ item: WorkerPool.Item, after spent: Duration) -> Int {
        let done = spent.nanoseconds * Double(PriceLimits.workPerSecond) / 1e9
        return max(item.estimate.work, Int(min(done, 1e18))) / interruptionFactor
    }

    /// The factor by which the work of a picture may exceed the typical work for its bytes.
    private static let guessFactor = 16

    /// The longest time for which a place in the queue is reserved for a job.
    ///
    /// Slow clients could otherwise reserve all places.
    static let longestAnnouncement = Duration.milliseconds(50)

    /// The greatest guess of a job's work that is used; larger ones count as this.
    private static let greatestGuess = 1 << 50

    /// Queues a job and returns its identifier, or returns the reason to refuse it.
    mutating func admit(
        _ item: WorkerPool.Item,
        within bounds: WorkerPool.Configuration,
        now: ContinuousClock.Instant
    ) -> Result<Int, AdmissionError> {
        let rank = rank(of: item.estimate.work, within: bounds, now: now)
        if let reason = refusal(of: item, at: rank, within: bounds) {
            refused += 1
            return .failure(reason)
        }
        var item = item
        item.identifier = makeIdentifier()
        item.submitted = now
        item.rank = rank
        queue.insert(item, at: queue.lastIndex { $0.rank <= rank }.map { $0 + 1 } ?? 0)
        return .success(item.identifier)
    }

    /// Returns the reason to refuse a job whose work is only guessed; nil to accept it.
    ///
    /// Jobs count as ahead of it if it might take longer than they do.
    func refusal(
        ofWork guess: Int,
        from caller: WorkerPool.Caller,
        within bounds: WorkerPool.Configuration,
        now: ContinuousClock.Instant
    ) -> AdmissionError? {
        guard running >= bounds.workers, !isShutDown else { return nil }
        let guess = min(guess, Self.greatestGuess)
        let held = announced.filter { now - $0.since < Self.longestAnnouncement }
        let waiting =
            queue.map { ($0.estimate.work, $0.caller) } + held.map { ($0.guess, $0.caller) }
        let greatest = guess * Self.guessFactor
        let own = waiting.filter { $0.1 == caller && $0.0 <= greatest }.map(\.0)
        var ahead = Ahead(own: own, before: guess, of: caller, by: shares)
        for (work, owner) in waiting where owner != caller { ahead.add(work, of: owner) }
        return saturation(behind: ahead, guess, of: waiting.count, within: bounds)
    }

    /// Reserves a place in the queue for a job whose input is about to arrive.
    ///
    /// Many inputs arrive in the time in which one place becomes free. Without this, all of them would
    /// be received, and all but one refused.
    ///
    /// - Returns: The number of the place, or the reason to refuse the job.
    mutating func announce(
        ofWork guess: Int,
        from caller: WorkerPool.Caller,
        within bounds: WorkerPool.Configuration,
        now: ContinuousClock.Instant
    ) -> Result<Int, AdmissionError> {
        if let reason = refusal(ofWork: guess, from: caller, within: bounds, now: now) {
            return .failure(reason)
        }
        let number = makeIdentifier()
        announced.removeAll { now - $0.since >= Self.longestAnnouncement }
        let guess = min(guess, Self.greatestGuess)
        announced.append(.init(number: number, guess: guess, caller: caller, since: now))
        return .success(number)
    }

    /// Releases a reserved place.
    mutating func withdraw(_ number: Int) {
        announced.removeAll { $0.number == number }
    }

    private func refusal(
        of item: WorkerPool.Item,
        at rank: ContinuousClock.Instant,
        within bounds: WorkerPool.Configuration
    ) -> AdmissionError? {
        if isShutDown { return .shuttingDown }
        if item.cancellation.isCancelled { return .cancelled }
        let needed = item.estimate.memory
        if needed > bounds.memoryBudget {
            return .tooCostly(PriceExcess(of: .memory, price: needed, limit: bounds.memoryBudget))
        }
        let isIdle =
            queue.isEmpty && running < bounds.workers
            && needed <= bounds.memoryBudget - memoryInUse
        if isIdle { return nil }
        let work = item.estimate.work
        let own = queue.filter { $0.caller == item.caller && $0.rank <= rank }
        var ahead = Ahead(
            own: own.map(\.estimate.work),
            before: work,
            of: item.caller,
            by: shares
        )
        for other in queue where other.caller != item.caller {
            ahead.add(other.estimate.work, of: other.caller)
        }
        return saturation(behind: ahead, work, of: queue.count, within: bounds)
    }

    /// Returns the reason to refuse a job because of the jobs ahead of it; nil to accept it.
    ///
    /// Longer jobs wait behind it and do not count, but all together are at most twice the limit.
    private func saturation(
        behind ahead: Ahead,
        _ work: Int,
        of total: Int,
        within bounds: WorkerPool.Configuration
    ) -> AdmissionError? {
        let isBusy = !queue.isEmpty || running >= bounds.workers
        let before = ahead.work + Double(startedWork(before: work)) / 2
        let wait =
            isBusy ? throughput.duration(ofWork: before / Double(bounds.workers)) : .zero
        let isFull = ahead.count >= bounds.queueLimit || total >= 2 * bounds.queueLimit
        let isOneOfFew = ahead.count < Self.fewJobs * bounds.workers
        let limit = isOneOfFew ? bounds.queueTimeout : bounds.queueTimeout * Self.shareForMany
        return isFull || wait > limit ? .saturated(expectedWait: wait) : nil
    }

    /// Returns the rank among the jobs of its caller of a job that arrives now.
    private func rank(
        of work: Int,
        within bounds: WorkerPool.Configuration,
        now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        let price = min(Double(work) / Double(PriceLimits.workPerSecond), 1e9)
        return now
            + min(.seconds(price * Self.patience), bounds.queueTimeout * Self.greatestDelay)
    }

    /// Finds the job to start next among those that satisfy a condition; nil without one.
    ///
    /// - Returns: Its index in the queue.
    func next(
        within bounds: WorkerPool.Configuration,
        now: ContinuousClock.Instant,
        where isEligible: (WorkerPool.Item) -> Bool
    ) -> Int? {
        let latest = now - bounds.queueTimeout * Self.greatestDelay
        var callers: Set<WorkerPool.Caller> = []
        var (first, end, oldest) = (Int?.none, Double.infinity, latest)
        var late: Int?
        for (index, item) in queue.enumerated() where isEligible(item) {
            if item.submitted <= oldest { (late, oldest) = (index, item.submitted) }
            // The others of a caller follow its first one.
            guard callers.insert(item.caller).inserted else { continue }
            let itsEnd = shares.clock(of: item.caller) + Double(item.estimate.work)
            if itsEnd < end { (first, end) = (index, itsEnd) }
        }
        return late ?? first
    }

    /// Returns the condition for a queued job to start now: its memory is available, and no job has been
    /// overtaken too often.
    ///
    /// - Parameters:
    ///   - bounds: The limits of the pool.
    ///   - long: A job that is interrupted only for much shorter ones; nil for any job.
    ///   - spent: The time that the long job has taken so far, which may be more than its price.
    /// - Returns: Whether a job satisfies it.
    func condition(
        within bounds: WorkerPool.Configuration,
        shorterThan long: WorkerPool.Item?,
        after spent: Duration
    ) -> (WorkerPool.Item) -> Bool {
        let free = bounds.memoryBudget - memoryInUse
        let impatient =
            queue.first { $0.overtakings >= WorkerPool.maximumOvertakings }?.identifier
        let greatest = long.map { Self.greatestInterruption($0, after: spent) } ?? .max
        return { item in
            // The price of a drawing is a guess, with which a caller must not overtake itself.
            let isOwn = item.estimate.isGuess && item.caller == long?.caller
            let isTurn = impatient == nil || impatient == item.identifier
            return isTurn && item.estimate.memory <= free && item.estimate.work <= greatest
                && !isOwn
        }
    }

    func hasStartable(
        within bounds: WorkerPool.Configuration,
        shorterThan long: WorkerPool.Item? = nil,
        after spent: Duration = .zero
    ) -> Bool {
        queue.contains(where: condition(within: bounds, shorterThan: long, after: spent))
    }

    /// The time that a new job is expected to wait: the work ahead of it, divided by the number
    /// of workers.
    ///
    /// Running jobs count half, because they are somewhere between start and end.
    func expectedWait(workers: Int) -> Duration {
        guard !queue.isEmpty || running >= workers else { return .zero }
        let ahead = queue.reduce(Double(startedWork(before: .max)) / 2) {
            $0 + Double($1.estimate.work)
        }
        return throughput.duration(ofWork: ahead / Double(workers))
    }
}

/// The jobs that start before another one.
private struct Ahead {
    /// The number of these jobs.
    private(set) var count: Int
    /// Their work, in passes over a sample.
    private(set) var work: Double

    /// The time on its caller's clock at which the other job would end.
    private let end: Double
    private let shares: CallerShares
    private var clocks: [WorkerPool.Caller: Double] = [:]

    /// Counts the jobs of the same caller.
    init(own: [Int], before work: Int, of caller: WorkerPool.Caller, by shares: CallerShares) {
        count = own.count
        self.work = own.reduce(0) { $0 + Double($1) }
        end = shares.clock(of: caller) + self.work + Double(work)
        self.shares = shares
    }

    /// Counts the next job of another caller, if it starts earlier.
    mutating func add(_ work: Int, of caller: WorkerPool.Caller) {
        let end = (clocks[caller] ?? shares.clock(of: caller)) + Double(work)
        clocks[caller] = end
        guard end <= self.end else { return }
        count += 1
        self.work += Double(work)
    }
}
