// SPDX-License-Identifier: Apache-2.0

/// Bits that are not whole bytes yet.
struct JPEGBits: Sendable {
    /// The bits, the last in the lowest place; what lies above them is garbage.
    var pending: UInt64 = 0
    /// How many there are, less than 32.
    var count = 0

    /// Fills up with ones to whole bytes, and takes them.
    mutating func drain() -> [UInt8] {
        var bytes: [UInt8] = []
        let padding = (8 - count % 8) % 8
        pending = pending << UInt64(padding) | (1 << UInt64(padding) - 1)
        count += padding
        while count > 0 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
        return bytes
    }
}
