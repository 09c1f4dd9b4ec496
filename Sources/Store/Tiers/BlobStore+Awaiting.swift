// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

extension BlobStore {
    /// Calls the tier on a thread of the store, and waits for its outcome within a time limit.
    ///
    /// A cancelled task continues immediately. If the call has not begun then, it is dropped;
    /// otherwise it ends unheard.
    ///
    /// - Parameters:
    ///   - use: The use of the tier.
    ///   - time: The greatest time to wait; nil for the usual one.
    ///   - work: The calls, and whatever else takes long, such as reading the header of an image.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work, or ``BlobError/unavailable(reason:)`` if the tier is known not
    ///   to work, if it does not respond in time, and if the task is cancelled.
    public func call<Value: Sendable>(
        _ use: BlobUse,
        within time: Duration? = nil,
        _ work: @escaping @Sendable (any BlobTier) throws(BlobError) -> Value
    ) async throws(BlobError) -> Value {
        try await Promise<Value, BlobError>.value(
            abandoned: .unavailable(reason: "the request was cancelled")
        ) { promise in
            let call = begin(use, within: time, work) { promise.end($0) }
            promise.onCancel { call?.drop() }
        }
    }

    /// Looks for a result within the time of ``Patience/result``, beyond which rendering is likely
    /// faster.
    ///
    /// - Parameters:
    ///   - name: The name of the result.
    ///   - limit: The greatest length, in bytes.
    /// - Returns: The result; nil if it is not found in time, and if the store is in trouble.
    public func lookUp(_ name: BlobName, within limit: Int = .max) async -> Blob? {
        guard let time = timeForResult else { return nil }
        return try? await call(.reading, within: time) { tier throws(BlobError) in
            try tier.get(name, within: limit)
        }
    }

    /// Looks for a result within the time of ``Patience/result``, beyond which rendering is likely
    /// faster.
    ///
    /// - Parameters:
    ///   - name: The name of the result.
    ///   - limit: The greatest length, in bytes.
    ///   - completion: Called with the result, or with nil if it is not found in time.
    /// - Returns: False if the caller should not wait; nothing is called then.
    public func lookUp(
        _ name: BlobName,
        within limit: Int = .max,
        then completion: @escaping @Sendable (Blob?) -> Void
    ) -> Bool {
        guard let time = timeForResult else { return false }
        call(.reading, within: time) { tier throws(BlobError) in
            try tier.get(name, within: limit)
        } then: { result in
            completion(try? result.get())
        }
        return true
    }

    /// The time to wait for a result; nil if the store is in trouble.
    var timeForResult: Duration? {
        let (health, seconds) = state.withLock { ($0.health, $0.statistics.readSeconds) }
        guard health.reading == .fine, !health.isSuspect else { return nil }
        let bounds = patience.result
        return min(max(.seconds(4 * seconds), bounds.lowerBound), bounds.upperBound)
    }
}

extension BlobStore {
    /// A call of the tier in progress, or in the queue of the store's threads.
    struct Call<Value: Sendable>: Sendable {
        let answer: Once<Result<Value, BlobError>>
        let job: Once<Void>

        /// Drops the callback, and the call itself if it has not begun.
        func drop() {
            _ = answer.take()
            _ = job.take()
        }
    }
}
