// SPDX-License-Identifier: Apache-2.0

/// A dictionary whose entries are linked in the order of their last use, for the cache
/// ``MemoryTier``.
///
/// The doubly linked list consists of indices into arrays, so that use, insertion and removal are
/// O(1) and no node is an allocation of its own. It is inlinable because each request answered from
/// memory makes three look-ups, with keys and values whose types only the service knows.
@usableFromInline
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// An entry's links to its neighbors in the order of use, stored apart from key and value so
    /// that moving an entry copies neither.
    @usableFromInline
    struct Link: Sendable {
        @usableFromInline var cost = 0
        @usableFromInline var older: Int?
        @usableFromInline var newer: Int?

        @inlinable
        init() {}
    }

    @usableFromInline var index: [Key: Int] = [:]
    @usableFromInline var links: [Link] = []
    @usableFromInline var slotKeys: [Key?] = []
    @usableFromInline var values: [Value?] = []
    @usableFromInline var freeSlots: [Int] = []
    @usableFromInline var oldest: Int?
    @usableFromInline var newest: Int?

    @usableFromInline var totalCost = 0
    @usableFromInline var hits = 0
    @usableFromInline var misses = 0
    @usableFromInline var evictions = 0

    @inlinable
    init() {}

    @inlinable
    var count: Int { index.count }

    @inlinable
    var keys: [Key] { Array(index.keys) }

    @inlinable
    func peek(_ key: Key) -> Value? {
        index[key].flatMap { values[$0] }
    }

    @inlinable
    mutating func use(_ key: Key) -> Value? {
        refresh(key).flatMap { values[$0] }
    }

    /// Makes the value of a key the most recently used.
    ///
    /// - Returns: The slot of the value, or nil when there is none.
    @inlinable
    mutating func refresh(_ key: Key) -> Int? {
        guard let slot = index[key] else { return nil }
        if slot != newest {
            unlink(slot)
            link(slot)
        }
        return slot
    }

    /// Adds a value as the most recently used; the key must not be present yet.
    @inlinable
    mutating func append(_ value: Value, for key: Key, cost: Int) {
        let slot = freeSlots.popLast() ?? makeSlot()
        slotKeys[slot] = key
        values[slot] = value
        links[slot].cost = cost
        let previous = index.updateValue(slot, forKey: key)
        precondition(previous == nil, "the key is in the list already")
        totalCost += cost
        link(slot)
    }

    @inlinable
    mutating func remove(_ key: Key) -> Value? {
        guard let slot = index.removeValue(forKey: key) else { return nil }
        unlink(slot)
        let value = values[slot]
        slotKeys[slot] = nil
        values[slot] = nil
        freeSlots.append(slot)
        totalCost -= links[slot].cost
        return value
    }

    @inlinable
    mutating func removeLeastRecent() -> (key: Key, value: Value)? {
        guard let slot = oldest, let key = slotKeys[slot] else { return nil }
        return remove(key).map { (key, $0) }
    }

    @inlinable
    mutating func makeSlot() -> Int {
        links.append(Link())
        slotKeys.append(nil)
        values.append(nil)
        return links.count - 1
    }

    @inlinable
    mutating func link(_ slot: Int) {
        links[slot].older = newest
        links[slot].newer = nil
        if let newest { links[newest].newer = slot } else { oldest = slot }
        newest = slot
    }

    @inlinable
    mutating func unlink(_ slot: Int) {
        let (older, newer) = (links[slot].older, links[slot].newer)
        if let older { links[older].newer = newer } else { oldest = newer }
        if let newer { links[newer].older = older } else { newest = older }
    }
}
