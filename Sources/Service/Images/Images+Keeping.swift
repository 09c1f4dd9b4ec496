// SPDX-License-Identifier: Apache-2.0

import Codecs
import Platform
import Store

// Images are stored and deleted, in memory and in the store.
extension Images {
    /// The time after an image's deletion in which its results are not stored, in seconds.
    ///
    /// It is longer than any rendering takes.
    private static let tombstoneSeconds = 3_600

    /// Stores an uploaded image: in the store, if there is one, and in memory.
    ///
    /// - Parameters:
    ///   - image: The facts about the image.
    ///   - file: Its file.
    /// - Returns: The image, stored for the longer of the old and the new time, and whether it is new.
    /// - Throws: The error of the store, or the limit of the memory for images.
    func keep(
        _ image: StoredImage,
        _ file: ImageFile
    ) async throws(ServiceError) -> (image: StoredImage, isNew: Bool) {
        var image = image
        guard let store else {
            let known = inMemory(image.digest)
            if let known { image.expiry = KeepingTime.longer(image.expiry, known.expiry) }
            guard insert(image, file) != .tooLarge else {
                throw .upload(.imageTooLarge(limit: originals.uploadLimit))
            }
            return (image, known == nil)
        }
        let blob = Blob(
            chunks: [file.bytes],
            digest: file.digest,
            contentType: image.header.format.mediaType,
            expiry: image.expiry
        )
        let time = store.time(.writing, byteCount: file.bytes.count)
        do throws(BlobError) {
            let kept = try await store.call(.writing, within: time) { tier throws(BlobError) in
                try tier.keep(blob, as: file.digest)
            }
            image.expiry = kept.expiry
            deletions.remove(image.digest.deletionMark)
            remember(image)
            return (image, kept.isNew)
        } catch {
            throw .store(error)
        }
    }

    /// Deletes an image and all that was made from it; returns whether there was any of it.
    ///
    /// - Returns: Whether the image was stored, or a result of it was in memory.
    func delete(_ digest: Digest) async throws(ServiceError) -> Bool {
        guard let store else { return forget(digest) }
        let end = Syscall.wallSeconds() + Self.tombstoneSeconds
        let outcome: Result<Bool, BlobError>
        do throws(BlobError) {
            outcome = .success(
                try await store.call(.writing) { tier throws(BlobError) in
                    try tier.forget(digest, markedUntil: end)
                }
            )
        } catch {
            outcome = .failure(error)
        }
        deletions.insert(true, for: digest.deletionMark, cost: 0)
        let wasInMemory = forget(digest)
        switch outcome {
        case .success(let wasStored): return wasStored || wasInMemory
        case .failure(let error): throw .store(error)
        }
    }

    /// Puts an image that was uploaded, or read from the persistent store, into memory.
    func remember(_ image: StoredImage) {
        guard let file = image.file else { return }
        presences.insert(true, for: image.digest, cost: 0)
        _ = insert(image, file)
    }

    private func insert(
        _ image: StoredImage,
        _ file: ImageFile
    ) -> OriginalStore<StoredImage.Facts>.Insertion {
        let (digest, expiry) = (image.digest, image.expiry)
        // First, so that nobody finds the image without its expiry time.
        expiries.set(expiry, of: digest)
        originals.remove(digest) { $0.metadata.expiry != expiry }
        let facts = StoredImage.Facts(header: image.header, expiry: expiry)
        defer { pruneExpiries() }
        return originals.insert(.init(bytes: file.bytes, metadata: facts), digest: digest)
    }

    /// Removes the expiry times of images that are no longer in memory, once there are many.
    private func pruneExpiries() {
        expiries.prune { originals.keeps($0) || presences.peek($0) != nil }
    }
}
