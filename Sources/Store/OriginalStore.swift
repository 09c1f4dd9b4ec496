// SPDX-License-Identifier: Apache-2.0

/// Uploaded pictures by the digest of their bytes, within a budget.
public final class OriginalStore<Metadata: Sendable>: Sendable {
    /// An upload, byte for byte.
    public struct Original: Sendable {
        /// The bytes.
        public let bytes: [UInt8]

        /// What the service knows about them, such as their format and size.
        public let metadata: Metadata

        /// Creates an original.
        public init(bytes: [UInt8], metadata: Metadata) {
            self.bytes = bytes
            self.metadata = metadata
        }
    }

    /// What became of an upload.
    public enum Insertion: Hashable, Sendable {
        /// It is kept now.
        case created
        /// The same bytes were there already.
        case present
        /// It alone exceeds the budget, and is not kept.
        case tooLarge
    }

    @usableFromInline
    let tier: MemoryTier<Digest, Original>

    /// Creates an empty store.
    ///
    /// - Parameter budget: The greatest sum of uploads, in bytes; zero keeps none.
    public init(budget: Int) {
        tier = MemoryTier(budget: budget)
    }

    /// The length of the longest upload that can be kept, in bytes.
    public var uploadLimit: Int { max(0, tier.budget - type(of: tier).entryOverhead) }

    /// Keeps an upload; the least recently used make room.
    ///
    /// - Parameters:
    ///   - original: The upload, in an array that is about as large as it; its length counts.
    ///   - digest: The digest of its bytes, computed by the caller while they arrived.
    /// - Returns: Whether it is kept, and whether it was before.
    public func insert(_ original: Original, digest: Digest) -> Insertion {
        // Uploading again is a reason to keep what is there longer.
        if tier.touch(digest) { return .present }
        return tier.insert(original, for: digest, cost: original.bytes.count)
            ? .created : .tooLarge
    }

    /// Finds an upload and makes it the most recently used.
    @inlinable
    public func original(for digest: Digest) -> Original? { tier.value(for: digest) }

    /// Makes an upload the most recently used, without counting the look-up.
    ///
    /// - Returns: Whether it is there.
    @inlinable
    public func touch(_ digest: Digest) -> Bool { tier.touch(digest) }

    /// Forgets an upload.
    ///
    /// - Returns: Whether it was there.
    public func remove(_ digest: Digest) -> Bool { tier.remove(digest) }

    /// What happened so far and what is kept now.
    public var statistics: TierStatistics { tier.statistics }
}
