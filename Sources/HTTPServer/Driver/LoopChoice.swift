// SPDX-License-Identifier: Apache-2.0

/// Decides which loop a connection goes to.
///
/// Connections that a client on the same machine, such as a proxy, makes on one processor are those of
/// one of its threads, and go to one loop: the two then come to be on one processor, and fewer threads
/// have to be woken for the same requests. It ends where the connections would be spread unevenly.
enum LoopChoice {
    /// The connections that a loop may have more than another for the sake of their processor: so
    /// many, and a share of what that one has.
    private static let surplus = (least: 4, divisor: 4)

    /// Chooses a loop.
    ///
    /// - Parameters:
    ///   - counts: How many connections each loop has; not empty.
    ///   - processor: Where the client makes the connection, if that is known.
    ///   - turn: Who comes first among loops with equally few connections.
    /// - Returns: The index of the loop.
    static func index(counts: [Int], processor: Int?, turn: UInt) -> Int {
        precondition(!counts.isEmpty, "no loop to choose")
        let least = counts.reduce(.max, min)
        if let processor {
            let home = processor % counts.count
            if counts[home] < least + max(surplus.least, least / surplus.divisor) { return home }
        }
        let start = Int(turn % UInt(counts.count))
        let order = (start..<start + counts.count).lazy.map { $0 % counts.count }
        return order.first { counts[$0] == least } ?? start
    }
}
