// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization

/// The reads of stored pictures from the persistent store that are in progress.
typealias OriginalFetches = JoinedReads<Digest, FetchedPicture>

/// The reads of pictures from a slow place that are in progress; all requests for one share a read.
final class JoinedReads<Name: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The value that was read, or an error.
    typealias Outcome = Result<Value, ServiceError>

    private let waiting = Mutex<[Name: [@Sendable (Outcome) -> Void]]>([:])

    /// Adds a request for a picture; returns whether the caller has to read it for all requests.
    ///
    /// - Returns: Whether the caller has to read the picture, and call ``end(_:_:)``.
    func add(_ name: Name, _ action: @escaping @Sendable (Outcome) -> Void) -> Bool {
        waiting.withLock { waiting in
            defer { waiting[name, default: []].append(action) }
            return waiting[name] == nil
        }
    }

    /// Ends the read of a picture: calls the actions of all requests for it.
    func end(_ name: Name, _ outcome: Outcome) {
        for action in waiting.withLock({ $0.removeValue(forKey: name) }) ?? [] { action(outcome) }
    }
}

/// The result of reading a picture from the persistent store.
struct FetchedPicture: Sendable {
    /// The picture; nil if the store has none.
    var picture: KeptPicture?

    /// The memory that is reserved for the picture.
    var reservation: ReceivingBudget.Reservation?
}
