// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization

/// A queue of results to write later, limited in bytes; the oldest are dropped for new ones.
final class WriteBehind: Sendable {
    private struct State {
        var queue: Deque<(key: ResultKey, blob: Blob)> = []
        var byteCount = 0
        var dropped = 0
        var isRunning = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// The number of results dropped so far, and the number of bytes that now wait.
    var figures: (dropped: Int, byteCount: Int) {
        state.withLock { ($0.dropped, $0.byteCount) }
    }

    /// Adds a result to the end of the queue.
    ///
    /// - Returns: Whether the caller has to begin to write, because no other thread does.
    func add(_ key: ResultKey, _ blob: Blob) -> Bool {
        let (begins, released) = state.withLock { state -> (Bool, [Blob]) in
            var released: [Blob] = []
            guard blob.attributes.byteCount <= limit else {
                state.dropped += 1
                return (false, [])
            }
            while state.byteCount + blob.attributes.byteCount > limit,
                let oldest = state.queue.popFirst()
            {
                state.byteCount -= oldest.blob.attributes.byteCount
                state.dropped += 1
                released.append(oldest.blob)
            }
            state.queue.append((key, blob))
            state.byteCount += blob.attributes.byteCount
            defer { state.isRunning = true }
            return (!state.isRunning, released)
        }
        // Released here, outside the lock.
        withExtendedLifetime(released) {}
        return begins
    }

    /// Notes that no thread writes the queued results, so that the next ``add(_:_:)`` asks for one.
    func rest() { state.withLock { $0.isRunning = false } }

    /// Takes the next result to write; nil if there is none, in which case the caller stops
    /// writing.
    func next() -> (ResultKey, Blob)? {
        state.withLock { state in
            guard let next = state.queue.popFirst() else {
                state.isRunning = false
                return nil
            }
            state.byteCount -= next.blob.attributes.byteCount
            return (next.key, next.blob)
        }
    }
}
