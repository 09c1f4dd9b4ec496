// SPDX-License-Identifier: Apache-2.0

/// A blob: bytes with attributes, such as their digest and an expiry.
public struct Blob: Hashable, Sendable {
    /// The blob bytes, in consecutive pieces.
    public let chunks: [[UInt8]]

    /// The attributes, such as the digest and the expiry.
    public let attributes: BlobAttributes

    /// Creates a blob to write, from its bytes in pieces.
    ///
    /// - Parameters:
    ///   - chunks: The bytes.
    ///   - digest: Their digest; nil to compute it.
    ///   - contentType: The media type.
    ///   - expiry: The time from which the blob counts as absent, in seconds since 1970; nil for never.
    ///   - notes: Further attributes.
    public init(
        chunks: [[UInt8]],
        digest: Digest? = nil,
        contentType: String = "",
        expiry: Int? = nil,
        notes: [String: String] = [:]
    ) {
        self.chunks = chunks
        attributes = BlobAttributes(
            byteCount: chunks.reduce(0) { $0 + $1.count },
            digest: digest ?? Self.digest(of: chunks),
            contentType: contentType,
            expiry: expiry,
            notes: notes
        )
    }

    /// Creates a blob that was read, from its bytes and its stored attributes.
    init(bytes: [UInt8], attributes: BlobAttributes) {
        chunks = [bytes]
        self.attributes = attributes
    }

    /// Returns the blob with a further note.
    func noting(_ name: String, _ value: String) -> Blob {
        Blob(
            chunks: chunks,
            digest: attributes.digest,
            contentType: attributes.contentType,
            expiry: attributes.expiry,
            notes: attributes.notes.merging([name: value]) { _, new in new }
        )
    }

    /// The blob bytes in one array.
    public var bytes: [UInt8] { chunks.count == 1 ? chunks[0] : Array(chunks.joined()) }

    /// Computes the SHA-256 digest of consecutive pieces.
    static func digest(of chunks: [[UInt8]]) -> Digest {
        var hasher = DigestHasher()
        for chunk in chunks { hasher.update(chunk.span) }
        return hasher.finish()
    }
}

/// The attributes of a blob, stored with the bytes.
public struct BlobAttributes: Hashable, Sendable {
    /// The blob length, in bytes.
    public let byteCount: Int

    /// The SHA-256 digest of the bytes; every read verifies it.
    public let digest: Digest

    /// The media type, such as `image/png`; empty if it is unknown.
    public let contentType: String

    /// The time at which the blob expires, in seconds since 1970; nil if it never expires.
    public let expiry: Int?

    /// Further attributes; their names and values are words without line feeds.
    public let notes: [String: String]

    /// Whether the blob has expired at a time, given in seconds since 1970.
    public func isExpired(at time: Int) -> Bool { expiry.map { $0 <= time } ?? false }

    /// Whether a blob with these attributes expires no earlier than another one.
    public func outlives(_ other: BlobAttributes) -> Bool {
        (expiry ?? .max) >= (other.expiry ?? .max)
    }
}

/// The reason why a tier could not read or write a blob.
public enum BlobError: Error, Hashable, Sendable {
    /// There is no blob of this name, or it has expired.
    case absent
    /// The tier does not work now; the reason is for the operator.
    case unavailable(reason: String)
    /// The stored bytes had changed; the damaged blob has been removed.
    case damaged
    /// The tier has no room for the blob.
    case full
}
