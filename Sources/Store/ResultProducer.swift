// SPDX-License-Identifier: Apache-2.0

/// The exclusive right to produce one result, given to one of all callers that ask for it at the
/// same time.
///
/// Releasing it without ``finish(_:)`` fails the result for every reader.
public final class ResultProducer<Metadata: Sendable>: Sendable {
    /// The cache key of the result to produce.
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

    /// Sets the callback for the case that the last reader leaves before the end; it is called
    /// once, possibly immediately.
    ///
    /// The callback must not hold the producer strongly, or the two keep each other alive.
    public func onAbandoned(_ action: @escaping @Sendable () -> Void) {
        // The result retains the callback, so the callback must not retain the result.
        result.onAbandoned { [store, key, identity = ObjectIdentifier(result)] in
            store.close(identity, of: key)
            action()
        }
    }

    /// Appends bytes to the end of the result.
    ///
    /// - Throws: ``GrowingResult/Refusal`` when the rest is not needed.
    public func append(_ chunk: [UInt8]) throws(GrowingResult.Refusal) {
        try result.append(chunk)
    }

    /// Withholds all bytes from the readers until ``release()`` or the end.
    public func hold() { result.hold() }

    /// Makes the withheld bytes readable.
    public func release() { result.release() }

    /// Whether the producer should pause, because a reader lags behind and the result is too large
    /// to stay in memory.
    public var isCrowded: Bool { result.isCrowded }

    /// Calls back once when the producer may continue after a pause, or when no reader is left.
    ///
    /// - Parameter action: Called from any thread, possibly immediately.
    public func whenRoom(_ action: @escaping @Sendable () -> Void) { result.whenRoom(action) }

    /// Marks the result as complete and caches it, unless it is too large or was forgotten
    /// meanwhile.
    ///
    /// - Parameter metadata: The metadata of the result, for later hits.
    /// - Returns: Whether the result is kept.
    /// - Throws: ``GrowingResult/Refusal`` when it was abandoned or failed before.
    @discardableResult
    public func finish(_ metadata: Metadata) throws(GrowingResult.Refusal) -> Bool {
        // Stored first, so that a reader of the last byte who asks again finds the result.
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

    /// Marks the result as failed; the next request for it starts anew.
    ///
    /// - Parameter error: The error for every reader.
    public func fail(_ error: any Error) {
        // Removed from the table first, so that a reader that asks again after the failure gets a
        // new attempt.
        store.close(ObjectIdentifier(result), of: key)
        result.fail(error)
    }

    /// The number of bytes appended so far.
    public var byteCount: Int { result.byteCount }
}
