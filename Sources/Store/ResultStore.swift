// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Results by key: the complete ones within a budget, and those being made, each made once.
///
/// Only complete results are kept. Shared by all threads; no lock is held across a callback.
public final class ResultStore<Metadata: Sendable>: Sendable {
    /// What there is under a key.
    public enum Lookup: Sendable {
        /// The complete result.
        case hit(StoredResult<Metadata>)
        /// Somebody makes it right now; the reader starts at its first byte.
        case join(GrowingResult.Reader)
        /// Nobody does: the caller makes it, and reads along like everyone else.
        case produce(ResultProducer<Metadata>, GrowingResult.Reader)
    }

    /// The figures of a store.
    public struct Statistics: Hashable, Sendable {
        /// The complete results.
        public var kept: TierStatistics

        /// Look-ups that joined a result in the making.
        public var joins: Int

        /// Results in the making that can be joined now.
        public var flightCount: Int

        /// Bytes held now for readers of results in the making, or just made.
        public var flightByteCount: Int
    }

    private struct Flights: Sendable {
        var results: [ResultKey: GrowingResult] = [:]
        var joins = 0
    }

    @usableFromInline
    let tier: MemoryTier<ResultKey, StoredResult<Metadata>>
    private let flights = Mutex(Flights())
    private let limits: GrowingResult.Limits
    private let ledger: ByteLedger

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - budget: The greatest sum of complete results, in bytes; zero keeps none.
    ///   - flightBudget: The greatest sum of bytes held whole for readers of results in the
    ///     making, in bytes. What comes beyond is handed out within ``GrowingResult/Limits/window``.
    ///   - limits: The bounds of each result in the making.
    public init(
        budget: Int,
        flightBudget: Int = 64 << 20,
        limits: GrowingResult.Limits = GrowingResult.Limits()
    ) {
        tier = MemoryTier(budget: budget)
        ledger = ByteLedger(limit: flightBudget)
        self.limits = limits
    }

    /// Finds a result, joins who makes it, or charges the caller with making it, in one step.
    public func lookup(_ key: ResultKey) -> Lookup {
        let lookup = flights.withLock { flights -> Lookup? in
            // In this order, and under the lock under which a flight becomes a kept result: one
            // that ends between the two looks cannot be missed.
            if let result = flights.results[key], let reader = result.makeReader() {
                flights.joins += 1
                return .join(reader)
            }
            if let stored = tier.value(for: key) { return .hit(stored) }
            let result = GrowingResult(limits: limits, ledger: ledger, onAbandoned: nil)
            guard let reader = result.makeReader() else { return nil }
            flights.results[key] = result
            let producer = ResultProducer(key: key, result: result, store: self)
            producer.onAbandoned {}
            return .produce(producer, reader)
        }
        guard let lookup else { preconditionFailure("a new result can be read") }
        return lookup
    }

    /// Finds a complete result as ``lookup(_:)`` does, and leaves no trace where there is none.
    @inlinable
    public func kept(_ key: ResultKey) -> StoredResult<Metadata>? {
        tier.find(key)
    }

    /// Finds a complete result, without joining, producing or counting.
    @inlinable
    public func peek(_ key: ResultKey) -> StoredResult<Metadata>? {
        tier.peek(key)
    }

    /// Forgets everything made from or with a picture; what is in the making goes on and is not kept.
    ///
    /// - Returns: The number of complete results forgotten.
    @discardableResult
    public func forget(source: Digest) -> Int {
        flights.withLock { flights in
            flights.results = flights.results.filter { !$0.key.needs(source) }
            return tier.remove { $0.needs(source) }
        }
    }

    /// What happened so far and what is held now.
    public var statistics: Statistics {
        flights.withLock { flights in
            Statistics(
                kept: tier.statistics,
                joins: flights.joins,
                flightCount: flights.results.count,
                flightByteCount: ledger.takenByteCount
            )
        }
    }

    /// Takes a result that ended without success out of the table, unless another took its place.
    ///
    /// - Parameters:
    ///   - result: The identity of a result that the caller keeps alive.
    ///   - key: What it is a result of.
    func close(_ result: ObjectIdentifier, of key: ResultKey) {
        flights.withLock { flights in
            guard flights.results[key].map(ObjectIdentifier.init) == result else { return }
            flights.results[key] = nil
        }
    }

    /// Makes a finished result a kept one, unless it was forgotten or replaced meanwhile.
    func keep(
        _ stored: StoredResult<Metadata>,
        from result: GrowingResult,
        as key: ResultKey
    ) -> Bool {
        let (isKept, released) = flights.withLock { flights in
            guard flights.results[key] === result else { return (false, []) }
            flights.results[key] = nil
            return tier.replace(stored, for: key, cost: stored.cost)
        }
        // Held until here, so that memory is freed outside the lock.
        withExtendedLifetime(released) {}
        return isKept
    }
}

extension StoredResult {
    /// The bytes and, for each chunk, the header of its array.
    var cost: Int { byteCount + 64 * chunks.count }
}
