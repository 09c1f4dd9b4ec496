// SPDX-License-Identifier: Apache-2.0

/// Values in the order of their last use, found by key; the value behind ``MemoryTier``.
///
/// A doubly linked list of indices into one array, so that use, insertion and removal are O(1)
/// and no node is an allocation of its own. Inlinable, as each request that is answered from memory
/// asks three of them, with keys and values that only the service knows.
@usableFromInline
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline
    struct Node: Sendable {
        @usableFromInline var key: Key
        @usableFromInline var value: Value
        @usableFromInline var cost: Int
        @usableFromInline var older: Int?
        @usableFromInline var newer: Int?

        @inlinable
        init(key: Key, value: Value, cost: Int) {
            self.key = key
            self.value = value
            self.cost = cost
        }
    }

    @usableFromInline var index: [Key: Int] = [:]
    @usableFromInline var nodes: [Node?] = []
    @usableFromInline var freeSlots: [Int] = []
    @usableFromInline var oldest: Int?
    @usableFromInline var newest: Int?

    @usableFromInline var totalCost = 0
    @usableFromInline var hits = 0
    @usableFromInline var misses = 0
    @usableFromInline var evictions = 0

    @inlinable
    var count: Int { index.count }

    @inlinable
    var keys: [Key] { Array(index.keys) }

    @inlinable
    init() {}

    @inlinable
    func peek(_ key: Key) -> Value? {
        index[key].flatMap { nodes[$0]?.value }
    }

    @inlinable
    mutating func use(_ key: Key) -> Value? {
        guard let slot = index[key] else { return nil }
        if slot != newest {
            unlink(older: nodes[slot]?.older, newer: nodes[slot]?.newer)
            link(slot)
        }
        return nodes[slot]?.value
    }

    /// Adds a value as the most recently used; the key must not be there.
    @inlinable
    mutating func append(_ value: Value, for key: Key, cost: Int) {
        let node = Node(key: key, value: value, cost: cost)
        let slot: Int
        if let free = freeSlots.popLast() {
            nodes[free] = node
            slot = free
        } else {
            nodes.append(node)
            slot = nodes.count - 1
        }
        let previous = index.updateValue(slot, forKey: key)
        precondition(previous == nil, "a key twice in the list")
        totalCost += cost
        link(slot)
    }

    @inlinable
    mutating func remove(_ key: Key) -> Value? {
        guard let slot = index.removeValue(forKey: key), let node = nodes[slot] else { return nil }
        unlink(older: node.older, newer: node.newer)
        nodes[slot] = nil
        freeSlots.append(slot)
        totalCost -= node.cost
        return node.value
    }

    @inlinable
    mutating func removeLeastRecent() -> Value? {
        guard let slot = oldest, let node = nodes[slot] else { return nil }
        return remove(node.key)
    }

    @inlinable
    mutating func link(_ slot: Int) {
        nodes[slot]?.older = newest
        nodes[slot]?.newer = nil
        if let newest { nodes[newest]?.newer = slot } else { oldest = slot }
        newest = slot
    }

    @inlinable
    mutating func unlink(older: Int?, newer: Int?) {
        if let older { nodes[older]?.newer = newer } else { oldest = newer }
        if let newer { nodes[newer]?.older = older } else { newest = older }
    }
}
