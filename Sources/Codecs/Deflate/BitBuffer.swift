// SPDX-License-Identifier: Apache-2.0

import Raster

/// A buffer of bits, written from the lowest bit of each byte upwards.
///
/// Reference: RFC 1951, 3.1.1.
struct BitBuffer: ~Copyable {
    /// The number of bytes after the last one that a write of bits may touch.
    static let overrun = 8

    var bytes: Samples<UInt8>

    /// The number of complete bytes.
    var count = 0

    /// The bits that do not fill a byte yet, the earliest lowest, with zeros above them.
    var pending: UInt64 = 0

    /// The number of pending bits, less than 8 between two writes.
    var pendingCount: UInt64 = 0

    /// Creates an empty buffer.
    ///
    /// - Parameter capacity: The greatest number of bytes to hold.
    init(capacity: Int) {
        bytes = Samples(repeating: 0, count: capacity + Self.overrun)
    }

    /// Gives read access to a range of the complete bytes.
    @_lifetime(borrow self)
    func span(_ range: Range<Int>) -> Span<UInt8> {
        precondition(range.upperBound <= count, "the bytes are not complete yet")
        return bytes.span(range)
    }

    /// Removes the complete bytes and keeps the pending bits.
    mutating func removeBytes() { count = 0 }

    /// Appends at most 32 bits, the lowest first; the bits above them must be zero.
    mutating func append(bits: UInt32, count bitCount: Int) {
        pending |= UInt64(bits) << pendingCount
        pendingCount += UInt64(bitCount)
        while pendingCount >= 8 { moveByte() }
    }

    /// Fills the last byte up with zero bits.
    mutating func alignToByte() {
        if pendingCount > 0 { moveByte() }
        pendingCount = 0
    }

    private mutating func moveByte() {
        append(byte: UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingCount = pendingCount > 8 ? pendingCount - 8 : 0
    }

    /// Appends whole bytes to the complete bytes; the pending bits follow them.
    mutating func append(_ source: Span<UInt8>) {
        Self.copy(source, into: &bytes, at: count)
        count += source.count
    }

    /// Appends a whole byte to the complete bytes; the pending bits follow it.
    mutating func append(byte: UInt8) {
        Self.copy(CollectionOfOne(byte).span, into: &bytes, at: count)
        count += 1
    }

    /// Appends a number of four bytes, the highest first, to the complete bytes; the pending bits
    /// follow them.
    mutating func append(bigEndian value: UInt32) {
        for index in 0..<4 { append(byte: UInt8(truncatingIfNeeded: value >> (24 - 8 * index))) }
    }

    /// Overwrites four bytes with a number, the highest byte first.
    mutating func replace(at offset: Int, bigEndian value: UInt32) {
        precondition(offset >= 0 && offset + 4 <= count, "the bytes are not complete yet")
        var room = bytes.mutableSpan(offset..<(offset + 4))
        for index in 0..<4 { room[index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }

    private static func copy(
        _ source: Span<UInt8>,
        into bytes: inout Samples<UInt8>,
        at offset: Int
    ) {
        var room = bytes.mutableSpan(offset..<(offset + source.count))
        room.copy(source)
    }
}
