// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// A non-blocking interface to a storage tier: results come by callbacks, within a time limit.
///
/// It watches the tier, probes a broken tier from time to time, and finishes calls without a waiting caller.
/// No call blocks. Callbacks run on threads of the store, once each.
public final class BlobStore: Sendable {
    /// An event that a store reports to its owner.
    public enum Event: Hashable, Sendable {
        /// The condition of the tier has changed: whether reads and writes work.
        case health(StoreHealth)
        /// The condition of the faster tier, asked before the store's tier, has changed.
        case upper(StoreHealth)
        /// Uploaded images were deleted, possibly by other processes; they are named by their marks.
        case deleted(marks: Set<Digest>)
    }

    /// The statistics of a store since its start.
    public struct Statistics: Hashable, Sendable {
        /// The number of blobs that were read successfully.
        public var reads = 0
        /// The number of reads of blobs that did not exist.
        public var misses = 0
        /// The number of blobs found damaged.
        public var damaged = 0
        /// The number of blobs that were written successfully.
        public var writes = 0
        /// The number of calls that failed or exceeded their time limit.
        public var failures = 0
        /// The number of results that were not written, because too many were waiting.
        public var dropped = 0
        /// The number of bytes that now wait to be written.
        public var waitingByteCount = 0
        /// The moving average of the time of a read, in seconds; zero if none was measured.
        public var readSeconds = 0.0
    }

    /// The longest times that callers wait for a tier.
    public struct Patience: Hashable, Sendable {
        /// The longest time that a caller waits for a read of an upload or a record.
        public var reading = Duration.seconds(2)
        /// The longest time that a caller waits for a write.
        public var writing = Duration.seconds(10)
        /// The longest time to wait for the answer of a probe.
        public var probing = Duration.seconds(1)
        /// The bounds of the wait for a result: four times the average time of a read.
        public var result = Duration.milliseconds(5)...Duration.milliseconds(50)

        /// Creates the default times.
        public init() {}
    }

    struct State {
        var health = StoreHealth()
        var statistics = Statistics()
        var isProbing = false
        /// Whether a call has failed since the current probe began.
        var hasFailedMeanwhile = false
        var isEnded = false
        /// The action for events; nil before the start and after the end.
        var onEvent: (@Sendable (Event) -> Void)?
    }

    /// The tier that blobs are read from and written to.
    public let tier: any BlobTier
    let patience: Patience
    private let readers = BlockingThreads(name: "store reader", limit: 8, queueLimit: 1024)
    private let writers = BlockingThreads(name: "store writer", limit: 4, queueLimit: 1024)
    private let behind: WriteBehind
    let prober: Runner
    let keeper: Runner
    let state = Mutex(State())
    let end = DispatchSemaphore(value: 0)

    /// Creates a store on a tier; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - tier: The tier.
    ///   - waitingLimit: The greatest sum of results that wait to be written, in bytes.
    ///   - patience: The greatest times that callers wait.
    public convenience init(
        tier: any BlobTier,
        waitingLimit: Int,
        patience: Patience = Patience()
    ) {
        let prober = BlockingThreads(name: "store probe", limit: 1, queueLimit: 1)
        let keeper = BlockingThreads(name: "store keeper", limit: 1, queueLimit: 1)
        self.init(
            tier: tier,
            waitingLimit: waitingLimit,
            patience: patience,
            prober: prober.run,
            keeper: keeper.run
        )
    }

    /// A function that runs a task on a thread; false if no thread is available.
    typealias Runner = @Sendable (_ task: @escaping @Sendable () -> Void) -> Bool

    /// Creates a store with the threads for probing and tidying; tests replace them.
    init(
        tier: any BlobTier,
        waitingLimit: Int,
        patience: Patience = Patience(),
        prober: @escaping Runner,
        keeper: @escaping Runner
    ) {
        self.tier = tier
        self.patience = patience
        self.prober = prober
        self.keeper = keeper
        behind = WriteBehind(limit: waitingLimit)
    }

