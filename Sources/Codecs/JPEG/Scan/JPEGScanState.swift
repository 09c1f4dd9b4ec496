// SPDX-License-Identifier: Apache-2.0

/// The state of Huffman decoding at a position in a scan.
struct JPEGScanState: Sendable {
    /// The index of the next byte in the buffer.
    var position = 0

    /// The bits taken from earlier bytes but not decoded yet.
    var unread = JPEGUnreadBits()

    /// The DC coefficient of the last block of each component.
    var lastDC: [Int32]

    /// Creates the state before the first MCU.
    init(componentCount: Int) { lastDC = [Int32](repeating: 0, count: componentCount) }

    /// Resets the state at a restart marker.
    mutating func restart() {
        (position, unread) = (0, JPEGUnreadBits())
        for index in lastDC.indices { lastDC[index] = 0 }
    }
}

/// Bits that were taken from bytes but not decoded yet.
struct JPEGUnreadBits: Hashable, Sendable {
    /// The bits, from the highest on.
    var bits: UInt64 = 0

    /// The number of bits, less than 64.
    var count: UInt64 = 0
}
