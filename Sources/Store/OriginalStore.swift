// SPDX-License-Identifier: Apache-2.0

/// An in-memory cache of uploaded images by the digest of their bytes, with a budget in bytes.
public final class OriginalStore<Metadata: Sendable>: Sendable {
    /// An uploaded image file, with facts about it.
    public struct Original: Sendable {
        /// The bytes of the uploaded file, unchanged.
        public let bytes: [UInt8]

        /// The facts about the file that the service keeps, such as its format and size.
        public let metadata: Metadata

        /// Creates an upload from its bytes and facts about them.
        public init(bytes: [UInt8], metadata: Metadata) {
            self.bytes = bytes
            self.metadata = metadata
        }
    }

    /// The outcome of caching an upload.
    public enum Insertion: Hashable, Sendable {
        /// The upload was not cached before, and is now.
        case created
        /// An upload with the same bytes was cached already.
        case present
        /// The upload alone exceeds the budget, and is not cached.
        case tooLarge
    }

    @usableFromInline
    let tier: MemoryTier<Digest, Original>

    /// Creates an empty cache.
    ///
    /// - Parameter budget: The greatest sum of uploads, in bytes; zero keeps none.
    public init(budget: Int) {
        tier = MemoryTier(budget: budget)
    }

    /// The length of the longest upload that can be cached, in bytes.
    public var uploadLimit: Int {
        max(0, tier.budget - type(of: tier).entryOverhead - Self.arrayByteCount)
    }

    /// The size of the header of an array and of the allocator's, in bytes.
    private static var arrayByteCount: Int { 48 }

    /// Caches an upload, and evicts the least recently used ones to make room.
    ///
    /// - Parameters:
    ///   - original: The upload, in an array that is about as large as it; its length counts.
    ///   - digest: The digest of its bytes, computed by the caller while they arrived.
    /// - Returns: Whether it is kept, and whether it was before.
    public func insert(_ original: Original, digest: Digest) -> Insertion {
        // A repeated upload is a reason to keep the bytes longer.
        if tier.touch(digest) { return .present }
        return tier.insert(original, for: digest, cost: original.bytes.count + Self.arrayByteCount)
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

    /// Whether an upload is cached; neither counts a look-up nor changes the order of eviction.
    public func keeps(_ digest: Digest) -> Bool { tier.peek(digest) != nil }

    /// The digests of all cached uploads.
    public var digests: [Digest] { tier.keys }

    /// Removes an upload from the cache.
    ///
    /// - Returns: Whether it was there.
    public func remove(_ digest: Digest) -> Bool { tier.remove(digest) }

    /// Removes an upload from the cache if it satisfies a condition.
    public func remove(_ digest: Digest, where matches: (Original) -> Bool) {
        tier.remove(digest, where: matches)
    }

    /// The numbers of hits, misses and evictions since the start, and the size of the current
    /// contents.
    public var statistics: TierStatistics { tier.statistics }
}
