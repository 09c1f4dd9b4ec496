// SPDX-License-Identifier: Apache-2.0

/// A reader of the deletions of a tier's images, by any process.
///
/// One reader belongs to one thread.
public protocol DeletionReader {
    /// Finds the marks of the images that were deleted since the last call, or shortly before it.
    ///
    /// The first call may find deletions of the last hour, and older ones.
    ///
    /// - Throws: ``BlobError/unavailable(reason:)``.
    mutating func next() throws(BlobError) -> Set<Digest>
}

/// A reader that lists all tombstones of a tier, and compares them with the last list.
struct TombstoneReader: DeletionReader {
    /// The number of a tombstone, and whether it is new since the previous search.
    private struct Mark {
        let number: Int
        let isNew: Bool
    }

    private let tier: any BlobTier
    private var known: [Digest: Mark] = [:]

    /// Creates a reader of a tier's tombstones.
    init(_ tier: any BlobTier) { self.tier = tier }

    /// Lists the tombstones, and returns those that are new or changed in this list or the one before.
    ///
    /// An image that is kept and deleted again within a second may have the same number.
    mutating func next() throws(BlobError) -> Set<Digest> {
        var found: [Digest: Mark] = [:]
        var marks: Set<Digest> = []
        for (mark, number) in try tier.tombstones() {
            let last = known[mark]
            let isNew = last?.number != number
            if isNew || last?.isNew == true { marks.insert(mark) }
            found[mark] = Mark(number: number, isNew: isNew)
        }
        known = found
        return marks
    }
}
