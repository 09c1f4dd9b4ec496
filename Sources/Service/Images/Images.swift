// SPDX-License-Identifier: Apache-2.0

import Codecs
import Dispatch
import HTTPServer
import Rendering
import Store
import Synchronization

/// The stored images: those in memory, the store beneath, and what is known of both.
///
/// An image is found in memory immediately, or in the store a little later; requests for one image share a
/// read. An expired image counts as absent from that second on, and its memory is released a little later. A
/// deletion removes all that was made from the image; one in another process arrives as an event of the store.
final class Images: Sendable {
    /// The persistent store of uploads and results; nil if they are kept in memory only.
    let store: BlobStore?
    /// The images in memory.
    let originals: OriginalStore<StoredImage.Facts>
    /// The expiry times of images in memory.
    let expiries = Expiries()
    /// The memory for arriving images.
    let receiving: ReceivingBudget
    /// The limits on the size of an image that is decoded.
    let limits: DecodeLimits
    /// The queue on which expired images are removed from memory.
    let forgetting = DispatchQueue(label: "frostpane.expiries")
    /// The marks of images that were deleted a short time ago.
    let deletions = MemoryTier<Digest, Bool>(budget: presencesBudget)
    /// The digests of images that the persistent store is known to have.
    let presences = MemoryTier<Digest, Bool>(budget: presencesBudget)
    private let reads = JoinedReads<Digest, StoredImage?>()
    /// The owners of everything made from images, forgotten together with the image.
    let owners = Mutex<[any MadeFromImages]>([])

    /// The memory for the digests of images that the store is known to have, in bytes.
    private static let presencesBudget = 1 << 20

    /// Creates the caches over a store.
    init(_ configuration: Configuration, _ store: BlobStore?) {
        self.store = store
        originals = OriginalStore(budget: configuration.originalsBudget)
        receiving = ReceivingBudget(limit: configuration.uploadsBudget)
        limits = configuration.decodeLimits
    }

    /// Sets the owners of all that is made from images.
    func setOwners(_ owners: [any MadeFromImages]) { self.owners.withLock { $0 = owners } }

    // MARK: Finding

    /// Finds stored images by their digests; those that do not exist are missing in the result.
    ///
    /// - Parameters:
    ///   - digests: The digests.
    ///   - request: The request, on whose executor reads continue.
    /// - Returns: The images with their contents.
    /// - Throws: The error of the store, or the lack of memory.
    func find(
        _ digests: [Digest],
        for request: RequestContext
    ) async throws(ServiceError) -> [Digest: StoredImage] {
        var found: [Digest: StoredImage] = [:]
        var missing: [Digest] = []
        for digest in digests where found[digest] == nil && !missing.contains(digest) {
            found[digest] = inMemory(digest)
            if found[digest] == nil { missing.append(digest) }
        }
        guard let store else { return found }
        for digest in missing {
            found[digest] = try await reads.value(of: digest, on: request.exchange.executor) {
                [self] () async throws(ServiceError) in try await read(digest, from: store)
            }
        }
        return found
    }

    /// Finds a stored image in memory, unless it has expired.
    func inMemory(_ digest: Digest) -> StoredImage? {
        guard !expiries.isPast(digest), let original = originals.original(for: digest) else {
            return nil
        }
        return StoredImage(
            digest: digest,
            header: original.metadata.header,
            expiry: original.metadata.expiry,
            file: ImageFile(bytes: original.bytes, digest: digest)
        )
    }

    /// Whether an image is known to be stored, in memory or in the persistent store.
    func isKnown(_ digest: Digest) -> Bool {
        guard !expiries.isPast(digest) else { return false }
        return originals.touch(digest) || (store != nil && presences.peek(digest) != nil)
    }

    /// Whether an image is stored; asks the store unless that is known.
    func exists(_ digest: Digest) async throws(ServiceError) -> Bool {
        if isKnown(digest) { return true }
        guard let store else { return false }
        do throws(BlobError) {
            _ = try await store.call(.reading) { tier throws(BlobError) in
                try tier.stat(.original(digest))
            }
            return true
        } catch .absent {
            return false
        } catch .damaged {
            return false
        } catch {
            throw .store(error)
        }
    }

    /// Reads an image from the persistent store; nil if the store has none.
    private func read(
        _ digest: Digest,
        from store: BlobStore
    ) async throws(ServiceError) -> StoredImage? {
        let byteCount: Int
        do throws(BlobError) {
            byteCount = try await store.call(.reading) { tier throws(BlobError) in
                try tier.stat(.original(digest)).byteCount
            }
        } catch {
            return try missing(digest, error)
        }
        // An image that is read takes memory as an upload does.
        guard receiving.take(byteCount) else { throw .upload(.noRoom) }
        let reservation = receiving.reservation(of: byteCount)
        let time = store.time(.reading, byteCount: byteCount)
        let read: Read
        do throws(BlobError) {
            read = try await store.call(.reading, within: time) {
                [deletions, limits] tier throws(BlobError) in
                // No more than the memory that was reserved.
                let blob = try tier.get(.original(digest), within: byteCount)
                // The image may have been deleted meanwhile, or deleted before and uploaded again.
                if deletions.peek(digest.deletionMark) != nil {
                    if (try? tier.stat(.tombstone(digest))) != nil { throw .absent }
                    deletions.remove(digest.deletionMark)
                }
                return Read(blob, limits)
            }
        } catch {
            return try missing(digest, error)
        }
        do throws(RenderError) {
            let source = try read.source.get()
            let file = ImageFile(bytes: source.bytes, digest: digest, reservation: reservation)
            let image = StoredImage(
                digest: digest,
                header: source.header,
                expiry: read.expiry,
                file: file
            )
            remember(image)
            if deletions.peek(digest.deletionMark) != nil { forget(digest) }
            return image
        } catch {
            throw .render(error)
        }
    }

    /// Takes note that the store lacks an image, or throws another error of the store.
    private func missing(_ digest: Digest, _ error: BlobError) throws(ServiceError) -> StoredImage?
    {
        guard error == .absent || error == .damaged else { throw .store(error) }
        presences.remove(digest)
        return nil
    }
}

/// An image that was read from the store, with its header, which was read on the same thread.
private struct Read: Sendable {
    let source: Result<SourceImage, RenderError>
    let expiry: Int?

    init(_ blob: Blob, _ limits: DecodeLimits) {
        expiry = blob.attributes.expiry
        do throws(RenderError) {
            // Each rendering decides which damage it tolerates.
            let source = try SourceImage(bytes: blob.bytes, limits: limits, damage: .partial)
            self.source = .success(source)
        } catch {
            source = .failure(error)
        }
    }
}
