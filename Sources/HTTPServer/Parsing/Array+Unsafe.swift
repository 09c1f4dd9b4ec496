// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Appends a copy of a span.
    mutating func append(copying span: Span<UInt8>) {
        // Appending nothing to an empty array would write to the static empty buffer that all
        // threads share.
        guard !span.isEmpty else { return }
        // SAFETY: the buffer is the span's, whole, and is copied before the closure ends.
        unsafe span.withUnsafeBufferPointer { bytes in unsafe append(contentsOf: bytes) }
    }
}
