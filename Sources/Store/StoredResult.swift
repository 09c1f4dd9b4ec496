// SPDX-License-Identifier: Apache-2.0

/// A complete result in the cache.
public struct StoredResult<Metadata: Sendable>: Sendable {
    /// The bytes, in the chunks in which they were made.
    public let chunks: [[UInt8]]

    /// The sum of the lengths of the chunks, in bytes.
    public let byteCount: Int

    /// The digest of the bytes.
    public let contentDigest: Digest

    /// The metadata that the producer passed to ``ResultProducer/finish(_:)``.
    public let metadata: Metadata
}
