// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A tier that is quick to ask above one that many machines share.
///
/// The lower tier alone decides which originals are kept: it is asked for the attributes of each one that is read,
/// and what it does not have, the upper one loses. The upper one saves the way of the bytes, and serves while the
/// lower one is away.
/// Links and marks of deleted originals are in the lower one alone, so that what is withdrawn is not found above.
public final class LayeredTier: BlobTier {
    private let upper: any BlobTier
    private let lower: any BlobTier
    /// The times at which the tiers are to be tidied next.
    private let due = Mutex((upper: ContinuousClock.now, lower: ContinuousClock.now))

    /// Puts a tier above another one.
    public init(_ upper: any BlobTier, above lower: any BlobTier) {
        self.upper = upper
        self.lower = lower
    }

    /// Reads from the upper tier, or else from the lower one, whose blob goes up.
    public func get(_ name: BlobName) throws(BlobError) -> Blob {
        guard name.kind.mayBeLate else { return try lower.get(name) }
        if name.kind == .original { _ = try stat(name) }
        if let blob = try? upper.get(name) { return blob }
        let blob = try lower.get(name)
        _ = try? upper.put(blob, as: name)
        return blob
    }

    /// Asks the upper tier about what can be made again, and the lower one about all else.
    ///
    /// While the lower tier is away, the upper one answers for it.
    public func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        if name.kind == .result, let attributes = try? upper.stat(name) { return attributes }
        do throws(BlobError) {
            return try lower.stat(name)
        } catch {
            guard name.kind == .original else { throw error }
            switch error {
            case .absent, .damaged:
                _ = try? upper.remove([name])
                throw error
            case .unavailable, .full:
                guard let attributes = try? upper.stat(name) else { throw error }
                return attributes
            }
        }
    }

    /// Keeps a blob in the lower tier, then in the upper one if that has room.
    public func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        let isNew = try lower.put(blob, as: name)
        if name.kind.mayBeLate { _ = try? upper.put(blob, as: name) }
        return isNew
    }

    /// Removes blobs from both tiers.
    public func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        _ = try? upper.remove(names)
        return try lower.remove(names)
    }

    /// Lists what the lower tier has.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        let names = try lower.list(kind, of: digest)
        if kind == .tombstone { forget(names) }
        return names
    }

    /// Asks the lower tier.
    public func probe(_ use: BlobUse) throws(BlobError) { try lower.probe(use) }

    /// The pause of the lower tier, which alone knows what other machines have deleted.
    public var lookingPause: Duration { lower.lookingPause }

    /// Tidies the tiers whose time has come: work in one of them may cost more than in the other one.
    public func tidy() -> Duration {
        // One thread at a time tidies; the lock is for the compiler alone.
        var due = self.due.withLock { $0 }
        if due.upper <= .now { due.upper = .now + upper.tidy() }
        if due.lower <= .now { due.lower = .now + lower.tidy() }
        self.due.withLock { [due] in $0 = due }
        return max(.zero, min(due.upper, due.lower) - .now)
    }

    /// Removes from the upper tier what other machines have deleted from the lower one.
    private func forget(_ tombstones: [BlobName]) {
        let known = Set((try? upper.list(.tombstone, of: nil)) ?? [])
        for name in tombstones where !known.contains(name) {
            guard let mark = try? lower.stat(name), let expiry = mark.expiry else { continue }
            _ = try? upper.forget(name.digest, markedUntil: expiry)
        }
    }
}

extension BlobKind {
    /// Whether other machines may learn a little later that a blob of the kind is gone.
    fileprivate var mayBeLate: Bool {
        switch self {
        case .original, .result: true
        case .link, .tombstone: false
        }
    }
}
