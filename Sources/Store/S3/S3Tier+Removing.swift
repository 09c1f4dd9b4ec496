// SPDX-License-Identifier: Apache-2.0

import Fetching

// Many processes look for what has expired, and any of them may write the same blob again at that moment. Stores have
// no lock, and not all of them delete on a condition. So nothing is deleted that was a blob a moment ago:
//
// 1. Nothing is removed until it has been expired for `graceSeconds`, which is longer than any write takes. So what is
//    written over a blob that was alive, or over nothing, is not met by a removal.
// 2. A process puts an empty object in the place of an expired one, with its own name, within `removalSeconds` of the
//    answer by which it may.
// 3. That process deletes the empty object, when this is older than any other process may take for the second step.
//    Other processes leave it alone, until its owner must be gone.
//
// So a writer that finds nothing is safe: whoever has found the expired blob has ended the second step by then. One that
// finds a blob which expired long ago, or an empty object, writes, and looks again when each removal that was under way
// has ended; until then, its object says that it is in doubt, so that other writers wait as well.
extension S3Tier {
    /// The pause between two searches for expired objects.
    static let tidyingPause = Duration.seconds(60)

    /// The time for which an expired blob stays, in seconds.
    static let graceSeconds = 600

    /// The longest time that a write may take.
    static let writingTime = Duration.seconds(graceSeconds - 2 * clockMargin)

    /// The longest time from the answer by which an object may be removed to the end of its removal, in seconds.
    static let removalSeconds = 4

    /// The time in which a process decides, within ``removalSeconds``.
    private static let decisionTime = Duration.seconds(1)

    /// The age from which an object is not about to be removed by an earlier answer, in seconds; times of stores
    /// are whole seconds.
    static let settlingSeconds = removalSeconds + 1

    /// The same duration, to wait for.
    static let settlingTime = Duration.seconds(settlingSeconds)

    /// The age of an empty object whose process must be gone, in seconds: no signed request is taken any more.
    static let abandonmentSeconds = 1_200

    /// The seconds by which the clocks of the machines of a store may differ.
    static let clockMargin = 10

    /// The time by the clock that decides what has expired, in seconds since 1970.
    func time(_ object: S3Object?) -> Int { (goesByStore ? object?.date : nil) ?? clock() }

    /// Removes what has expired.
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

    /// The time until the next search, which is short if a removal has begun.
    private func pause(_ hasBegun: Bool) -> Duration {
        hasBegun ? Self.settlingTime + .seconds(1) : Self.tidyingPause
    }

    /// A step of a removal.
    private enum Removing {
        /// Somebody else does it, or it is too early.
        case waits
        /// An empty object is in its place.
        case begun
        /// Nothing is left to do.
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
            // One that was prolonged is noted elsewhere.
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
        // Once: of two requests, the first may be carried out after the second was answered.
        try delete(name.objectKey, attempts: 1)
        return .ended
    }

    /// Puts an empty object in the place of another one.
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

    /// Puts an empty object in the place of a damaged one, unless that was written again since it was read.
    func replaceDamaged(_ name: BlobName, tag: String?) throws(BlobError) {
        // First, so that the empty object is found and removed.
        try put([], to: name.expiryKey(clock() - Self.graceSeconds))
        let begin = ContinuousClock.now
        guard let object = try head(name, attempts: 1), object.remover == nil, object.tag == tag
        else { return }
        _ = try replace(name, since: begin)
    }
}

extension S3Object {
    /// Whether the object is too old for any process to remove it because of an earlier answer.
    var isSettled: Bool { (age ?? .max) >= S3Tier.settlingSeconds }
}
