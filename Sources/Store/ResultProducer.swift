// SPDX-License-Identifier: Apache-2.0

/// The duty to make one result, given to exactly one of all who ask for it at the same time.
///
/// Letting it go without ``finish(_:)`` fails the result for every reader.
public final class ResultProducer<Metadata: Sendable>: Sendable {
    /// What is being made.
    public let key: ResultKey

    private let result: GrowingResult
    private let store: ResultStore<Metadata>

    init(key: ResultKey, result: GrowingResult, store: ResultStore<Metadata>) {
        self.key = key
        self.result = result
        self.store = store
    }

    deinit {
        store.close(ObjectIdentifier(result), of: key)
        result.fail(GrowingResult.ReaderFault.unfinished)
    }

    /// Sets what happens when the last reader leaves before the end; once, possibly at once.
    ///
    /// The action must not hold the producer, or only weakly, lest they keep each other alive.
    public func onAbandoned(_ action: @escaping @Sendable () -> Void) {
        // By its identity: the result holds the action, which therefore must not hold the result.
        result.onAbandoned { [store, key, identity = ObjectIdentifier(result)] in
            store.close(identity, of: key)
            action()
        }
    }

    /// Adds bytes to the end.
    ///
    /// - Throws: ``GrowingResult/Refusal`` when nobody wants the rest.
    public func append(_ chunk: [UInt8]) throws(GrowingResult.Refusal) {
        try result.append(chunk)
    }

    /// Whether to pause, because a reader lags behind a result too great to hold.
    public var isCrowded: Bool { result.isCrowded }

    /// Calls back once when there is room, or when nobody wants the result any more.
    ///
    /// - Parameter action: Called from any thread, possibly at once.
    public func whenRoom(_ action: @escaping @Sendable () -> Void) { result.whenRoom(action) }

    /// Says that the bytes are complete, and keeps them unless they are too many or forgotten.
    ///
    /// - Parameter metadata: What later hits shall know about the result.
    /// - Returns: Whether the result is kept.
    /// - Throws: ``GrowingResult/Refusal`` when it was abandoned or failed before.
    @discardableResult
    public func finish(_ metadata: Metadata) throws(GrowingResult.Refusal) -> Bool {
        // Kept first: who has read to the end and asks again is to find it.
        let isKept = keepIfWhole(metadata)
        try result.finish(isKept: isKept)
        return isKept
    }

    private func keepIfWhole(_ metadata: Metadata) -> Bool {
        guard let chunks = result.wholeChunks else {
            store.close(ObjectIdentifier(result), of: key)
            return false
        }
        let stored = StoredResult(
            chunks: chunks,
            byteCount: result.byteCount,
            contentDigest: result.contentDigest,
            metadata: metadata
        )
        return store.keep(stored, from: result, as: key)
    }

    /// Says that there will be no result; who asks next tries anew.
    ///
    /// - Parameter error: What every reader is told.
    public func fail(_ error: any Error) {
        // First out of the table: whoever hears of the failure and asks again gets a new chance.
        store.close(ObjectIdentifier(result), of: key)
        result.fail(error)
    }

    /// The bytes appended so far.
    public var byteCount: Int { result.byteCount }
}
