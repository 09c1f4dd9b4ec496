// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Bytes that one producer appends in chunks while many readers follow, each at its own pace.
///
/// While the sum of the chunks is within ``Limits/keepableByteCount`` all of them stay, so that a
/// new reader starts at the first byte. Past that bound nobody can join any more, chunks that every
/// reader has are dropped, and the result is crowded while a reader lags behind by more than
/// ``Limits/window``: a producer should pause then until there is room. No call waits. A reader
/// that is in the way for longer than ``Limits/patience`` is cut off.
///
/// Every method may be called from any thread, except that there is one producer at a time.
/// Callbacks run on the thread that causes them, with no lock held.
public final class GrowingResult: Sendable {
    /// The bounds on the memory and on the time of a producer.
    public struct Limits: Hashable, Sendable {
        /// The greatest result that is held whole, in bytes.
        public var keepableByteCount: Int

        /// How far a reader of a greater result may lag behind, in bytes.
        public var window: Int

        /// How long a reader may be in the way of a producer that waits for room.
        public var patience: Duration

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - keepableByteCount: The greatest result that is held whole, in bytes.
        ///   - window: How far a reader of a greater result may lag behind, in bytes.
        ///   - patience: How long a reader may be in the way of a producer that waits for room.
        public init(
            keepableByteCount: Int = 16 << 20,
            window: Int = 1 << 20,
            patience: Duration = .seconds(30)
        ) {
            self.keepableByteCount = keepableByteCount
            self.window = window
            self.patience = patience
        }
    }

    /// Why bytes are no longer taken from the producer.
    public enum Refusal: Error, Hashable, Sendable {
        /// The last reader has left.
        case abandoned
        /// The result was finished or failed before, possibly by another thread.
        case closed
    }

    /// Why a reader gets no more although the result may be fine.
    public enum ReaderFault: Error, Hashable, Sendable {
        /// The reader lagged behind a result too great to be held for it.
        case tooSlow
        /// The producer went away without finishing.
        case unfinished
    }

    let limits: Limits
    private let ledger: ByteLedger?
    private let state: Mutex<GrowingState>
    private let hasher = Mutex(DigestHasher())

    /// Creates an empty result that nobody reads yet.
    ///
    /// - Parameters:
    ///   - limits: The bounds on memory and on waiting.
    ///   - onAbandoned: Called once when the last reader leaves before the end.
    public convenience init(
        limits: Limits = Limits(),
        onAbandoned: (@Sendable () -> Void)? = nil
    ) {
        self.init(limits: limits, ledger: nil, onAbandoned: onAbandoned)
    }

    init(limits: Limits, ledger: ByteLedger?, onAbandoned: (@Sendable () -> Void)?) {
        self.limits = limits
        self.ledger = ledger
        state = Mutex(GrowingState(window: limits.window, onAbandoned: onAbandoned))
    }

    deinit {
        ledger?.giveBack(state.withLock { $0.ledgerByteCount })
    }

    // MARK: Producing

    /// Adds a chunk to the end.
    ///
    /// - Throws: ``Refusal`` when nobody reads any more, or the result is closed.
    public func append(_ chunk: [UInt8]) throws(Refusal) {
        guard !chunk.isEmpty else { return }
        hasher.withLock { $0.update(chunk.span) }
        let attempt = state.withLock { state in
            state.attemptAppend(chunk, limits: limits, ledger: ledger)
        }
        switch attempt {
        case .appended(let wakes): for wake in wakes { wake() }
        case .refused(let refusal): throw refusal
        }
    }

    /// Whether the producer should pause, because a reader lags behind a result too great to hold.
    public var isCrowded: Bool { state.withLock { $0.isCrowded } }

