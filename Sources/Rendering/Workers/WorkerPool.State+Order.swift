// SPDX-License-Identifier: Apache-2.0

extension WorkerPool.State {
    /// The factor from the expected duration of a job to the time by which it moves back in the
    /// queue.
    ///
    /// Jobs start in the order of their ranks. The rank of a job is the time of its arrival plus
    /// its duration and that of its caller's jobs before it, times this factor. So short jobs go
    /// first, callers with few jobs go first, and a job that has waited long goes first as well.
    private static let patience = 32.0

    /// The greatest share of the longest permitted wait by which a job moves back in the queue.
    ///
    /// It bounds the time for which shorter jobs can overtake.
    private static let greatestDelay = 2.0 / 3

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
        let place = place(of: item.estimate.work, from: item.caller, within: bounds, now: now)
        if let reason = refusal(of: item, at: place.index, within: bounds) {
            refused += 1
            return .failure(reason)
        }
        var item = item
        item.identifier = makeIdentifier()
        item.submitted = now
        item.rank = place.rank
        queue.insert(item, at: place.index)
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
        let rank = place(of: guess, from: caller, within: bounds, now: now).rank
        let greatest = guess * Self.guessFactor
        var (count, work) = (0, startedWork(before: guess) / 2)
        func add(_ other: Int, of owner: WorkerPool.Caller, at place: ContinuousClock.Instant) {
            guard owner == caller ? other <= greatest : place <= rank else { return }
            count += 1
            work += other
        }
        for item in queue { add(item.estimate.work, of: item.caller, at: item.rank) }
        let held = announced.filter { now - $0.since < Self.longestAnnouncement }
        for job in held { add(job.guess, of: job.caller, at: job.rank) }
        return saturation(behind: count, of: held.count + queue.count, work: work, within: bounds)
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
        let guess = min(guess, Self.greatestGuess)
        let rank = place(of: guess, from: caller, within: bounds, now: now).rank
        let number = makeIdentifier()
        announced.removeAll { now - $0.since >= Self.longestAnnouncement }
        announced.append(
            .init(number: number, guess: guess, caller: caller, rank: rank, since: now)
        )
        return .success(number)
    }

    /// Releases a reserved place.
    mutating func withdraw(_ number: Int) {
        announced.removeAll { $0.number == number }
    }

    private func refusal(
        of item: WorkerPool.Item,
        at index: Int,
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
        let started = startedWork(before: item.estimate.work) / 2
        let work = queue.prefix(index).reduce(started) { $0 + $1.estimate.work }
        return saturation(behind: index, of: queue.count, work: work, within: bounds)
    }

    /// Returns the reason to refuse a job because of the jobs ahead of it; nil to accept it.
    ///
    /// Longer jobs wait behind it and do not count, but all together are at most twice the limit.
    private func saturation(
        behind count: Int,
        of total: Int,
        work: Int,
        within bounds: WorkerPool.Configuration
    ) -> AdmissionError? {
        let isBusy = !queue.isEmpty || running >= bounds.workers
        let wait = isBusy ? throughput.duration(ofWork: work / bounds.workers) : .zero
        let isFull = count >= bounds.queueLimit || total >= 2 * bounds.queueLimit
        return isFull || wait > bounds.queueTimeout ? .saturated(expectedWait: wait) : nil
    }

    /// Returns the index and the rank in the queue of a job that arrives now.
    private func place(
        of work: Int,
        from caller: WorkerPool.Caller,
        within bounds: WorkerPool.Configuration,
        now: ContinuousClock.Instant
    ) -> (index: Int, rank: ContinuousClock.Instant) {
        let before = queue.reduce(0) { sum, other in
            other.caller == caller && other.estimate.work <= work ? sum + other.estimate.work : sum
        }
        let duration = throughput.duration(ofWork: before + work)
        let delay = min(duration * Self.patience, bounds.queueTimeout * Self.greatestDelay)
        let rank = now + delay
        let index = queue.lastIndex { $0.rank <= rank }.map { $0 + 1 } ?? 0
        return (index, rank)
    }
}
