// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A byte stream that one producer appends to in chunks while many readers follow, each at its own
/// pace.
///
/// While the sum of the chunks is within ``Limits/keepableByteCount``, all of them stay, so that a
/// new reader can start at the first byte. Beyond that bound nobody can join any more, and chunks
/// that every reader has taken are dropped. The result is then *crowded* while a reader lags behind
/// by more than ``Limits/window``, and the producer should pause. No call blocks. A reader that
/// holds the producer up for longer than ``Limits/patience`` is cut off.
///
/// Every method may be called from any thread, but only one producer at a time may append.
/// Callbacks run on the thread that causes them, with no lock held.
public final class GrowingResult: Sendable {
    /// The bounds on the memory of a result and on the time that a reader may hold its producer up.
    public struct Limits: Hashable, Sendable {
        /// The size up to which a result is held whole, in bytes.
        public var keepableByteCount: Int

        /// The size up to which a held result is kept from its readers, in bytes.
        public var heldByteCount: Int

        /// The distance that a reader of a larger result may lag behind, in bytes.
        public var window: Int

        /// The time that a slow reader may hold up a producer that waits for room.
        public var patience: Duration

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - keepableByteCount: The greatest result that is held whole, in bytes.
        ///   - heldByteCount: The size from which a held result is handed out before its release, in bytes.
        ///   - window: The greatest lag of a reader of a larger result, in bytes.
        ///   - patience: The time for which a slow reader may delay a producer that waits for room.
        public init(
            keepableByteCount: Int = 16 << 20,
            heldByteCount: Int = 16 << 20,
            window: Int = 1 << 20,
            patience: Duration = .seconds(30)
        ) {
            self.keepableByteCount = keepableByteCount
            self.heldByteCount = heldByteCount
            self.window = window
            self.patience = patience
        }
    }

    /// The reason why the result takes no more bytes from its producer.
    public enum Refusal: Error, Hashable, Sendable {
        /// The last reader has left.
        case abandoned
        /// The result was finished or failed before, possibly by another thread.
        case closed
    }

    /// The reason why one reader gets no more bytes although the result may be fine.
    public enum ReaderFault: Error, Hashable, Sendable {
        /// The reader lagged too far behind a result that is too large to hold whole.
        case tooSlow
        /// The producer was released without finishing.
        case unfinished
    }

    let limits: Limits
    private let ledger: ByteLedger?
    private let state: Mutex<GrowingState>
    private let hasher = Mutex(DigestHasher())

    /// Creates an empty result without readers.
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

    /// Keeps all bytes from the readers until ``release()`` or the end, or until they are more than
    /// ``Limits/heldByteCount``.
    ///
    /// A result that fails meanwhile has given nothing away.
    public func hold() { state.withLock { $0.hold() } }

    /// Gives the readers the bytes that were kept from them; does nothing for a result that is not held.
    public func release() {
        for wake in state.withLock({ $0.release() }) { wake() }
    }

    /// Whether the producer should pause, because a reader lags behind a result too large to hold.
    public var isCrowded: Bool { state.withLock { $0.isCrowded } }

    /// Calls back once when the result is no longer crowded, or when no reader is left.
    ///
    /// Readers that hold the producer up for longer than ``Limits/patience`` are cut off.
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

    /// Marks the result as complete.
    ///
    /// - Parameter isKept: The value of ``Reader/isKept``.
    /// - Returns: All chunks when they are still held from the first byte on; otherwise nil.
    /// - Throws: ``Refusal`` when the result was abandoned or closed before.
    @discardableResult
    public func finish(isKept: Bool = false) throws(Refusal) -> [[UInt8]]? {
        let (refusal, wakes, chunks) = state.withLock { $0.finish(isKept: isKept) }
        for wake in wakes { wake() }
        if let refusal { throw refusal }
        return chunks
    }

    /// Marks the result as failed, and calls back a producer that waits for room.
    ///
    /// Does nothing when the result was finished, failed or abandoned before.
    ///
    /// - Parameter error: The error for every reader.
    public func fail(_ error: any Error) {
        let (wakes, released) = state.withLock { $0.fail(error) }
        ledger?.giveBack(released)
        for wake in wakes { wake() }
    }

    /// Sets the callback for when the last reader leaves before the end, replacing any set before.
    ///
    /// It is called at once when the last reader has already left.
    public func onAbandoned(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if case .abandoned = state.phase { return true }
            state.onAbandoned = action
            return false
        }
        if isLate { action() }
    }

    // MARK: Reading

    /// Adds a reader that starts at the first byte.
    ///
    /// - Returns: The reader, or nil when the first byte is gone or the result failed or was
    ///   abandoned.
    public func makeReader() -> Reader? {
        state.withLock { $0.addReader() }.map { Reader(of: self, id: $0) }
    }

    /// The bytes appended so far.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// The digest of the bytes appended so far.
    public var contentDigest: Digest { hasher.withLock { $0.finish() } }

    /// All chunks so far, or nil when the first ones are gone or no more may come.
    var wholeChunks: [[UInt8]]? { state.withLock { $0.wholeChunks } }

    /// Whether the result was finished and then kept by the store.
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

    /// The outcome of one read.
    public enum Read: Sendable {
        /// The next bytes, never empty.
        case chunk([UInt8])
        /// Nothing yet; the callback comes once when there is more to find.
        case pending
        /// Every byte was read.
        case end
        /// No more bytes will come, and the bytes read so far are incomplete.
        case failed(any Error)
    }

    /// One reader's position in a result; releasing it leaves the result.
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

        /// Leaves the result: its bytes are no longer held for this reader, and no callback
        /// follows.
        ///
        /// When no other reader is left before the end, the result is abandoned.
        public func leave() { result.leave(id) }

        /// The digest of all bytes appended so far; of the whole result after ``Read/end``.
        public var contentDigest: Digest { result.contentDigest }

        /// Whether the store kept the whole result for later requests; known after ``Read/end``.
        public var isKept: Bool { result.isKept }
    }
}
