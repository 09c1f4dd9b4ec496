// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A byte stream that one producer appends to in chunks while many readers follow, each at its own
/// pace.
///
///     let result = GrowingResult()
///     let reader = result.makeReader()
///     try result.append([1, 2])
///     reader?.next { /* there is more */ }  // .chunk([1, 2])
///     reader?.next { /* there is more */ }  // .pending: the closure is called by the next append
///     try result.append([3])
///     try result.finish()                   // [[1, 2], [3]]: all chunks, for the cache
///
/// Every reader gets all bytes in order, and then the end or an error. While the sum of the chunks
/// is within ``Limits/keepableByteCount``, all of them stay in memory, so that a new reader can
/// start at the first byte. Beyond that limit no reader can join, and chunks that every reader has
/// taken are dropped. The result is *crowded* while a reader then lags by more than
/// ``Limits/window``: the producer should pause until ``whenRoom(_:)`` calls back. A reader that
/// blocks the producer for longer than ``Limits/patience`` is cut off.
///
/// No call blocks. Every method may be called from any thread, but only one producer at a time may
/// append. Callbacks run on the thread that causes them, with no lock held. Appending takes a lock,
/// the SHA-256 of the chunk, and time in proportion to the readers; chunks are never copied.
///
/// The result does not enforce the pause, and it does not cache itself: the ``ResultStore`` does.
public final class GrowingResult: Sendable {
    /// The limits of a growing result: its memory, and the time that a slow reader may block its
    /// producer.
    public struct Limits: Hashable, Sendable {
        /// The size up to which all bytes stay in memory, so that a reader can still join, in
        /// bytes.
        public var keepableByteCount: Int

        /// The size up to which bytes are withheld from readers between ``hold()`` and
        /// ``release()``, in bytes.
        public var heldByteCount: Int

        /// The number of bytes that a reader may lag behind the producer, once the result is too
        /// large to stay in memory.
        public var window: Int

        /// The time for which a slow reader may block the producer before the reader is cut off.
        public var patience: Duration

        /// Creates limits; by default, 16 MiB stay in memory.
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

    /// The reason why the producer can append no more bytes.
    public enum Refusal: Error, Hashable, Sendable {
        /// The last reader has left, so the rest is not needed.
        case abandoned
        /// The result was finished or failed before, possibly by another thread.
        case closed
    }

    /// The reason why a reader gets no more bytes, although the producer may go on.
    public enum ReaderFault: Error, Hashable, Sendable {
        /// The reader lagged too far behind a result that is too large to stay in memory.
        case tooSlow
        /// The producer was deallocated without finishing the result.
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

    /// Appends a chunk, and wakes the readers that wait for it.
    ///
    /// - Throws: ``Refusal`` when no reader is left, or the result is closed.
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

    /// Withholds all bytes from the readers until ``release()`` or the end, or until they exceed
    /// ``Limits/heldByteCount``.
    ///
    /// A result that fails meanwhile has given nothing away.
    public func hold() { state.withLock { $0.hold() } }

    /// Makes the withheld bytes readable; does nothing if none are withheld.
    public func release() {
        for wake in state.withLock({ $0.release() }) { wake() }
    }

    /// Whether the producer should pause, because a reader lags behind and the result is too large
    /// to stay in memory.
    public var isCrowded: Bool { state.withLock { $0.isCrowded } }

    /// Calls back once when the producer may continue after a pause, or when no reader is left.
    ///
    /// Readers that hold the producer up for longer than ``Limits/patience`` are cut off.
    ///
    /// - Parameter action: Called from any thread, possibly immediately; it replaces an earlier
    ///   action.
    public func whenRoom(_ action: @escaping @Sendable () -> Void) {
        guard let wait = state.withLock({ $0.wait(action) }) else { return action() }
        let milliseconds = min(limits.patience / .milliseconds(1), 86_400_000).rounded(.up)
        let patience = DispatchTimeInterval.milliseconds(Int(milliseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
            self?.cutOffLaggards(wait: wait)
        }
    }

    /// Marks the result as complete, and returns its chunks if all of them are still in memory.
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

    /// Sets the callback for the case that the last reader leaves before the end, in place of an
    /// earlier one.
    ///
    /// It is called immediately if the last reader has already left.
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

    /// The number of bytes appended so far.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// The SHA-256 digest of the bytes appended so far.
    public var contentDigest: Digest { hasher.withLock { $0.finish() } }

    /// All chunks appended so far; nil if the first ones were dropped or the result has ended.
    var wholeChunks: [[UInt8]]? { state.withLock { $0.wholeChunks } }

    /// Whether the store has cached the finished result.
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

    /// The outcome of reading from a growing result.
    public enum Read: Sendable {
        /// The next chunk of bytes, never empty.
        case chunk([UInt8])
        /// No bytes are available yet; the callback comes once when reading makes sense again.
        case pending
        /// The result is complete, and all of its bytes were read.
        case end
        /// No more bytes will come, and the bytes read so far are incomplete.
        case failed(any Error)
    }

    /// One reader's position in a growing result; deallocating it makes the reader leave.
    public final class Reader: Sendable {
        private let result: GrowingResult
        private let id: Int

        fileprivate init(of result: GrowingResult, id: Int) {
            self.result = result
            self.id = id
        }

        deinit { result.leave(id) }

        /// Reads the next chunk, or arranges for a callback when there is one.
        ///
        /// - Parameter whenReady: Called once, from any thread, after ``Read/pending`` was
        ///   returned and something has come; it replaces one given before. It is released when
        ///   it was called and when the reader leaves.
        /// - Returns: The chunk at the reader's place, or why there is none.
        public func next(whenReady: @escaping @Sendable () -> Void) -> Read {
            result.read(id, whenReady: whenReady)
        }

        /// Ends reading: bytes no longer stay in memory for this reader, and no callback follows.
        ///
        /// When no other reader is left before the end, the result is abandoned.
        public func leave() { result.leave(id) }

        /// The SHA-256 digest of all bytes appended so far; after ``Read/end``, of the whole
        /// result.
        public var contentDigest: Digest { result.contentDigest }

        /// Whether the store has cached the whole result for later requests; valid after
        /// ``Read/end``.
        public var isKept: Bool { result.isKept }
    }
}
