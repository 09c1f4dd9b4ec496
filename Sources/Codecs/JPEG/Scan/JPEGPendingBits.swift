// SPDX-License-Identifier: Apache-2.0

/// The bits at the end of a scan that do not fill a byte yet.
struct JPEGPendingBits: Sendable {
    /// The bits, the latest lowest; the bits above them are garbage.
    var pending: UInt64 = 0
    /// The number of bits, less than 8.
    var count = 0

    /// Pads the bits with ones to a whole byte, and returns it, with the zero that must follow
    /// 0xFF.
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
