// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Span<UInt8> {
    /// The offset of the next byte of a value at or after an offset, found at memory speed.
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