    /// Calls back once when the result is not crowded, or when nobody wants it any more.
    ///
    /// Readers that are in the way for longer than ``Limits/patience`` are cut off.
    ///
    /// - Parameter action: Called from any thread, possibly at once; it replaces one given before.
    public func whenRoom(_ action: @escaping @Sendable () -> Void) {
        guard let wait = state.withLock({ $0.wait(action) }) else { return action() }
        let milliseconds = min(limits.patience / .milliseconds(1), 86_400_000).rounded(.up)
        let patience = DispatchTimeInterval.milliseconds(Int(milliseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
            self?.cutOffLaggards(wait: wait)
        }
    }

    /// Says that the bytes are complete.
    ///
    /// - Parameter isKept: What readers are told of ``Reader/isKept``.
    /// - Returns: All chunks when they are still held from the first byte on; otherwise nil.
    /// - Throws: ``Refusal`` when the result was abandoned or closed before.
    @discardableResult
    public func finish(isKept: Bool = false) throws(Refusal) -> [[UInt8]]? {
        let (refusal, wakes, chunks) = state.withLock { $0.finish(isKept: isKept) }
        for wake in wakes { wake() }
        if let refusal { throw refusal }
        return chunks
    }

    /// Says that there will never be a complete result; a producer that waits is called.
    ///
    /// Nothing happens when the result was finished, failed or abandoned before.
    ///
    /// - Parameter error: What every reader is told.
    public func fail(_ error: any Error) {
        let (wakes, released) = state.withLock { $0.fail(error) }
        ledger?.giveBack(released)
        for wake in wakes { wake() }
    }

    /// Sets what happens when the last reader leaves before the end, instead of what was set.
    ///
    /// It is called at once when that has happened already.
    public func onAbandoned(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if case .abandoned = state.phase { return true }
            state.onAbandoned = action
            return false
        }
        if isLate { action() }
    }

    // MARK: Reading

    /// Joins at the first byte, or nil when that is gone, or the result failed or was abandoned.
    public func makeReader() -> Reader? {
        state.withLock { $0.addReader() }.map { Reader(of: self, id: $0) }
    }

    /// The bytes appended so far.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// The digest of the bytes appended so far.
    public var contentDigest: Digest { hasher.withLock { $0.finish() } }

    /// All chunks so far when they are held from the first byte on and more may come; else nil.
    var wholeChunks: [[UInt8]]? { state.withLock { $0.wholeChunks } }

    /// Whether the result was finished and kept.
    var isKept: Bool { state.withLock { $0.isKept } }

    /// Whether a new reader can still start at the first byte.
    public var isJoinable: Bool { state.withLock { $0.isJoinable } }

    fileprivate func read(_ id: Int, whenReady: @escaping @Sendable () -> Void) -> Read {
        let (read, released, room) = state.withLock { $0.read(id, whenReady: whenReady) }
        ledger?.giveBack(released)
        room?()
        return read
    }

    fileprivate func leave(_ id: Int) {
        let (released, room, abandoned) = state.withLock { $0.removeReader(id) }
        ledger?.giveBack(released)
        abandoned?()
        room?()
    }

    private func cutOffLaggards(wait: Int) {
        let (wakes, released, abandoned) = state.withLock { $0.cutOffLaggards(wait: wait) }
        ledger?.giveBack(released)
        abandoned?()
        for wake in wakes { wake() }
    }

    /// What a reader finds at its place.
    public enum Read: Sendable {
        /// The next bytes, never empty.
        case chunk([UInt8])
        /// Nothing yet; the callback comes once when there is more to find.
        case pending
        /// Everything was read.
        case end
        /// There will be no more, and what was read is not whole.
        case failed(any Error)
    }

    /// One place in a result; letting it go is leaving.
    public final class Reader: Sendable {
        private let result: GrowingResult
        private let id: Int

        fileprivate init(of result: GrowingResult, id: Int) {
            self.result = result
            self.id = id
        }

        deinit { result.leave(id) }

        /// Takes the next chunk.
        ///
        /// - Parameter whenReady: Called once, from any thread, after ``Read/pending`` was
        ///   returned and something has come; it replaces one given before. It is released when
        ///   it was called and when the reader leaves.
        /// - Returns: The chunk at the reader's place, or why there is none.
        public func next(whenReady: @escaping @Sendable () -> Void) -> Read {
            result.read(id, whenReady: whenReady)
        }

        /// Gives up the place: the bytes are no longer held for it, and nothing is called back.
        ///
        /// When nobody else reads and the end has not come, the result is abandoned.
        public func leave() { result.leave(id) }

        /// The digest of everything appended so far; of the whole result after ``Read/end``.
        public var contentDigest: Digest { result.contentDigest }

        /// Whether the whole result was kept for whoever asks next; known after ``Read/end``.
        public var isKept: Bool { result.isKept }
    }
}
