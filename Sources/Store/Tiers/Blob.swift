// SPDX-License-Identifier: Apache-2.0

/// The bytes of a blob, with its attributes.
public struct Blob: Hashable, Sendable {
    /// The bytes, in pieces.
    public let chunks: [[UInt8]]

    /// The attributes.
    public let attributes: BlobAttributes

    /// Creates a blob from its bytes in pieces.
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

    /// Creates a blob that was read.
    init(bytes: [UInt8], attributes: BlobAttributes) {
        chunks = [bytes]
        self.attributes = attributes
    }

    /// The bytes in one array.
    public var bytes: [UInt8] { chunks.count == 1 ? chunks[0] : Array(chunks.joined()) }

    /// Computes the digest of pieces.
    static func digest(of chunks: [[UInt8]]) -> Digest {
        var hasher = DigestHasher()
        for chunk in chunks { hasher.update(chunk.span) }
        return hasher.finish()
    }
}

/// The attributes of a blob, which a tier keeps beside the bytes.
public struct BlobAttributes: Hashable, Sendable {
    /// The number of bytes.
    public let byteCount: Int

    /// The digest of the bytes, which every read compares with them.
    public let digest: Digest

    /// The media type; empty for unknown.
    public let contentType: String

    /// The time from which the blob counts as absent, in seconds since 1970; nil for never.
    public let expiry: Int?

    /// Further attributes; their names and values are words without line feeds.
    public let notes: [String: String]

    /// Whether the blob counts as absent at a time, in seconds since 1970.
    public func isExpired(at time: Int) -> Bool { expiry.map { $0 <= time } ?? false }

    /// Whether a blob of these attributes lives at least as long as another one.
    public func outlives(_ other: BlobAttributes) -> Bool {
        (expiry ?? .max) >= (other.expiry ?? .max)
    }
}

/// A reason why a tier did not do what it was asked for.
public enum BlobError: Error, Hashable, Sendable {
    /// There is no such blob, or it has expired.
    case absent
    /// The tier cannot be asked now; the reason is for the operator.
    case unavailable(reason: String)
    /// The bytes were not those that were written; they are gone now.
    case damaged
    /// The tier has no room.
    case full
}
