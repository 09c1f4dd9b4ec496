// SPDX-License-Identifier: Apache-2.0

import Raster

/// Gathers bytes, and bits from the lowest bit of each byte upwards.
///
/// Reference: RFC 1951, 3.1.1.
struct BitBuffer: ~Copyable {
    /// The bytes that a write of bits may touch beyond those that it fills.
    static let overrun = 8

    var bytes: Samples<UInt8>

    /// The bytes that are complete.
    var count = 0

    /// Bits that do not fill a byte yet, the earliest lowest; what lies above them is zero.
    var pending: UInt64 = 0

    /// The number of those bits, below 8 between two writes.
    var pendingCount: UInt64 = 0

    /// Creates an empty buffer.
    ///
    /// - Parameter capacity: The most bytes that it is to hold.
    init(capacity: Int) {
        bytes = Samples(repeating: 0, count: capacity + Self.overrun)
    }

    /// The bytes that are complete, in a range.
    @_lifetime(borrow self)
    func span(_ range: Range<Int>) -> Span<UInt8> {
        precondition(range.upperBound <= count, "bytes that are not there yet")
        return bytes.span(range)
    }

    /// Forgets the complete bytes, and keeps the bits that have not filled one.
    mutating func removeBytes() { count = 0 }

    /// Appends bits, at most 32, the lowest first; what lies above them is zero.
    mutating func append(bits: UInt32, count bitCount: Int) {
        pending |= UInt64(bits) << pendingCount
        pendingCount += UInt64(bitCount)
        while pendingCount >= 8 { moveByte() }
    }

    /// Fills the last byte up with zeros.
    mutating func alignToByte() {
        if pendingCount > 0 { moveByte() }
        pendingCount = 0
    }

    private mutating func moveByte() {
        append(byte: UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingCount = pendingCount > 8 ? pendingCount - 8 : 0
    }

    /// Appends whole bytes ahead of the bits that are pending.
    mutating func append(_ source: Span<UInt8>) {
        Self.copy(source, into: &bytes, at: count)
        count += source.count
    }

    /// Appends a whole byte ahead of the bits that are pending.
    mutating func append(byte: UInt8) {
        Self.copy(CollectionOfOne(byte).span, into: &bytes, at: count)
        count += 1
    }

    /// Appends a number, the highest byte first, ahead of the bits that are pending.
    mutating func append(bigEndian value: UInt32) {
        for index in 0..<4 { append(byte: UInt8(truncatingIfNeeded: value >> (24 - 8 * index))) }
    }

    /// Replaces four bytes, the highest first.
    mutating func replace(at offset: Int, bigEndian value: UInt32) {
        precondition(offset >= 0 && offset + 4 <= count, "bytes that are not there yet")
        var room = bytes.mutableSpan(offset..<(offset + 4))
        for index in 0..<4 { room[index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }

    private static func copy(
        _ source: Span<UInt8>,
        into bytes: inout Samples<UInt8>,
        at offset: Int
    ) {
        var room = bytes.mutableSpan(offset..<(offset + source.count))
        for index in source.indices { room[index] = source[index] }
    }
}
