// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A fast local tier in front of a shared tier that is slower.
///
/// The lower tier alone decides which originals are kept: it is asked for the attributes of each one that is read,
/// and what it does not have, the upper one loses. The upper one saves the way of the bytes, and serves while the
/// lower one is away.
/// Records and marks of deleted originals are in the lower one alone, so that deleted ones are not
/// found in the upper tier.
public final class LayeredTier: BlobTier {
    private let above: any BlobTier
    private let lower: any BlobTier
    private let state = Mutex((upper: UpperTier(), needsProbe: false))
    /// The times at which the upper and the lower tier are to be tidied next.
    private let due = Mutex((upper: ContinuousClock.now, lower: ContinuousClock.now))

    /// Creates a tier from a fast upper tier and a shared lower tier.
    public init(_ upper: any BlobTier, above lower: any BlobTier) {
        above = upper
        self.lower = lower
    }

    /// Reads a blob from the upper tier, or else from the lower one, and then copies it to the
    /// upper one.
    public func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
        guard name.kind.mayBeLate else { return try lower.get(name, within: limit) }
        if name.kind == .original { _ = try stat(name) }
        if let blob = upper(
            .reading,
            { tier throws(BlobError) in
                try tier.get(name, within: limit)
            }
        ) {
            return blob
        }
        let blob = try lower.get(name, within: limit)
        raise(blob, name)
        return blob
    }

    /// Reads the attributes of results from the upper tier if it has them, and all others from the
    /// lower tier.
    ///
    /// While the lower tier is away, the upper one answers for it.
    public func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        if name.kind == .result, let attributes = statAbove(name) { return attributes }
        do throws(BlobError) {
            return try lower.stat(name)
        } catch {
            guard name.kind == .original else { throw error }
            switch error {
            case .absent, .damaged:
                removeAbove([name])
                throw error
            case .unavailable, .full:
                guard let attributes = statAbove(name) else { throw error }
                return attributes
            }
        }
    }

    /// Writes a blob to the lower tier, then to the upper one if it has room.
    public func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        let isNew = try lower.put(blob, as: name)
        if name.kind.mayBeLate { raise(blob, name) }
        return isNew
    }

    /// Removes blobs from both tiers.
    public func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        removeAbove(names)
        return try lower.remove(names)
    }

    /// Lists the blobs of the lower tier.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        try lower.list(kind, of: digest)
    }

    /// The deletion marks of the lower tier.
    public func tombstones() throws(BlobError) -> [Digest: Int] { try lower.tombstones() }

    /// Creates a reader of the lower tier's deletions that also removes the images from the upper tier.
    public func deletionReader() -> any DeletionReader {
        Reader(tier: self, lower: lower.deletionReader())
    }

    private struct Reader: DeletionReader {
        let tier: LayeredTier
        var lower: any DeletionReader
        /// The marks of images that could not be removed from the upper tier yet.
        var pending: Set<Digest> = []

        mutating func next() throws(BlobError) -> Set<Digest> {
            let marks = try lower.next()
            pending = pending.union(marks).filter { !tier.forgetAbove($0) }
            return marks
        }
    }

    /// Checks whether the lower tier works.
    public func probe(_ use: BlobUse) throws(BlobError) { try lower.probe(use) }

    /// The time between two searches of the lower tier, which alone knows what other machines have
    /// deleted.
    public var lookingPause: Duration { lower.lookingPause }

    /// Tidies the upper and the lower tier, each only after the pause that its last tidying asked
    /// for.
    public func tidy() -> Duration {
        // Only one thread at a time tidies; the lock only satisfies the compiler.
        var due = self.due.withLock { $0 }
        if due.upper <= .now { due.upper = .now + above.tidy() }
        if due.lower <= .now { due.lower = .now + lower.tidy() }
        self.due.withLock { [due] in $0 = due }
        probeAbove()
        return max(.zero, min(due.upper, due.lower) - .now)
    }

    /// Removes an image from the upper tier that another machine has deleted from the lower one.
    ///
    /// - Returns: Whether nothing is left to do.
    private func forgetAbove(_ mark: Digest) -> Bool {
        let name = BlobName.tombstone(marked: mark)
        let expiry: Int?
        do throws(BlobError) { expiry = try lower.stat(name).expiry } catch {
            return error == .absent
        }
        guard let expiry else { return true }
        return upper(.writing) { tier throws(BlobError) in
            // A different expiry means that the image was deleted again.
            guard (try? tier.stat(name))?.expiry != expiry else { return }
            for picture in try tier.pictures(marked: mark) {
                _ = try tier.forget(picture, markedUntil: expiry)
            }
            try tier.put(Blob(chunks: [], expiry: expiry), as: name)
        } != nil
    }

    // MARK: Above

    /// The condition of the upper tier, whose failures change no result.
    public var upper: UpperTier? { state.withLock { $0.upper } }

    /// Calls the upper tier, and notes a failure; nil if it fails.
    @discardableResult
    private func upper<Value>(
        _ use: BlobUse,
        _ call: (any BlobTier) throws(BlobError) -> Value
    ) -> Value? {
        do throws(BlobError) {
            return try call(above)
        } catch {
            state.withLock { state in
                if state.upper.failed(error, use) { state.needsProbe = true }
            }
            return nil
        }
    }

    private func statAbove(_ name: BlobName) -> BlobAttributes? {
        upper(.reading) { tier throws(BlobError) in try tier.stat(name) }
    }

    private func removeAbove(_ names: [BlobName]) {
        upper(.writing) { tier throws(BlobError) in try tier.remove(names) }
    }

    private func raise(_ blob: Blob, _ name: BlobName) {
        do throws(BlobError) {
            try above.put(blob, as: name)
        } catch {
            // A folder at its limit sometimes has no room for a result; that is no failure.
            if name.kind == .result, error == .full { return }
            state.withLock { state in
                if state.upper.failed(error, .writing) { state.needsProbe = true }
            }
        }
    }

    /// Probes the upper tier after a failure, until it works.
    private func probeAbove() {
        guard state.withLock({ $0.needsProbe }) else { return }
        let errors = BlobUse.allCases.map { use -> BlobError? in
            do throws(BlobError) {
                try above.probe(use)
                return nil
            } catch {
                return error
            }
        }
        state.withLock { state in
            state.needsProbe = state.upper.probed(reading: errors[0], writing: errors[1])
        }
    }
}

/// The condition of an upper tier, and the number of its failures.
public struct UpperTier: Hashable, Sendable {
    /// Whether reads and writes of the upper tier work.
    public private(set) var health = StoreHealth()

    /// The number of calls of the upper tier that failed.
    public private(set) var failures = 0

    /// Notes a failed call.
    ///
    /// - Returns: Whether a probe is needed.
    mutating func failed(_ error: BlobError, _ use: BlobUse) -> Bool {
        let needsProbe = health.failed(error, use)
        if needsProbe { failures += 1 }
        return needsProbe
    }

    /// Notes the results of probing reads and writes; nil means success.
    ///
    /// - Returns: Whether to probe again.
    mutating func probed(reading: BlobError?, writing: BlobError?) -> Bool {
        health.probed(reading: reading, writing: writing) != nil
    }
}

extension BlobKind {
    /// Whether other machines may learn with a delay that a blob of the kind was removed.
    fileprivate var mayBeLate: Bool {
        switch self {
        case .original, .result: true
        case .record, .reference, .tombstone: false
        }
    }
}
