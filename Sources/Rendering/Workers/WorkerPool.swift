// SPDX-License-Identifier: Apache-2.0

import CScheduler
import DequeModule
import Dispatch
import Synchronization

/// A fixed set of threads that do pixel work, behind a bounded queue.
///
/// Work is admitted by what it is expected to cost: its memory is reserved before it starts, and
/// it is refused at once when the queue is full or when the work ahead of it would take longer
/// than work may wait. The queue is first in, first out; a piece that waits for memory may be
/// overtaken by ones that fit, but only so often, so nothing waits forever.
///
/// Work whose result nobody takes at the moment is parked: it gives its worker back but keeps its
/// memory, so slow readers cost no worker, and the memory budget bounds how many there can be.
public final class WorkerPool: Sendable {
    /// How often a piece of work that waits for memory lets smaller ones go first.
    public static let maximumOvertakings = 16

    /// The bounds.
    public let configuration: Configuration

    private let state: Mutex<State>
    /// Where each worker sleeps.
    private let beds: [DispatchSemaphore]
    private let places: WorkerPlaces?

    /// Whether who helps mostly has a processor of its own, so that it may wait awake for a while.
    let helpsApart: Bool

    /// Creates a pool and starts its threads.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        state = Mutex(State())
        places = configuration.placesWorkers ? WorkerPlaces() : nil
        helpsApart =
            places != nil && ThreadPlace.current != nil
            && (ProcessorSet.everywhere?.count ?? 1) >= max(2, configuration.workers)
        beds = (0..<configuration.workers).map { _ in DispatchSemaphore(value: 0) }
        for (index, bed) in beds.enumerated() {
            WorkerThread.start { [weak self] in
                if configuration.placesWorkers { _ = cscheduler_take_long_turns() }
                let worker = Worker(index: index, thread: ThreadPlace.currentNumber)
                // Weak while it sleeps: threads do not keep a pool that nobody uses any more.
                while let isDone = self?.workOnce(worker) {
                    if !isDone { bed.wait() }
                }
            }
        }
    }

    deinit { for bed in beds { bed.signal() } }

    /// Hands in a piece of work.
    ///
    /// Exactly one of the two closures is called, unless this method throws.
    ///
    /// - Parameters:
    ///   - estimate: What the work will need.
    ///   - cancellation: Work cancelled while it waits leaves the queue at once.
    ///   - work: Called on a worker with the time that the work waited, and again, with the same
    ///     time, each time that it was parked.
    ///   - refused: Called on any thread when the work is given up after it was queued.
    /// - Throws: ``AdmissionError`` when the work is not even queued.
    public func submit(
        _ estimate: RenderEstimate,
        cancellation: Cancellation,
        work: @escaping @Sendable (_ waited: Duration) -> Outcome,
        refused: @escaping @Sendable (AdmissionError) -> Void
    ) throws(AdmissionError) {
        let item = Item(
            estimate: estimate,
            cancellation: cancellation,
            work: work,
            refused: refused
        )
        let admission = state.withLock { $0.admit(item, within: configuration, now: .now) }
        let identifier: Int
        switch admission {
        case .failure(let error): throw error
        case .success(let number): identifier = number
        }
        cancellation.onCancel { [weak self] in self?.giveUp(identifier) }
        wake()
        planSweep()
    }

    /// Lets a worker that has nothing else to do help with work that is being done.
    ///
    /// - Parameter work: Called on a worker, soon, if at all: other work may come first. It must
    ///   end soon after ``isWanted`` becomes true, and must not wait for anything but what some thread
    ///   is doing already.
    /// - Returns: Whether the work was taken; false when all workers are needed elsewhere.
    func lend(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard state.withLock({ $0.canLend(within: configuration) }) else { return false }
        let loan = Loan(borrower: places?.ticket, work: work)
        let isLent = state.withLock { $0.lend(loan, within: configuration) }
        if isLent { wake() }
        return isLent
    }

    /// Counts the calling thread, which is none of the workers, among those that they make room for.
    ///
    /// While it is helped it may be kept off one of the processors, and may use those of the main thread
    /// after it.
    ///
    /// - Parameter work: What it does, for which it may be helped.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    package func besideWorkers<Result, Failure>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withPlace(helping: nil, work)
    }

    /// Whether work waits for a worker and nothing else, so that one that helps should go back.
    var isWanted: Bool { state.withLock { $0.isWorkerWanted(within: configuration) } }

    /// What the pool is doing.
    public var status: Status {
        state.withLock { $0.status(workers: configuration.workers) }
    }

    /// Refuses what waits and what comes; what runs is finished.
    public func shutDown() {
        let abandoned = state.withLock { state in
            state.isShutDown = true
            state.refused += state.queue.count
            defer { state.queue.removeAll() }
            return Array(state.queue)
        }
        for item in abandoned { item.refused(.shuttingDown) }
    }

    /// Sees to it that what waits is refused when it has waited too long.
    ///
    /// There is one timer at most, for what has waited longest: to set one wakes a thread.
    private func planSweep() {
        let plan = state.withLock { $0.planSweep(within: configuration, now: .now) }
        guard let delay = plan else { return }
        let nanoseconds = DispatchTimeInterval.nanoseconds(Int(delay.nanoseconds.rounded(.up)))
        DispatchQueue.global().asyncAfter(deadline: .now() + nanoseconds) { [weak self] in
            self?.sweep()
        }
    }

    private func sweep() {
        let late = state.withLock { $0.sweep(within: configuration, now: .now) }
        // What waited behind these may fit into memory now.
        if !late.isEmpty { wake() }
        for item in late { item.refused(.waitedTooLong) }
        planSweep()
    }

    /// Refuses what was cancelled, if it still waits.
    private func giveUp(_ identifier: Int) {
        guard let item = state.withLock({ $0.giveUp(identifier) }) else { return }
        item.refused(.cancelled)
        // What waited behind this piece may fit into memory now.
        wake()
    }

    private func resume(_ identifier: Int) {
        if state.withLock({ $0.resume(identifier) }) { wake() }
    }

    /// Wakes a worker that sleeps, if there is one, and something for it to do.
    private func wake() {
        guard let worker = state.withLock({ $0.wake(within: configuration) }) else { return }
        places?.prepare(worker.thread)
        beds[worker.index].signal()
    }

    /// Does one piece of work if there is one that may start.
    ///
    /// - Returns: Whether there was; otherwise the worker must sleep until it is woken.
    private func workOnce(_ worker: Worker) -> Bool {
        places?.awake()
        let next = state.withLock { $0.assign(to: worker, within: configuration) }
        guard let next else { return false }
        switch next {
        case .help(let loan):
            withPlace(helping: loan.borrower) {
                wake()
                loan.work()
            }
            state.withLock { $0.finishHelping() }
        case .work(let item):
            work(on: item)
        }
        return true
    }

    private func withPlace<Result, Failure>(
        helping other: WorkerPlaces.Ticket?,
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let places else { return try work() }
        return try places.withPlace(helping: other, work)
    }

    private func work(on item: Item) {
        let began = ContinuousClock.now
        let outcome = withPlace(helping: nil) {
            // So much memory may be free by now that several can start, for whom one was woken.
            wake()
            return item.work(item.waited)
        }
        let spent = ContinuousClock.now - began
        switch outcome {
        case .done:
            state.withLock { $0.finish(item, after: spent, isComplete: true) }
        case .failed:
            state.withLock { $0.finish(item, after: spent, isComplete: false) }
        case .parked(let whenReady):
            state.withLock { $0.park(item, after: spent) }
            whenReady { [weak self] in self?.resume(item.identifier) }
        }
    }
}
