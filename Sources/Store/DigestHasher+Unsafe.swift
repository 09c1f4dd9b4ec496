// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Computes a SHA-256 ``Digest`` incrementally, from bytes that arrive in pieces.
public struct DigestHasher: Sendable {
    private var state = SHA256()

    /// Creates a hasher to which no bytes have been added.
    public init() {}

    /// Adds the next bytes to the hash.
    public mutating func update(_ bytes: Span<UInt8>) {
        // SAFETY: the buffer is read within the closure only, which the span outlives.
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe state.update(bufferPointer: buffer)
        }
    }

    /// Returns the digest of all bytes added so far; more may follow.
    public func finish() -> Digest {
        guard let digest = Digest(bytes: Array(state.finalize())) else {
            preconditionFailure("a SHA-256 must have thirty-two bytes")
        }
        return digest
    }
}
