// SPDX-License-Identifier: Apache-2.0

import Raster

/// The write position of a ``BitBuffer``, for loops that keep it in registers.
///
/// Each flush writes 8 bytes, of which only some are complete; the next flush overwrites the
/// others.
@unsafe
struct BitCursor {
    private var target: UnsafeMutablePointer<UInt8>
    private(set) var offset: Int
    private var bits: UInt64
    private var bitCount: UInt64

    /// Creates a cursor that writes after the complete bytes and the pending bits of a buffer.
    ///
    /// - Parameters:
    ///   - target: The first byte of the buffer; the buffer outlives the cursor.
    ///   - offset: The number of complete bytes.
    ///   - bits: The bits that do not fill a byte.
    ///   - bitCount: The number of those bits, less than 8.
    init(target: UnsafeMutablePointer<UInt8>, offset: Int, bits: UInt64, bitCount: UInt64) {
        // SAFETY: the caller keeps the memory for as long as the cursor lives.
        unsafe self.target = unsafe target
        unsafe self.offset = offset
        unsafe self.bits = bits
        unsafe self.bitCount = bitCount
    }

    /// The bits that do not fill a byte, and their number.
    // SAFETY: numbers; nothing is pointed at.
    var pending: (bits: UInt64, count: UInt64) { unsafe (bits, bitCount) }

    /// Appends bits, to be written by the next flush.
    ///
    /// - Parameters:
    ///   - value: The bits, the first lowest, with zeros above them.
    ///   - count: Their number, in the lower 6 bits; higher bits are ignored. No more than 64 bits
    ///     may be pending.
    @inline(__always)
    mutating func add(_ value: UInt64, count: UInt64) {
        // SAFETY: numbers; nothing is pointed at.
        unsafe bits |= value &<< bitCount
        unsafe bitCount &+= count & 63
    }

    /// Writes all pending bits that fill whole bytes.
    ///
    /// The caller has checked that 8 bytes from the offset on lie inside the buffer.
    @inline(__always)
    mutating func flush() {
        // SAFETY: the caller has checked the bounds; bytes are written in the order of the bits, as
        // all platforms of Swift on Linux are little-endian.
        unsafe UnsafeMutableRawPointer(target + offset).storeBytes(of: bits, as: UInt64.self)
        unsafe offset &+= Int(truncatingIfNeeded: bitCount &>> 3)
        unsafe bits = bits &>> (bitCount & 56)
        unsafe bitCount &= 7
    }
}

extension BitBuffer {
    /// Lets a closure append bits to the buffer through a cursor.
    ///
    /// - Parameters:
    ///   - byteCount: The greatest number of bytes that it writes; the buffer must have room for them.
    ///   - body: Appends the bits, and flushes at the end.
    mutating func write(atMost byteCount: Int, _ body: (inout BitCursor) -> Void) {
        let end = count + byteCount
        let start = (count, pending, pendingCount)
        // SAFETY: the cursor does not leave the function.
        (count, pending, pendingCount) = unsafe Self.write(&bytes, from: start, to: end, body)
        precondition(count <= end, "more bits were written than announced")
    }

    private static func write(
        _ bytes: inout Samples<UInt8>,
        from start: (offset: Int, bits: UInt64, bitCount: UInt64),
        to end: Int,
        _ body: (inout BitCursor) -> Void
    ) -> (Int, UInt64, UInt64) {
        var room = bytes.mutableSpan(0..<(end + overrun))
        // SAFETY: the span ends 8 bytes after the last that the loop fills, and the cursor does not
        // outlive the closure.
        return unsafe room.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return start }
            var cursor = unsafe BitCursor(
                target: base,
                offset: start.offset,
                bits: start.bits,
                bitCount: start.bitCount
            )
            unsafe body(&cursor)
            let rest = unsafe cursor.pending
            return unsafe (cursor.offset, rest.bits, rest.count)
        }
    }
}
