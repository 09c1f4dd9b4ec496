// SPDX-License-Identifier: Apache-2.0

/// A SHA-256 ``Digest`` of bytes that arrive in pieces.
public struct DigestHasher: Sendable {
    private var hash: IncrementalHash

    /// Creates a hasher to which no bytes have been added.
    public init() {
        guard let hash = IncrementalHash(.sha256) else {
            preconditionFailure("libcrypto must have SHA-256")
        }
        self.hash = hash
    }

    /// Adds the next bytes to the hash.
    public mutating func update(_ bytes: Span<UInt8>) { hash.update(bytes) }

    /// Returns the digest of all bytes added so far; more bytes may follow.
    public func finish() -> Digest {
        guard let digest = Digest(bytes: hash.finish()) else {
            preconditionFailure("a SHA-256 must have thirty-two bytes")
        }
        return digest
    }
}
