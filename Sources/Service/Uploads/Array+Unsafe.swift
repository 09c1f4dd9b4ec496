// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Appends the bytes of a span; the capacity grows geometrically.
    mutating func append(contentsOf bytes: Span<UInt8>) {
        // SAFETY: the pointer is valid for the bytes of the span during the call, and is not kept.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: buffer)
        }
    }
}
