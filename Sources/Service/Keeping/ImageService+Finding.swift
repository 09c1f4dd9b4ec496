// SPDX-License-Identifier: Apache-2.0

import Codecs
import Dispatch
import HTTPServer
import Rendering
import Store

// Stored pictures are found in memory at once, or in the store a little later.
extension ImageService {
    /// The memory for the digests of pictures that the store is known to have, in bytes.
    static let presencesBudget = 1 << 20

    /// Finds stored pictures by their digests, and calls an action with those that exist.
    ///
    /// - Parameters:
    ///   - digests: The digests of the pictures.
    ///   - context: The request; it is answered with the error if the store fails.
    ///   - readsHeaders: Whether the action may read headers again, which long files need a worker for.
    ///   - action: Called at once if all of them are in memory or there is no store, otherwise on a thread of
    ///     the store.
    /// - Throws: The error of the action, if it is called at once.
    func whenFound(
        _ digests: [Digest],
        for context: RequestContext,
        readsHeaders: Bool = true,
        then action: @escaping @Sendable (KeptPictures) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        var kept = KeptPictures()
        var missing: [Digest] = []
        for digest in digests where !missing.contains(digest) {
            if let picture = pictureInMemory(digest) {
                kept.add(picture, digest)
            } else {
                missing.append(digest)
            }
        }
        guard store != nil, !missing.isEmpty else {
            guard readsHeaders else { return try action(kept) }
            return try whereHeadersFit(kept, context) { [kept] () throws(ServiceError) in
                try action(kept)
            }
        }
        fetch(missing[...], kept) { result in
            do throws(ServiceError) {
                try action(try result.get())
            } catch {
                context.fail(error)
            }
        }
    }

    /// Finds a stored picture in memory, unless it has expired.
    func pictureInMemory(_ digest: Digest) -> KeptPicture? {
        expiries.isPast(digest) ? nil : originals.original(for: digest)
    }

    /// Whether a picture is known to be stored, in memory or in the persistent store.
    func isKnown(_ digest: Digest) -> Bool {
        guard !expiries.isPast(digest) else { return false }
        return originals.touch(digest) || (store != nil && presences.peek(digest) != nil)
    }

    /// Reads pictures from the persistent store, one after the other.
    private func fetch(
        _ digests: ArraySlice<Digest>,
        _ kept: KeptPictures,
        then action: @escaping @Sendable (Result<KeptPictures, ServiceError>) -> Void
    ) {
        guard let digest = digests.first else { return action(.success(kept)) }
        let begins = fetches.add(digest) { [self] outcome in
            switch outcome {
            case .failure(let error): action(.failure(error))
            case .success(let fetched):
                var kept = kept
                if let picture = fetched.picture { kept.add(picture, digest, fetched.reservation) }
                fetch(digests.dropFirst(), kept, then: action)
            }
        }
        if begins { read(digest) { [fetches] in fetches.end(digest, $0) } }
    }

    private func read(
        _ digest: Digest,
        then action: @escaping @Sendable (OriginalFetches.Outcome) -> Void
    ) {
        guard let store else { return action(.success(FetchedPicture())) }
        store.call(.reading) { tier throws(BlobError) in
            try tier.stat(.original(digest)).byteCount
        } then: { [self] result in
            switch result {
            case .failure(let error): action(outcome(of: .failure(error), digest))
            case .success(let byteCount): read(digest, byteCount, from: store, then: action)
            }
        }
    }

    private func read(
        _ digest: Digest,
        _ byteCount: Int,
        from store: BlobStore,
        then action: @escaping @Sendable (OriginalFetches.Outcome) -> Void
    ) {
        // A picture that is read takes memory as an upload does.
        guard receiving.take(byteCount) else {
            return action(outcome(of: .success(.noRoom), digest))
        }
        let reservation = receiving.reservation(of: byteCount)
        let time = store.time(.reading, byteCount: byteCount)
        store.call(.reading, within: time) { [deletions] tier throws(BlobError) in
            // No more than the memory that was reserved.
            let blob = try tier.get(.original(digest), within: byteCount)
            // The picture may have been deleted meanwhile, or deleted before and uploaded again.
            let mark = digest.deletionMark
            guard deletions.peek(mark) != nil else { return .found(blob, reservation) }
            if (try? tier.stat(.tombstone(digest))) != nil { throw .absent }
            deletions.remove(mark)
            return .found(blob, reservation)
        } then: { [self] result in
            action(outcome(of: result, digest))
        }
    }

