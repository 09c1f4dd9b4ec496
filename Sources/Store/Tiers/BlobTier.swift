// SPDX-License-Identifier: Apache-2.0

/// A blocking blob store with few operations: a folder, or a bucket that many machines share.
///
///     let tier: any BlobTier = MemoryBlobTier()
///     let blob = Blob(chunks: [photo])
///     let name = BlobName.original(blob.attributes.digest)
///     try tier.put(blob, as: name)  // true: the blob is new
///     try tier.get(name).bytes      // the same bytes, verified
///     try tier.remove([name])       // 1
///
/// A name determines the bytes: it contains their digest, or the digest of the recipe that makes
/// them. So two writers of one name write the same bytes, and any call may be repeated. A read
/// returns the whole blob with the right digest, or throws ``BlobError/absent`` or
/// ``BlobError/damaged``; it never returns other bytes. When `put` returns, blobs that cannot be
/// made again survive a power failure, and so do removals when `remove` returns. A blob past its
/// expiry counts as absent.
///
/// Calls block, often for milliseconds and at worst for seconds. Threads made for that call them
/// (``BlobStore``), never an event loop or a worker. All threads may call concurrently. Each call
/// costs a few system calls or requests; ``list(_:of:)`` may be slow and late, and is for clean-up
/// only.
///
/// A tier does not choose what to store, and does not limit the time of its callers: ``BlobStore``
/// does. The tests of ``FolderTier``, ``S3Tier`` and the reference ``MemoryBlobTier`` are the same:
/// an implementation is complete when it passes them.
public protocol BlobTier: Sendable {
    /// Reads a blob, and verifies its digest.
    ///
    /// - Parameters:
    ///   - name: The blob name.
    ///   - limit: The greatest length, in bytes; a longer blob counts as damaged, and is not read.
    /// - Returns: The blob.
    /// - Throws: ``BlobError/absent``, also for one that has expired; ``BlobError/damaged``; and
    ///   ``BlobError/unavailable(reason:)``.
    func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob

    /// Reads the attributes of a blob, without its bytes.
    ///
    /// - Throws: As ``get(_:within:)``.
    func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes

    /// Writes a blob as a whole or not at all; one that cannot be made again then survives a
    /// failure of the machine.
    ///
    /// One of the same name is replaced if it has other bytes, is damaged, or would expire earlier.
    ///
    /// - Returns: Whether the blob is new; false if it was there with the same bytes.
    /// - Throws: ``BlobError/full`` or ``BlobError/unavailable(reason:)``.
    @discardableResult
    func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool

    /// Removes blobs durably: none of them comes back after a failure of the machine.
    ///
    /// - Returns: The number of those that were there.
    /// - Throws: ``BlobError/unavailable(reason:)``; some of them may be gone then.
    @discardableResult
    func remove(_ names: [BlobName]) throws(BlobError) -> Int

    /// Lists the names of all blobs of a kind, in no order; expired ones may be among them.
    ///
    /// A list may lack a new blob for a while, so it is for clean-up, never for finding out whether
    /// something is kept.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - digest: Only those with this ``BlobName/digest``; nil for all.
    /// - Returns: The names.
    /// - Throws: ``BlobError/unavailable(reason:)``.
    func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName]

    /// Finds the images with a deletion mark that originals or results are stored of: usually one or none.
    ///
    /// - Throws: ``BlobError/unavailable(reason:)``.
    func pictures(marked mark: Digest) throws(BlobError) -> Set<Digest>

    /// The deletion marks of images, each with a number that changes if the image is deleted again.
    ///
    /// It may be a time in whole seconds.
    ///
    /// - Throws: ``BlobError/unavailable(reason:)``.
    func tombstones() throws(BlobError) -> [Digest: Int]

    /// Creates a reader of the deletions of images by all processes.
    func deletionReader() -> any DeletionReader

    /// Checks whether blobs can be read or written now.
    ///
    /// - Throws: The error that a read or a write would have.
    func probe(_ use: BlobUse) throws(BlobError)

    /// The time between two searches for images that other processes have deleted.
    ///
    /// Some stores charge for a search.
    var lookingPause: Duration { get }

    /// The condition of a faster tier that is asked before this one; nil if there is none.
    var upper: UpperTier? { get }

    /// Does a part of the maintenance, such as removing expired blobs or evicting blobs above a
    /// limit.
    ///
    /// - Returns: The time after which to call again.
    func tidy() -> Duration
}

/// The two ways to use a tier, one of which may fail while the other one works.
public enum BlobUse: Hashable, Sendable, CaseIterable {
    /// Reading blobs.
    case reading
    /// Writing blobs.
    case writing
}

extension BlobTier {
    /// Reads a blob of any length that the tier reads at all.
    public func get(_ name: BlobName) throws(BlobError) -> Blob { try get(name, within: .max) }

    /// Nil by default: no faster tier is asked before this one.
    public var upper: UpperTier? { nil }

