// SPDX-License-Identifier: Apache-2.0

/// A complete result, as it is kept.
public struct StoredResult<Metadata: Sendable>: Sendable {
    /// The bytes, in the pieces in which they were made.
    public let chunks: [[UInt8]]

    /// The sum of the chunks, in bytes.
    public let byteCount: Int

    /// The digest of the bytes.
    public let contentDigest: Digest

    /// What the producer said about the result when it finished.
    public let metadata: Metadata
}