    /// Starts tidying and probing the tier, and reporting events.
    public func begin(onEvent action: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.onEvent = action }
        probe()
        keep()
    }

    /// Stops tidying and probing; calls in progress end as usual.
    public func stop() {
        state.withLock { state in
            state.isEnded = true
            state.onEvent = nil
        }
        end.signal()
    }

    /// The condition of the tier: whether reads and writes work.
    public var health: StoreHealth { state.withLock { $0.health } }

    /// The statistics since the start.
    public var statistics: Statistics {
        var statistics = state.withLock { $0.statistics }
        (statistics.dropped, statistics.waitingByteCount) = behind.figures
        return statistics
    }

    // MARK: Calls

    /// Calls the tier on a thread of the store, within a time limit.
    ///
    /// - Parameters:
    ///   - use: The use of the tier.
    ///   - time: The greatest time until the callback; nil for the usual one.
    ///   - work: The calls.
    ///   - completion: Called with the outcome, or with ``BlobError/unavailable(reason:)`` if the tier is
    ///     known not to work, or does not answer in time. The work may go on then.
    public func call<Value: Sendable>(
        _ use: BlobUse,
        within time: Duration? = nil,
        _ work: @escaping @Sendable (any BlobTier) throws(BlobError) -> Value,
        then completion: @escaping @Sendable (Result<Value, BlobError>) -> Void
    ) {
        _ = begin(use, within: time, work, then: completion)
    }

    /// Begins a call of the tier.
    ///
    /// - Returns: The call; nil if it has ended already.
    func begin<Value: Sendable>(
        _ use: BlobUse,
        within time: Duration?,
        _ work: @escaping @Sendable (any BlobTier) throws(BlobError) -> Value,
        then completion: @escaping @Sendable (Result<Value, BlobError>) -> Void
    ) -> Call<Value>? {
        if case .away(let reason) = health.condition(of: use) {
            completion(.failure(.unavailable(reason: reason)))
            return nil
        }
        let answer = Once(completion)
        // Dropped at the time limit: a call that has not begun may hold an upload in memory.
        let job = Once<Void> { [self] in
            let begin = ContinuousClock.now
            let result: Result<Value, BlobError>
            do throws(BlobError) {
                result = .success(try work(tier))
            } catch {
                result = .failure(error)
            }
            note(result.failure, use, time: ContinuousClock.now - begin)
            answer.take()?(result)
        }
        let threads = use == .reading ? readers : writers
        guard threads.run({ job.take()?(()) }) else {
            answer.take()?(.failure(.unavailable(reason: "too many calls wait")))
            return nil
        }
        let time = time ?? (use == .reading ? patience.reading : patience.writing)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval(time)) { [weak self] in
            guard let completion = answer.take() else { return }
            _ = job.take()
            let error = BlobError.unavailable(reason: "it did not respond in time")
            self?.note(error, use, time: time)
            completion(.failure(error))
        }
        return Call(answer: answer, job: job)
    }

    /// Queues a result for writing, if it took longer to render than it takes to read.
    ///
    /// - Parameters:
    ///   - key: The result key.
    ///   - seconds: The time that it took to make, in seconds.
    ///   - blob: Returns the result.
    public func writeBehind(_ key: ResultKey, madeIn seconds: Double, _ blob: () -> Blob) {
        let (health, usual) = state.withLock { ($0.health, $0.statistics.readSeconds) }
        guard health.writing == .fine, seconds > usual else { return }
        guard behind.add(key, blob()) else { return }
        let begins = writers.run { [self] in
            while let (key, blob) = behind.next() {
                let begin = ContinuousClock.now
                var failure: BlobError?
                do throws(BlobError) { _ = try tier.put(blob, as: key) } catch { failure = error }
                // A folder at its limit sometimes has no room for a result; that is no failure.
                if failure == .full { continue }
                note(failure, .writing, time: ContinuousClock.now - begin)
            }
        }
        if !begins { behind.rest() }
    }

    /// The time limit for a blob of a size: the default, and a second for each 4 MiB.
    public func time(_ use: BlobUse, byteCount: Int) -> Duration {
        let usual = use == .reading ? patience.reading : patience.writing
        return usual + .milliseconds(byteCount >> 12)
    }

    private func note(_ error: BlobError?, _ use: BlobUse, time: Duration) {
        let (event, needsProbe) = state.withLock { state -> (Event?, Bool) in
            let before = state.health
            var needsProbe = false
            switch error {
            case nil: state.note(use, time: time)
            case .absent?: state.statistics.misses += 1
            case .damaged?: state.statistics.damaged += 1
            case .unavailable?, .full?: state.statistics.failures += 1
            }
            if let error {
                needsProbe = state.health.failed(error, use)
            } else {
                state.health.succeeded()
            }
            return (before.isSame(as: state.health) ? nil : .health(state.health), needsProbe)
        }
        if let event { tell(event) }
        if needsProbe { probe() }
    }

    func tell(_ event: Event) { state.withLock { $0.onEvent }?(event) }

    static func interval(_ time: Duration) -> DispatchTimeInterval {
        .microseconds(Int(clamping: Int64((time / .microseconds(1)).rounded(.up))))
    }
}

extension BlobStore.State {
    /// Counts a successful call, and updates the average time of reads.
    mutating func note(_ use: BlobUse, time: Duration) {
        switch use {
        case .writing: statistics.writes += 1
        case .reading:
            statistics.reads += 1
            let seconds = time / .seconds(1)
            let known = statistics.readSeconds
            statistics.readSeconds = known == 0 ? seconds : known + (seconds - known) / 16
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}
