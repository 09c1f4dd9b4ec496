// SPDX-License-Identifier: Apache-2.0

/// Where reading a scan has come to.
struct JPEGScanState: Sendable {
    /// The next byte, of those that are gathered.
    var position = 0

    /// What was taken from the bytes before it, and not been read.
    var unread = JPEGUnreadBits()

    /// The mean of the last block of each component.
    var means: [Int32]

    /// Before the first unit.
    init(componentCount: Int) { means = [Int32](repeating: 0, count: componentCount) }

    /// Begins again behind a marker.
    mutating func restart() {
        (position, unread) = (0, JPEGUnreadBits())
        for index in means.indices { means[index] = 0 }
    }
}

/// Bits that were taken from bytes and not been read.
struct JPEGUnreadBits: Hashable, Sendable {
    /// The bits, from the highest on.
    var bits: UInt64 = 0

    /// How many there are, less than 64.
    var count: UInt64 = 0
}
