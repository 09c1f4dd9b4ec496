// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Synchronization

/// A fixed number of threads that run rendering jobs from a bounded queue.
///
/// Jobs are admitted by their estimated cost. Their memory is reserved before they start. They are
/// refused at once when the queue is full, or when the queued work would take longer than a job may
/// wait. The queue is first in, first out. A job that waits for memory may be overtaken by smaller
/// ones, but only a limited number of times, so no job waits forever.
///
/// A job whose result is not taken is parked: it gives its worker back, but keeps its memory. So
/// slow readers occupy no worker, and the memory budget limits their number.
public final class WorkerPool: Sendable {
    /// The number of times that a job waiting for memory may be overtaken by smaller ones.
    public static let maximumOvertakings = 16

    /// The limits.
    public let configuration: Configuration

    private let state: Mutex<State>
    /// The semaphore on which each worker sleeps.
    private let semaphores: [DispatchSemaphore]
    /// Creates a pool and starts its threads.
    public init(_ configuration: Configuration) {
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

    /// Submits a job.
    ///
    /// Calls exactly one of the two closures, unless it throws.
    ///
    /// - Parameters:
    ///   - estimate: The memory and the work of the job.
    ///   - cancellation: A cancelled job leaves the queue at once.
    ///   - work: Called on a worker with the time that the job waited; called again, with the same
    ///     time, after each parking.
    ///   - refused: Called on any thread when a queued job is not run.
    /// - Throws: ``AdmissionError`` when the job is not queued.
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

    /// Whether a job waits for nothing but a worker; helpers should then end.
    var isWanted: Bool { state.withLock { $0.isWorkerWanted(within: configuration) } }

    /// A snapshot of the pool.
    public var status: Status {
        state.withLock { $0.status(workers: configuration.workers) }
    }

    /// Refuses all waiting and future jobs; running ones finish.
    public func shutDown() {
        let abandoned = state.withLock { state in
            state.isShutDown = true
            state.refused += state.queue.count
            defer { state.queue.removeAll() }
            return Array(state.queue)
        }
        for item in abandoned { item.refused(.shuttingDown) }
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
        let late = state.withLock { $0.sweep(within: configuration, now: .now) }
        // Jobs behind these may fit into the memory now.
        if !late.isEmpty { wake() }
        for item in late { item.refused(.waitedTooLong) }
        planSweep()
    }

    /// Refuses a cancelled job, if it is still waiting.
    private func giveUp(_ identifier: Int) {
        guard let item = state.withLock({ $0.giveUp(identifier) }) else { return }
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

    /// Runs one job or request for help, if any can start.
    ///
    /// - Returns: Whether there was one; otherwise the worker must sleep.
    private func workOnce(_ worker: Int) -> Bool {
        let next = state.withLock { $0.assign(to: worker, within: configuration) }
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
        let outcome = item.work(item.waited)
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