    /// Finds the images with a deletion mark among all originals and results.
    public func pictures(marked mark: Digest) throws(BlobError) -> Set<Digest> {
        let names = try list(.original, of: nil) + list(.result, of: nil)
        return Set(names.map(\.digest).filter { $0.isMarked(by: mark) })
    }

    /// The deletion marks of images, each with the time at which its tombstone expires.
    public func tombstones() throws(BlobError) -> [Digest: Int] {
        var marks: [Digest: Int] = [:]
        for name in try list(.tombstone, of: nil) {
            guard let mark = try? stat(name) else { continue }
            marks[name.digest] = mark.expiry ?? .max
        }
        return marks
    }

    /// A reader that lists all tombstones, by default.
    public func deletionReader() -> any DeletionReader { TombstoneReader(self) }

    /// Removes an image and all results and records made from it, and leaves a tombstone for results
    /// being rendered.
    ///
    /// - Parameters:
    ///   - digest: The image digest.
    ///   - expiry: The time at which the mark ends, in seconds since 1970.
    /// - Returns: Whether anything of it was there.
    /// - Throws: ``BlobError/full`` or ``BlobError/unavailable(reason:)``; some of it may be gone then.
    public func forget(_ digest: Digest, markedUntil expiry: Int) throws(BlobError) -> Bool {
        let mark = Blob(chunks: [], expiry: expiry)
        var wasThere = false
        // The tombstone is written first, so that results rendered from now on find it.
        do throws(BlobError) {
            try put(mark, as: .tombstone(digest))
        } catch {
            guard error == .full else { throw error }
            // The removal makes room for the tombstone.
            wasThere = try removeAll(of: digest)
            try put(mark, as: .tombstone(digest))
        }
        return try removeAll(of: digest) || wasThere
    }

    /// Removes an image and all results and records made from it.
    ///
    /// - Returns: Whether anything of it was there.
    private func removeAll(of digest: Digest) throws(BlobError) -> Bool {
        // The upload is removed first, because removing many results takes long.
        let originals = try remove([.original(digest)])
        let records = try removeRecords(of: digest)
        let names = try list(.result, of: digest)
        let elsewhere = names.flatMap(otherPlaces)
        return try remove(names + elsewhere) + originals + records > 0
    }

    /// The names of a result under its other images.
    ///
    /// A result of several images is stored under the first one. It names the others, which refer to it.
    private func otherPlaces(of name: BlobName) -> [BlobName] {
        guard let key = name.key, var attributes = try? stat(name) else { return [] }
        var places: Set<Digest> = []
        if let owner = attributes.notes[Self.ownerNote].flatMap({ Digest(hex: $0) }) {
            places.insert(owner)
            guard let full = try? stat(.result(key, of: owner)) else {
                return [.result(key, of: owner)]
            }
            attributes = full
        }
        let others = (attributes.notes[Self.othersNote] ?? "").split(separator: " ")
        places.formUnion(others.compactMap { Digest(hex: $0) })
        return places.subtracting([name.digest]).map { .result(key, of: $0) }
    }

    /// Writes a result, unless one of its images has been deleted.
    ///
    /// - Parameters:
    ///   - blob: The result.
    ///   - key: The key: the digest, and the digests of the images that it is made from.
    /// - Returns: Whether it is kept.
    /// - Throws: ``BlobError/full`` or ``BlobError/unavailable(reason:)``.
    public func put(_ blob: Blob, as key: ResultKey) throws(BlobError) -> Bool {
        let pictures = [key.source] + key.resources
        for picture in pictures where try isDeleted(picture) { return false }
        // References are written first, so that a deletion of any image finds the result.
        let others = Set(key.resources).subtracting([key.source])
        for other in others {
            let pointer = Blob(chunks: [], notes: [Self.ownerNote: key.source.hex])
            try put(pointer, as: .result(key.digest, of: other))
        }
        let text = others.map(\.hex).sorted().joined(separator: " ")
        let whole = others.isEmpty ? blob : blob.noting(Self.othersNote, text)
        try put(whole, as: .result(key.digest, of: key.source))
        // A deletion meanwhile may have listed the results before this one was written.
        for picture in pictures where try isDeleted(picture) {
            try remove(others.union([key.source]).map { .result(key.digest, of: $0) })
            return false
        }
        return true
    }

    /// Whether an image has an unexpired tombstone: it was deleted recently.
    func isDeleted(_ digest: Digest) throws(BlobError) -> Bool {
        do throws(BlobError) {
            _ = try stat(.tombstone(digest))
            return true
        } catch {
            guard error == .absent || error == .damaged else { throw error }
            return false
        }
    }

    /// The name of the note in an empty result that refers to the full result under another
    /// image.
    static var ownerNote: String { "owner" }

    /// The name of the note in a result of several images with the digests of all but the first,
    /// separated by spaces.
    static var othersNote: String { "others" }
}
