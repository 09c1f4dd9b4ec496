// SPDX-License-Identifier: Apache-2.0

import Fetching

// Many processes look for what has expired, and any of them may write the same blob again at that moment. Stores have
// no lock, and not all of them delete on a condition. So nothing is deleted that was a blob a moment ago:
//
// 1. Nothing is removed until it has been expired for `graceSeconds`, longer than any write takes.
// So what is
//    written over a blob that was alive, or over nothing, is not met by a removal.
// 2. A process puts an empty object in the place of an expired one, with its own name, within `removalSeconds` of the
//    answer by which it may.
// 3. That process deletes the empty object, when this is older than any other process may take for the second step.
//    Other processes leave it alone, until its owner must be gone.
//
// So a writer that finds nothing is safe: a process that has found the expired blob has ended the
// second step by then. One that finds a blob which expired long ago, or an empty object, writes,
// and looks again when each removal that was under way has ended; until then, its object says that
// it is in doubt, so that other writers wait as well.
extension S3Tier {
    /// The pause between two searches for expired objects.
    static let tidyingPause = Duration.seconds(60)

    /// The time for which an expired blob stays in the bucket before its removal, in seconds.
    static let graceSeconds = 600

    /// The longest time that writing a blob may take; beyond that, the write counts as failed.
    static let writingTime = Duration.seconds(graceSeconds - 2 * clockMargin)

    /// The longest time from the response that shows a removable object to the end of its removal,
    /// in seconds.
    static let removalSeconds = 4

    /// The longest time between the response that shows a removable object and the request that
    /// removes it.
    private static let decisionTime = Duration.seconds(1)

    /// The age from which no process can still remove an object because of an earlier response, in
    /// seconds; stores state times in whole seconds.
    static let settlingSeconds = removalSeconds + 1

    /// The time of ``settlingSeconds`` as a duration.
    static let settlingTime = Duration.seconds(settlingSeconds)

    /// The age from which the process that put an empty object in place of a blob is taken for
    /// dead, in seconds: its signed requests have expired.
    static let abandonmentSeconds = 1_200

    /// The greatest difference of the clocks of machines that share a bucket, in seconds.
    static let clockMargin = 10

    /// The current time by the clock that decides about expiry, in seconds since 1970: the store's
    /// or this machine's.
    func time(_ object: S3Object?) -> Int { (goesByStore ? object?.date : nil) ?? clock() }

    /// Removes blobs that expired longer ago than ``graceSeconds``.
    public func tidy() -> Duration {
        var hasBegun = false
        var last: S3Page?
        repeat {
            guard let page = try? page(BlobName.expiryPrefix, after: last) else { break }
            last = page
            // Keys come in the order of time.
            for key in page.keys {
                guard let (expiry, name) = BlobName.expiry(ofKey: key),
                    expiry <= clock() - Self.graceSeconds
                else { return pause(hasBegun) }
                do throws(BlobError) {
                    switch try expire(name, noted: expiry) {
                    case .waits: continue
                    case .begun: hasBegun = true
                    case .ended: try delete(key)
                    }
                } catch {
                    return pause(hasBegun)
                }
            }
        } while last?.continuation != nil
        return pause(hasBegun)
    }

    /// The time until the next search for expired blobs; it is short if a removal is not
    /// complete.
    private func pause(_ hasBegun: Bool) -> Duration {
        hasBegun ? Self.settlingTime + .seconds(1) : Self.tidyingPause
    }

    /// The state of the removal of an expired blob.
    private enum Removing {
        /// The removal must wait: another process does it, or it is too early.
        case waits
        /// The blob is replaced by an empty object, deleted later.
        case begun
        /// The removal is complete.
        case ended
    }

    private func expire(_ name: BlobName, noted expiry: Int) throws(BlobError) -> Removing {
        let begin = ContinuousClock.now
        guard let object = try head(name, attempts: 1) else { return .ended }
        if let remover = object.remover, object.age ?? .max < Self.abandonmentSeconds {
            guard remover == process, object.isSettled else { return .waits }
            return try remove(name, since: begin)
        }
        guard
            object.remover != nil
                || object.attributes.isExpired(at: time(object) - Self.graceSeconds)
        else {
            // A blob that expires later now has another note.
            return object.attributes.expiry == expiry ? .waits : .ended
        }
        guard name.kind.isDurable else { return try remove(name, since: begin) }
        return try replace(name, since: begin) ? .begun : .waits
    }

    private func remove(
        _ name: BlobName,
        since begin: ContinuousClock.Instant
    ) throws(BlobError) -> Removing {
        guard .now - begin < Self.decisionTime else { return .waits }
        // Sent once: a repeated request could take effect after the response to the other one.
        try delete(name.objectKey, attempts: 1)
        return .ended
    }

    /// Replaces a blob by an empty object that names this process, as the first step of a removal.
    ///
    /// - Returns: False if too much time has passed since the answer by which it may be removed.
    private func replace(
        _ name: BlobName,
        since begin: ContinuousClock.Instant
    ) throws(BlobError) -> Bool {
        guard .now - begin < Self.decisionTime else { return false }
        let fields = [(S3Fields.remover, process), ("Cache-Control", "no-store")]
        try put([], to: name.objectKey, fields, attempts: 1)
        return true
    }

    /// Replaces a damaged blob by an empty object, unless it was written again since it was read.
    func replaceDamaged(_ name: BlobName, tag: String?) throws(BlobError) {
        // The expiry is noted first, so that the empty object is found and removed later.
        try put([], to: name.expiryKey(clock() - Self.graceSeconds))
        let begin = ContinuousClock.now
        guard let object = try head(name, attempts: 1), object.remover == nil, object.tag == tag
        else { return }
        _ = try replace(name, since: begin)
    }
}

extension S3Object {
    /// Whether the object is so old that no process can still remove it because of an earlier
    /// response.
    var isSettled: Bool { (age ?? .max) >= S3Tier.settlingSeconds }
}
