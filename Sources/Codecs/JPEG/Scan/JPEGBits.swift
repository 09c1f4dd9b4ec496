// SPDX-License-Identifier: Apache-2.0

/// Bits that are not whole bytes yet.
struct JPEGBits: Sendable {
    /// The bits, the last in the lowest place; what lies above them is garbage.
    var pending: UInt64 = 0
    /// How many there are, less than 8.
    var count = 0

    /// Fills up with ones to a whole byte, and takes it, with the zero that follows ones.
    mutating func drain() -> [UInt8] {
        let padding = (8 - count % 8) % 8
        pending = pending << UInt64(padding) | (1 << UInt64(padding) - 1)
        count += padding
        guard count > 0 else { return [] }
        count = 0
        let byte = UInt8(truncatingIfNeeded: pending)
        return byte == 0xFF ? [byte, 0] : [byte]
    }
}
