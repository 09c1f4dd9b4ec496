// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// An in-memory cache with a budget in bytes that evicts the least recently used values.
///
/// All threads share it: one lock guards its state and is held for O(1) steps, and evicted values
/// are released after it. The caller states the cost of each value; ``entryOverhead`` is added to
/// it for the tables.
public final class MemoryTier<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The fixed cost of an entry, in bytes: its places in the tables, and allocation headers.
    ///
    /// Tables double when they are full. So up to half of the places of a list are unused, and five
    /// eighths of the places of a dictionary.
    public static var entryOverhead: Int {
        let index = (MemoryLayout<Key>.stride + MemoryLayout<Int>.stride) * 8 / 3
        let lists =
            MemoryLayout<Key?>.stride + MemoryLayout<Value?>.stride
            + MemoryLayout<RecencyList<Key, Value>.Link>.stride + MemoryLayout<Int>.stride
        return max(256, index + 2 * lists)
    }

    /// The greatest sum of the costs of all values, in bytes.
    public let budget: Int

    @usableFromInline
    let state: Mutex<RecencyList<Key, Value>>

    /// Creates an empty cache.
    ///
    /// - Parameter budget: The greatest sum of costs, in bytes; with zero nothing is ever kept.
    public init(budget: Int) {
        precondition(budget >= 0, "the budget is negative")
        self.budget = budget
        state = Mutex(RecencyList())
    }

    /// Finds a value and makes it the most recently used.
    @inlinable
    public func value(for key: Key) -> Value? {
        state.withLock { list in
            let value = list.use(key)
            if value == nil { list.misses += 1 } else { list.hits += 1 }
            return value
        }
    }

    /// Finds a value and makes it the most recently used; counts a hit, but not a miss.
    @inlinable
    func find(_ key: Key) -> Value? {
        state.withLock { list in
            let value = list.use(key)
            if value != nil { list.hits += 1 }
            return value
        }
    }

    /// Makes a value the most recently used without counting the look-up.
    ///
    /// - Returns: Whether there is one.
    @inlinable
    func touch(_ key: Key) -> Bool {
        state.withLock { $0.refresh(key) } != nil
    }

    /// Finds a value without counting the look-up and without changing the order of eviction.
    @inlinable
    public func peek(_ key: Key) -> Value? {
        state.withLock { $0.peek(key) }
    }

    /// Caches a value, in place of one of the same key, unless its cost alone exceeds the budget.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its name.
    ///   - cost: Its size in bytes, without ``entryOverhead``.
    /// - Returns: Whether the value is kept. An older value of the key is gone either way.
    @discardableResult
    public func insert(_ value: Value, for key: Key, cost: Int) -> Bool {
        // Evicted values are released after the lock, because freeing megabytes takes time.
        replace(value, for: key, cost: cost).isKept
    }

    /// Caches a value as ``insert(_:for:cost:)`` does, and returns replaced and evicted values, so
    /// that the caller deallocates them outside of the lock.
    func replace(
        _ value: Value,
        for key: Key,
        cost: Int
    ) -> (isKept: Bool, released: [(key: Key, value: Value)]) {
        precondition(cost >= 0, "the cost is negative")
        let (total, overflow) = cost.addingReportingOverflow(Self.entryOverhead)
        let fits = !overflow && total <= budget
        return state.withLock { list in
            var released: [(key: Key, value: Value)] = []
            if let old = list.remove(key) { released.append((key, old)) }
            guard fits else { return (false, released) }
            released += evict(from: &list, until: budget - total)
            list.append(value, for: key, cost: total)
            return (true, released)
        }
    }

    /// Evicts the least recently used values until the cost of the rest is within a limit.
    private func evict(
        from list: inout RecencyList<Key, Value>,
        until limit: Int
    ) -> [(key: Key, value: Value)] {
        var released: [(key: Key, value: Value)] = []
        while list.totalCost > limit, let old = list.removeLeastRecent() {
            list.evictions += 1
            released.append(old)
        }
        return released
    }

    /// Removes the value of a key.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func remove(_ key: Key) -> Bool {
        state.withLock { $0.remove(key) } != nil
    }

    /// Removes the value of a key and returns it, so that the caller deallocates it outside of the
    /// lock.
    func take(_ key: Key) -> Value? { state.withLock { $0.remove(key) } }

    /// Removes the value of a key if it satisfies a condition.
    func remove(_ key: Key, where matches: (Value) -> Bool) {
        let released = state.withLock { list in
            list.peek(key).map(matches) == true ? list.remove(key) : nil
        }
        // Released here, after the lock.
        withExtendedLifetime(released) {}
    }

    /// Removes all values whose keys satisfy a condition.
    ///
    /// - Returns: The number of values forgotten.
    /// - Complexity: O(*n*), with the lock held.
    @discardableResult
    public func remove(where matches: (Key) -> Bool) -> Int {
        remove { key, _ in matches(key) }
    }

    /// Removes all values that, with their keys, satisfy a condition.
    ///
    /// - Returns: The number of values forgotten.
    /// - Complexity: O(*n*), with the lock held.
    @discardableResult
    public func remove(where matches: (Key, Value) -> Bool) -> Int {
        let released = state.withLock { list in
            list.keys.filter { key in list.peek(key).map { matches(key, $0) } == true }
                .compactMap { list.remove($0) }
        }
        return released.count
    }

    /// The keys of all values, in no order.
    public var keys: [Key] { state.withLock { $0.keys } }

    /// All values, in no order.
    public var values: [Value] { state.withLock { list in list.keys.compactMap(list.peek) } }

    /// The numbers of hits, misses and evictions since the start, and the size of the current
    /// contents.
    public var statistics: TierStatistics {
        state.withLock { list in
            TierStatistics(
                hits: list.hits,
                misses: list.misses,
                evictions: list.evictions,
                entryCount: list.count,
                byteCount: list.totalCost,
                budget: budget
            )
        }
    }
}
