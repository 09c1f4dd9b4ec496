// SPDX-License-Identifier: Apache-2.0

/// A cache of uploaded pictures by the digest of their bytes, within a budget.
public final class OriginalStore<Metadata: Sendable>: Sendable {
    /// An upload, byte for byte.
    public struct Original: Sendable {
        /// The bytes.
        public let bytes: [UInt8]

        /// The facts about the bytes that the service keeps, such as format and size.
        public let metadata: Metadata

        /// Creates an original.
        public init(bytes: [UInt8], metadata: Metadata) {
            self.bytes = bytes
            self.metadata = metadata
        }
    }

    /// The outcome of an insertion.
    public enum Insertion: Hashable, Sendable {
        /// The upload is new and is kept now.
        case created
        /// The same bytes were already there.
        case present
        /// The upload alone exceeds the budget and is not kept.
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

    /// Stores an upload, evicting the least recently used ones to make room.
    ///
    /// - Parameters:
    ///   - original: The upload, in an array that is about as large as it; its length counts.
    ///   - digest: The digest of its bytes, computed by the caller while they arrived.
    /// - Returns: Whether it is kept, and whether it was before.
    public func insert(_ original: Original, digest: Digest) -> Insertion {
        // A repeated upload is a reason to keep the bytes longer.
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

    /// Whether an upload is there; changes and counts nothing.
    public func keeps(_ digest: Digest) -> Bool { tier.peek(digest) != nil }

    /// Removes an upload.
    ///
    /// - Returns: Whether it was there.
    public func remove(_ digest: Digest) -> Bool { tier.remove(digest) }

    /// Removes an upload if it matches.
    public func remove(_ digest: Digest, where matches: (Original) -> Bool) {
        tier.remove(digest, where: matches)
    }

    /// The counts since the start and the current contents.
    public var statistics: TierStatistics { tier.statistics }
}
