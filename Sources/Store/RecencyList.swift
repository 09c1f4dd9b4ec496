// SPDX-License-Identifier: Apache-2.0

/// Values in the order of their last use, found by key; the value behind ``MemoryTier``.
///
/// A doubly linked list of indices into one array, so that use, insertion and removal are O(1)
/// and no node is an allocation of its own.
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        var key: Key
        var value: Value
        var cost: Int
        var older: Int?
        var newer: Int?
    }

    private var index: [Key: Int] = [:]
    private var nodes: [Node?] = []
    private var freeSlots: [Int] = []
    private var oldest: Int?
    private var newest: Int?

    private(set) var totalCost = 0
    var hits = 0
    var misses = 0
    var evictions = 0

    var count: Int { index.count }

    var keys: [Key] { Array(index.keys) }

    func peek(_ key: Key) -> Value? {
        index[key].flatMap { nodes[$0]?.value }
    }

    mutating func use(_ key: Key) -> Value? {
        guard let slot = index[key], let node = nodes[slot] else { return nil }
        if slot != newest {
            unlink(node)
            link(slot)
        }
        return node.value
    }

    /// Adds a value as the most recently used; the key must not be there.
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

    mutating func remove(_ key: Key) -> Value? {
        guard let slot = index.removeValue(forKey: key), let node = nodes[slot] else { return nil }
        unlink(node)
        nodes[slot] = nil
        freeSlots.append(slot)
        totalCost -= node.cost
        return node.value
    }

    mutating func removeLeastRecent() -> Value? {
        guard let slot = oldest, let node = nodes[slot] else { return nil }
        return remove(node.key)
    }

    private mutating func link(_ slot: Int) {
        nodes[slot]?.older = newest
        nodes[slot]?.newer = nil
        if let newest { nodes[newest]?.newer = slot } else { oldest = slot }
        newest = slot
    }

    private mutating func unlink(_ node: Node) {
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    }
}
