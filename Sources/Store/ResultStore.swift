// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A cache of rendered results by key that has each result produced only once at a time.
///
/// It holds complete results within a budget, and results in the making until they end. All threads
/// share it, and no lock is held across a callback.
public final class ResultStore<Metadata: Sendable>: Sendable {
    /// The outcome of looking up a result.
    public enum Lookup: Sendable {
        /// The result is in the cache.
        case hit(StoredResult<Metadata>)
        /// Another caller is producing the result; the reader starts at its first byte.
        case join(GrowingResult.Reader)
        /// The result has no producer: the caller must produce it, and reads it like all other
        /// readers.
        case produce(ResultProducer<Metadata>, GrowingResult.Reader)
    }

    /// The numbers of a store's cached results and of results being produced.
    public struct Statistics: Hashable, Sendable {
        /// The statistics of the cache of complete results.
        public var kept: TierStatistics

        /// The number of look-ups that joined a result being produced.
        public var joins: Int

        /// The number of results being produced that can be joined now.
        public var flightCount: Int

        /// The number of bytes in memory for readers of results being produced, or just finished.
        public var flightByteCount: Int
    }

    private struct Flights: Sendable {
        var results: [ResultKey: GrowingResult] = [:]
        /// The keys of the cached results that are made from each image.
        var made: [Digest: Set<ResultKey>] = [:]
        var joins = 0

        mutating func note(_ key: ResultKey) {
            for picture in key.pictures { made[picture, default: []].insert(key) }
        }

        mutating func drop(_ key: ResultKey) {
            for picture in key.pictures {
                made[picture]?.remove(key)
                if made[picture]?.isEmpty == true { made[picture] = nil }
            }
        }
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

    /// Finds a cached result, joins one being produced, or makes the caller its producer, in one
    /// atomic step.
    public func lookup(_ key: ResultKey) -> Lookup {
        let lookup = flights.withLock { flights -> Lookup? in
            // The order of the two look-ups matters, and so does the lock, under which a result in
            // the making becomes a complete one: a result that ends between them cannot be missed.
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
        guard let lookup else { preconditionFailure("a new result could not be read") }
        return lookup
    }

    /// Joins a result being produced; nil if it has no producer, or cannot be joined any more.
    public func join(_ key: ResultKey) -> GrowingResult.Reader? {
        flights.withLock { flights in
            let reader = flights.results[key]?.makeReader()
            if reader != nil { flights.joins += 1 }
            return reader
        }
    }

    /// Finds a cached result as ``lookup(_:)`` does, but counts only a hit.
    @inlinable
    public func kept(_ key: ResultKey) -> StoredResult<Metadata>? {
        tier.find(key)
    }

    /// Finds a cached result; neither joins, produces nor counts.
    @inlinable
    public func peek(_ key: ResultKey) -> StoredResult<Metadata>? {
        tier.peek(key)
    }

    /// Removes all cached results made from any of the images; those being produced go on, but
    /// are not cached.
    ///
    /// - Returns: The number of complete results forgotten.
    /// - Complexity: O(*n*) in the number of these results, and of all in the making.
    @discardableResult
    public func forget(sources: Set<Digest>) -> Int {
        let released = flights.withLock { flights in
            flights.results = flights.results.filter { !$0.key.needs(any: sources) }
            let keys = sources.flatMap { flights.made[$0] ?? [] }
            return keys.compactMap { key in
                flights.drop(key)
                return tier.take(key)
            }
        }
        return released.count
    }

    /// The digests of the images that results, cached or being produced, are made from.
    public var pictures: Set<Digest> {
        flights.withLock { flights in
            flights.results.keys.reduce(into: Set(flights.made.keys)) { $0.formUnion($1.pictures) }
        }
    }

    /// Removes a cached result, so that the next request produces it anew.
    public func forget(_ key: ResultKey) {
        let released = flights.withLock { flights in
            flights.drop(key)
            return tier.take(key)
        }
        withExtendedLifetime(released) {}
    }

    /// The numbers of look-ups since the start, and of the results cached or being produced now.
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

    /// Removes a result that failed or was abandoned from those being produced, unless another one
    /// replaced it.
    ///
    /// - Parameters:
    ///   - result: The identity of a result that the caller keeps alive.
    ///   - key: The result key.
    func close(_ result: ObjectIdentifier, of key: ResultKey) {
        flights.withLock { flights in
            guard flights.results[key].map(ObjectIdentifier.init) == result else { return }
            flights.results[key] = nil
        }
    }

    /// Moves a finished result into the cache, unless it was forgotten or replaced meanwhile.
    func keep(
        _ stored: StoredResult<Metadata>,
        from result: GrowingResult,
        as key: ResultKey
    ) -> Bool {
        let (isKept, released) = flights.withLock { flights in
            guard flights.results[key] === result else { return (false, []) }
            flights.results[key] = nil
            let outcome = tier.replace(stored, for: key, cost: stored.cost(madeFrom: key.pictures))
            for (key, _) in outcome.released { flights.drop(key) }
            if outcome.isKept { flights.note(key) }
            return outcome
        }
        // Released here, outside the lock.
        withExtendedLifetime(released) {}
        return isKept
    }
}
