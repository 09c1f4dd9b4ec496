// SPDX-License-Identifier: Apache-2.0

/// The connections of an event loop by token, which is never reused.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [Int] = []

    /// All connections, in no particular order.
    var all: [Connection] {
        slots.compactMap(\.self)
    }

    /// Finds the connection with a token; nil if it was removed.
    subscript(token: UInt64) -> Connection? {
        let index = Int(UInt32(truncatingIfNeeded: token))
        guard index < slots.count, generations[index] == UInt32(token >> 32) else { return nil }
        return slots[index]
    }

    /// Adds a connection, and returns its new token.
    mutating func insert(_ connection: Connection) -> UInt64 {
        let index: Int
        if let last = free.popLast() {
            index = last
            slots[index] = connection
        } else {
            index = slots.count
            slots.append(connection)
            generations.append(0)
        }
        return UInt64(generations[index]) << 32 | UInt64(index)
    }

    /// Removes the connection with a token.
    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        let index = Int(UInt32(truncatingIfNeeded: token))
        slots[index] = nil
        generations[index] &+= 1
        free.append(index)
    }
}
