// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization

/// The pictures that are being read from the store.
typealias OriginalFetches = JoinedReads<Digest, FetchedPicture>

/// The pictures that are being read from a place that takes its time; all requests for one share a read.
final class JoinedReads<Name: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The outcome of a read.
    typealias Outcome = Result<Value, ServiceError>

    private let waiting = Mutex<[Name: [@Sendable (Outcome) -> Void]]>([:])

    /// Adds a request for a picture.
    ///
    /// - Returns: Whether the caller has to read the picture, and call ``end(_:_:)``.
    func add(_ name: Name, _ action: @escaping @Sendable (Outcome) -> Void) -> Bool {
        waiting.withLock { waiting in
            defer { waiting[name, default: []].append(action) }
            return waiting[name] == nil
        }
    }

    /// Tells all requests for a picture.
    func end(_ name: Name, _ outcome: Outcome) {
        for action in waiting.withLock({ $0.removeValue(forKey: name) }) ?? [] { action(outcome) }
    }
}

/// A picture that was read from the store, or its absence.
struct FetchedPicture: Sendable {
    /// The picture; nil if it is not kept.
    var picture: KeptPicture?

    /// The memory that is reserved for it.
    var reservation: ReceivingBudget.Reservation?
}