    private func outcome(
        of result: Result<StoredUpload, BlobError>,
        _ digest: Digest
    ) -> OriginalFetches.Outcome {
        switch result {
        case .failure(.absent), .failure(.damaged):
            presences.remove(digest)
            return .success(FetchedPicture())
        case .failure(let error): return .failure(.store(error))
        case .success(.noRoom): return .failure(.upload(.noRoom))
        case .success(.found(let blob, let reservation)):
            do throws(RenderError) {
                let source = try SourceImage(bytes: blob.bytes, limits: limits, damage: .partial)
                let metadata = OriginalMetadata(
                    header: source.header,
                    expiry: blob.attributes.expiry
                )
                let picture = KeptPicture(bytes: source.bytes, metadata: metadata)
                remember(picture, digest)
                if deletions.peek(digest.deletionMark) != nil { forgetInMemory(digest) }
                return .success(FetchedPicture(picture: picture, reservation: reservation))
            } catch {
                return .failure(.render(error))
            }
        }
    }

    /// Puts a picture that was uploaded, or read from the persistent store, into memory.
    func remember(_ picture: KeptPicture, _ digest: Digest) {
        let expiry = picture.metadata.expiry
        // First, so that nobody finds the picture without its expiry time.
        expiries.set(expiry, of: digest)
        originals.remove(digest) { $0.metadata.expiry != expiry }
        _ = originals.insert(picture, digest: digest)
        presences.insert(true, for: digest, cost: 0)
        pruneExpiries()
    }

    /// Removes the expiry times of pictures that are no longer in memory, once there are many.
    func pruneExpiries() {
        expiries.prune { originals.keeps($0) || presences.peek($0) != nil }
    }

    /// Removes a picture and its results from memory; returns whether any of them was there.
    ///
    /// - Returns: Whether the picture, unexpired, or a result was there.
    @discardableResult
    func forgetInMemory(_ digest: Digest) -> Bool {
        let wasPast = expiries.isPast(digest)
        let wasThere = originals.remove(digest)
        presences.remove(digest)
        expiries.set(nil, of: digest)
        let count = forgetMade(from: [digest])
        return !wasPast && (wasThere || count > 0)
    }

    /// Removes expired pictures, and all results made from them, from memory.
    ///
    /// They may be many, so a queue does it: an event loop has other connections. Meanwhile they count as
    /// absent already.
    func forgetExpired() {
        guard expiries.beginForgetting() else { return }
        forgetting.async { [self] in
            let due = expiries.due()
            for digest in due.digests {
                // A picture that was uploaded again meanwhile has another expiry time.
                originals.remove(digest) { ($0.metadata.expiry ?? .max) <= due.time }
                presences.remove(digest)
            }
            forgetMade(from: due.digests)
            expiries.endForgetting(due)
        }
    }

    /// Removes results, analyses and links of images from memory; returns the number of results.
    ///
    /// - Returns: The number of complete results that were removed.
    @discardableResult
    private func forgetMade(from digests: Set<Digest>) -> Int {
        let count = results.forget(sources: digests)
        analyses.forget(sources: digests)
        placeholders.forget(sources: digests)
        geometryAnalyses.forget(sources: digests)
        links.forget(sources: digests)
        failures.forget(sources: digests)
        overruns.forget(sources: digests)
        knownRenderings.remove { _, known in known.key.needs(any: digests) }
        return count
    }

    /// The digests of all images of which anything is in memory.
    var picturesInMemory: Set<Digest> {
        Set(originals.digests).union(presences.keys).union(results.pictures)
            .union(links.pictures).union(analyses.pictures).union(placeholders.pictures)
            .union(geometryAnalyses.pictures).union(failures.pictures).union(overruns.pictures)
    }

    /// Removes the image with a deletion mark, and all that was made from it, from memory.
    func forgetInMemory(marked mark: Digest) {
        for picture in picturesInMemory where picture.isMarked(by: mark) {
            forgetInMemory(picture)
        }
    }
}

/// An upload that was read from the store.
private enum StoredUpload: Sendable {
    /// The file and its attributes, and the memory that is reserved for it.
    case found(Blob, ReceivingBudget.Reservation)
    /// The upload was not read, as there is no memory for it now.
    case noRoom
}
