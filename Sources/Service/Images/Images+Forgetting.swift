// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Store
import Synchronization

// Images that were deleted or have expired leave memory, with all that was made from them.
extension Images {
    /// Removes an image and its results from memory; returns whether any of them was there.
    ///
    /// - Returns: Whether the image, unexpired, or a result was there.
    @discardableResult
    func forget(_ digest: Digest) -> Bool {
        let wasPast = expiries.isPast(digest)
        let wasThere = originals.remove(digest)
        presences.remove(digest)
        expiries.set(nil, of: digest)
        let count = forgetMade(from: [digest])
        return !wasPast && (wasThere || count > 0)
    }

    /// Removes expired images, and all results made from them, from memory.
    ///
    /// They may be many, so a queue does it: an event loop has other connections. Meanwhile they count as
    /// absent already.
    func forgetExpired() {
        guard expiries.beginForgetting() else { return }
        forgetting.async { [self] in
            let due = expiries.due()
            for digest in due.digests {
                // An image that was uploaded again meanwhile has another expiry time.
                originals.remove(digest) { ($0.metadata.expiry ?? .max) <= due.time }
                presences.remove(digest)
            }
            forgetMade(from: due.digests)
            expiries.endForgetting(due)
        }
    }

    /// Drops images that other processes have deleted, named by their marks.
    func noteDeletions(_ marks: Set<Digest>) {
        for mark in marks { deletions.insert(true, for: mark, cost: 0) }
        for image in picturesInMemory where marks.contains(image.deletionMark) { forget(image) }
    }

    /// Whether an image was deleted a short time ago, so that no result of it may be kept.
    func isGone(_ digest: Digest) -> Bool {
        // With a store, an image that is not in memory may be stored nevertheless.
        store == nil ? inMemory(digest) == nil : deletions.peek(digest.deletionMark) != nil
    }

    /// The digests of all images of which anything is in memory.
    var picturesInMemory: Set<Digest> {
        owners.withLock { $0 }.reduce(into: Set(originals.digests).union(presences.keys)) {
            $0.formUnion($1.pictures)
        }
    }

    /// Removes all that was made from images from memory; returns the number of results.
    ///
    /// - Returns: The number of complete results that were removed.
    @discardableResult
    private func forgetMade(from digests: Set<Digest>) -> Int {
        owners.withLock { $0 }.reduce(0) { $0 + $1.forget(sources: digests) }
    }
}
