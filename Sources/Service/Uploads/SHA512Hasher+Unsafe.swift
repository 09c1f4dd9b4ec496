// SPDX-License-Identifier: Apache-2.0

import Crypto

/// An incremental SHA-512 hash.
struct SHA512Hasher: Sendable {
    private var state = SHA512()

    /// Hashes the next bytes.
    mutating func update(_ bytes: Span<UInt8>) {
        // SAFETY: the pointer is valid for the bytes of the span during the call, and is not kept.
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe state.update(bufferPointer: buffer)
        }
    }

    /// Returns the 64 bytes of the digest.
    func finish() -> [UInt8] { Array(state.finalize()) }
}
