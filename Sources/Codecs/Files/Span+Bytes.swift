// SPDX-License-Identifier: Apache-2.0

/// Bounded reads of file headers, which return nil outside the bytes instead of trapping.
extension Span<UInt8> {
    /// Whether the bytes at an offset equal a prefix.
    func starts(with prefix: [UInt8], at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, count - offset >= prefix.count else { return false }
        for index in prefix.indices where self[offset + index] != prefix[index] { return false }
        return true
    }

    /// Whether the bytes at an offset equal an ASCII text.
    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        let byteCount = text.utf8CodeUnitCount
        guard offset >= 0, offset <= count, count - offset >= byteCount else { return false }
        return holds(text, at: offset)
    }

    /// Whether an ASCII text occurs in a range of the bytes.
    func contains(_ text: StaticString, in range: Range<Int>) -> Bool {
        let last = Swift.min(range.upperBound, count) - text.utf8CodeUnitCount
        guard range.lowerBound >= 0, range.lowerBound <= last else { return false }
        for offset in range.lowerBound...last where holds(text, at: offset) { return true }
        return false
    }

    /// Whether the bytes at an offset equal a big-endian number.
    func starts(with signature: UInt64, byteCount: Int, at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, count - offset >= byteCount else { return false }
        var value: UInt64 = 0
        for index in 0..<byteCount { value = value << 8 | UInt64(self[offset + index]) }
        return value == signature
    }

    /// The byte at an offset.
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// The big-endian 16-bit number at an offset.
    func bigEndian16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    /// The big-endian 32-bit number at an offset.
    func bigEndian32(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return Int(self[offset]) << 24 | Int(self[offset + 1]) << 16
            | Int(self[offset + 2]) << 8 | Int(self[offset + 3])
    }

    /// The little-endian number of a few bytes at an offset.
    func littleEndian(at offset: Int, byteCount: Int) -> Int? {
        guard offset >= 0, offset <= count - byteCount else { return nil }
        return (0..<byteCount).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }
}
