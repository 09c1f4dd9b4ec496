// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Platform
import Synchronization

/// A fixed number of threads that run rendering jobs from a bounded queue.
///
///     let limits = WorkerPool.Configuration(
///         workers: 2, queueLimit: 8, queueTimeout: .seconds(3), memoryBudget: 256 << 20)
///     let pool = WorkerPool(limits)
///     try pool.submit(renderer.estimate, cancellation: Cancellation()) { turn in
///         render() ? .done : .failed
///     } refused: { reason in
///         respond(reason)
///     }
///
/// A job either throws from `submit`, or runs, or is refused later: exactly one of its two closures
/// is called, the first again after each interruption. Its memory is reserved before it starts, so
/// running and parked jobs together never exceed the budget. A job is rejected immediately if the
/// work before it would take longer than a job may wait.
///
/// Callers take turns, and the short jobs of each go first, but no job is overtaken for longer than
/// two thirds of the permitted wait. A job that waits for memory may be overtaken by smaller ones
/// only ``maximumOvertakings`` times. A running job may lend its worker to a much shorter one for
/// some milliseconds, when it asks ``Turn/shouldYield`` or waits for another process (``Errand``).
///
/// A job whose result is not taken is parked: it gives its worker back, but keeps its memory. So
/// slow readers occupy no worker, and the memory budget limits their number. Submitting takes a lock
/// and time in proportion to the queue. The pool never stops a running job: the job checks its
/// ``Cancellation``.
package final class WorkerPool: Sendable {
    /// The number of times that a job waiting for memory may be overtaken by smaller ones.
    package static let maximumOvertakings = 16

    /// The longest time for which a running job gives its worker to shorter ones.
    static let longestInterruption = Duration.milliseconds(8)

    /// The number of jobs that wait for other processes on one worker, each much shorter than the one before.
    static let greatestDepth = 3

    /// The limits of the pool: its threads, its queue and its memory.
    package let configuration: Configuration

    private let state: Mutex<State>
    /// The work of the shortest queued job, readable without locking the state.
    private let shortestWork = Atomic(Int.max)
    /// The semaphores on which the workers sleep, one each.
    private let semaphores: [DispatchSemaphore]
    /// Creates a pool and starts its threads.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        state = Mutex(State())
        semaphores = (0..<configuration.workers).map { _ in DispatchSemaphore(value: 0) }
        for (index, semaphore) in semaphores.enumerated() {
            WorkerThread.start { [weak self] in
                // Weak while it sleeps: threads do not keep a pool that nobody uses any more.
                while let isDone = self?.workOnce(index) {
                    if !isDone { semaphore.wait() }
                }
            }
        }
    }

    deinit { for semaphore in semaphores { semaphore.signal() } }

    /// Adds a job to the queue, and wakes a worker for it.
    ///
    /// Calls exactly one of the two closures, unless it throws.
    ///
    /// - Parameters:
    ///   - estimate: The memory and the work of the job.
    ///   - caller: The client for whom the job runs.
    ///   - cancellation: A cancelled job leaves the queue at once.
    ///   - work: Called on a worker with the time that the job waited; called again, with the same
    ///     time, after each parking and interruption.
    ///   - refused: Called on any thread when a queued job is not run.
    /// - Throws: ``AdmissionError`` when the job is not queued.
    package func submit(
        _ estimate: RenderEstimate,
        from caller: Caller = .unknown,
        cancellation: Cancellation,
        work: @escaping @Sendable (_ turn: Turn) -> Outcome,
        refused: @escaping @Sendable (AdmissionError) -> Void
    ) throws(AdmissionError) {
        let item = Item(
            estimate: estimate,
            caller: caller,
            cancellation: cancellation,
            work: work,
            refused: refused
        )
        let admission = change { $0.admit(item, within: configuration, now: .now) }
        let identifier: Int
        switch admission {
        case .failure(let error): throw error
        case .success(let number): identifier = number
        }
        cancellation.onCancel { [weak self] in self?.giveUp(identifier) }
        wake()
        planSweep()
    }

    /// Asks an idle worker to help with a running job.
    ///
    /// - Parameter work: Called on a worker, soon or never, because other jobs may come first. It
    ///   must end soon after ``isWanted`` becomes true, and must wait only for running threads.
    /// - Returns: Whether a worker will help; false when all have jobs of their own.
    func lend(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard state.withLock({ $0.canLend(within: configuration) }) else { return false }
        let isLent = state.withLock { $0.lend(work, within: configuration) }
        if isLent { wake() }
        return isLent
    }

    /// Whether a job could run if a worker were free, so that helping workers should return.
    var isWanted: Bool { state.withLock { $0.isWorkerWanted(within: configuration) } }

    /// Returns the reason why the pool would refuse a job now, before the work of the job is known exactly.
    ///
    /// - Parameters:
    ///   - guess: The typical work of such a job, which may take up to 16 times as much.
    ///   - caller: The client for whom the job would run.
    /// - Returns: nil if the job might be accepted.
    package func refusal(ofWork guess: Int, from caller: Caller) -> AdmissionError? {
        state.withLock { $0.refusal(ofWork: guess, from: caller, within: configuration, now: .now) }
    }

    /// Reserves a place in the queue, for a short time, for a job whose input is about to arrive.
    ///
    /// - Parameters:
    ///   - guess: The typical work of such a job, which may take up to 16 times as much.
    ///   - caller: The client for whom the job would run.
    /// - Returns: The place, to be given up when the job is submitted.
    /// - Throws: The reason why the job would be refused.
    package func announce(
        ofWork guess: Int,
        from caller: Caller
    ) throws(AdmissionError) -> Announcement {
        let number = try state.withLock {
            $0.announce(ofWork: guess, from: caller, within: configuration, now: .now)
        }.get()
        return Announcement(number, in: self)
    }

    /// The number of places in the queue that are reserved for jobs whose input is still arriving.
    var announcedCount: Int { state.withLock { $0.announced.count } }

    func withdraw(_ number: Int) { state.withLock { $0.withdraw(number) } }

    /// The numbers of jobs, workers and bytes of the pool at this moment.
    package var status: Status {
        state.withLock { $0.status(workers: configuration.workers) }
    }

    /// Refuses all waiting and future jobs; running ones finish.
    package func shutDown() {
        let abandoned = change { state in
            state.isShutDown = true
            state.refused += state.queue.count
            defer { state.queue.removeAll() }
            return state.queue
        }
        for item in abandoned { item.refused(.shuttingDown) }
    }

    /// Whether a running job should give its worker to a much shorter one.
    func shouldInterrupt(_ turn: Turn) -> Bool {
        guard ContinuousClock.now - turn.began >= Turn.quantum else { return false }
        return shouldInterrupt(turn.item, after: turn.spent)
    }

    private func shouldInterrupt(_ item: Item, after spent: Duration) -> Bool {
        let greatest = State.greatestInterruption(item, after: spent)
        guard shortestWork.load(ordering: .relaxed) <= greatest else { return false }
        return state.withLock {
            $0.shouldInterrupt(item, after: spent, within: configuration)
        }
    }

    /// Runs a much shorter job on the worker of one that waits for another process.
    private func runErrand(on item: Item, after spent: Duration) {
        let shorter = change {
            $0.startErrand(on: item, after: spent, within: configuration, now: .now)
        }
        guard let shorter else { return }
        work(on: shorter)
        state.withLock { $0.finishErrand() }
    }

    /// The work that a job's thread can do while the job waits for another process.
    private func errand(of item: Item) -> Errand? {
        let errand = Errand(
            isWanted: { [self] spent in shouldInterrupt(item, after: item.spent + spent) },
            run: { [self] spent in runErrand(on: item, after: item.spent + spent) }
        )
        return errand.depth < Self.greatestDepth ? errand : nil
    }

    /// Changes the state under its lock, and updates the work of the shortest queued job.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer {
                let shortest = state.queue.reduce(.max) { min($0, $1.estimate.work) }
                shortestWork.store(shortest, ordering: .relaxed)
            }
            return body(&state)
        }
    }

    /// Schedules the removal of jobs that have waited too long.
    ///
    /// Setting a timer wakes a thread, so there is at most one, for the oldest job.
    private func planSweep() {
        let plan = state.withLock { $0.planSweep(within: configuration, now: .now) }
        guard let delay = plan else { return }
        let nanoseconds = DispatchTimeInterval.nanoseconds(Int(delay.nanoseconds.rounded(.up)))
        DispatchQueue.global().asyncAfter(deadline: .now() + nanoseconds) { [weak self] in
            self?.sweep()
        }
    }

    private func sweep() {
        let late = change { $0.sweep(within: configuration, now: .now) }
        // Jobs behind these may fit into the memory now.
        if !late.isEmpty { wake() }
        for item in late { item.refused(.waitedTooLong) }
        planSweep()
    }

    /// Refuses a cancelled job, if it is still waiting.
    private func giveUp(_ identifier: Int) {
        guard let item = change({ $0.giveUp(identifier) }) else { return }
        item.refused(.cancelled)
        // Jobs behind this one may fit into the memory now.
        wake()
    }

    private func resume(_ identifier: Int) {
        if state.withLock({ $0.resume(identifier) }) { wake() }
    }

    /// Wakes a sleeping worker, if a job or a request for help is waiting.
    private func wake() {
        guard let worker = state.withLock({ $0.wake(within: configuration) }) else { return }
        semaphores[worker].signal()
    }

    /// Runs one job or request for help, if any can start; false if the worker must sleep.
    ///
    /// - Returns: Whether there was one; otherwise the worker must sleep.
    private func workOnce(_ worker: Int) -> Bool {
        let next = change { $0.assign(to: worker, within: configuration, now: .now) }
        guard let next else { return false }
        switch next {
        case .help(let work):
            wake()
            work()
            state.withLock { $0.finishHelping() }
        case .work(let item):
            work(on: item)
        }
        return true
    }

    private func work(on item: Item) {
        let began = ContinuousClock.now
        // The memory may now suffice for several jobs, although only one worker was woken.
        wake()
        let turn = Turn(waited: item.waited, began: began, item: item, pool: self)
        let outcome = Errand.$current.withValue(errand(of: item)) { item.work(turn) }
        let spent = ContinuousClock.now - began
        switch outcome {
        case .done, .failed, .planned:
            state.withLock { $0.finish(item, after: spent, outcome) }
        case .interrupted:
            state.withLock { $0.interrupt(item, after: spent, now: .now) }
        case .parked(let whenReady):
            state.withLock { $0.park(item, after: spent) }
            whenReady { [weak self] in self?.resume(item.identifier) }
        }
    }
}
