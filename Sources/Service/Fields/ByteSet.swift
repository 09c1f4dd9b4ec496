// SPDX-License-Identifier: Apache-2.0

/// A set of bytes below 128, one bit each.
struct ByteSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// Creates the set of all bytes below 128 for which a condition holds.
    init(where holds: (UInt8) -> Bool) {
        var words: (low: UInt64, high: UInt64) = (0, 0)
        for byte: UInt8 in 0..<128 where holds(byte) {
            if byte < 64 { words.low |= 1 << byte } else { words.high |= 1 << (byte - 64) }
        }
        (low, high) = words
    }

    /// Whether a byte is a member; bytes above 127 never are.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) >> (byte & 63) & 1 != 0
    }

    /// Whether all bytes of a text are members.
    func containsAll(_ text: String) -> Bool {
        let bytes = text.utf8.span
        for index in bytes.indices where !contains(bytes[index]) { return false }
        return true
    }
}

extension ByteSet {
    /// The letters of ASCII.
    static let letters = ByteSet { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        // Foreign: UInt8
        default: false
        }
    }

    /// The characters of names: letters and digits of ASCII, `-`, `.` and `_`.
    static let ofNames = ByteSet { byte in
        letters.contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
    }
}
