// SPDX-License-Identifier: Apache-2.0

import CJPEG
import CPNG
import Glibc

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(_ bytes: Span<UInt8>) {
        // SAFETY: the bytes are copied within the closure.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension Span<UInt8> {
    /// Whether the bytes at an offset equal an ASCII text; the caller has checked that they lie
    /// inside.
    func holds(_ text: StaticString, at offset: Int) -> Bool {
        // SAFETY: a static string of ASCII is its own null-terminated bytes for as long as the
        // program runs; the caller has compared the counts, and indices into `self` are checked.
        text.withUTF8Buffer { letters in
            for index in letters.indices where unsafe self[offset + index] != letters[index] {
                return false
            }
            return true
        }
    }

    /// The CRC-32 of a range of bytes, as PNG uses it.
    func checksum(_ range: Range<Int>) -> UInt32 {
        // SAFETY: `extracting` has checked the range; C reads that many bytes within the closure.
        unsafe extracting(range).withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe cpng_checksum(start, bytes.count)
        }
    }

    /// The offset of the next JPEG marker at or after an offset: a 0xFF that no zero follows.
    func markerOffset(from start: Int) -> Int? {
        guard start >= 0, start < count else { return nil }
        // SAFETY: `start` lies within the bytes, and the search ends with them.
        return unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let offset = unsafe cjpeg_next_marker(base, bytes.count, start)
            return offset < bytes.count ? offset : nil
        }
    }

    /// The offset of the next byte of a given value, at or after an offset; uses `memchr`.
    func firstOffset(of value: UInt8, from start: Int) -> Int? {
        guard start >= 0, start < count else { return nil }
        // SAFETY: `start` lies within the bytes, the search ends with them, and the pointer that is
        // found is turned into an offset before the closure returns.
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(value), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
