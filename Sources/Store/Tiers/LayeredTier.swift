// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A tier that is quick to ask above one that many machines share.
///
/// The lower tier alone decides which originals are kept: it is asked for the attributes of each one that is read,
/// and what it does not have, the upper one loses. The upper one saves the way of the bytes, and serves while the
/// lower one is away.
/// Links and marks of deleted originals are in the lower one alone, so that what is withdrawn is not found above.
public final class LayeredTier: BlobTier {
    private let above: any BlobTier
    private let lower: any BlobTier
    private let state = Mutex((upper: UpperTier(), needsProbe: false))
    /// The marks of the lower tier that the upper one has followed.
    private let forgotten = Mutex<[Digest: String]>([:])
    /// The times at which the tiers are to be tidied next.
    private let due = Mutex((upper: ContinuousClock.now, lower: ContinuousClock.now))

    /// Puts a tier above another one.
    public init(_ upper: any BlobTier, above lower: any BlobTier) {
        above = upper
        self.lower = lower
    }

    /// Reads from the upper tier, or else from the lower one, and then copies the blob to the upper one.
    public func get(_ name: BlobName) throws(BlobError) -> Blob {
        guard name.kind.mayBeLate else { return try lower.get(name) }
        if name.kind == .original { _ = try stat(name) }
        if let blob = upper(.reading, { tier throws(BlobError) in try tier.get(name) }) {
            return blob
        }
        let blob = try lower.get(name)
        raise(blob, name)
        return blob
    }

    /// Asks the upper tier about results, and the lower one about all other blobs.
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

    /// Keeps a blob in the lower tier, then in the upper one if that has room.
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

    /// Lists what the lower tier has.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        try lower.list(kind, of: digest)
    }

    /// The marks of deleted originals in the lower tier; the upper one forgets these originals.
    public func tombstones() throws(BlobError) -> [Digest: String] {
        let marks = try lower.tombstones()
        forget(marks)
        return marks
    }

    /// Asks the lower tier.
    public func probe(_ use: BlobUse) throws(BlobError) { try lower.probe(use) }

    /// The pause of the lower tier, which alone knows what other machines have deleted.
    public var lookingPause: Duration { lower.lookingPause }

    /// Tidies the tiers whose time has come: work in one of them may cost more than in the other one.
    public func tidy() -> Duration {
        // One thread at a time tidies; the lock is for the compiler alone.
        var due = self.due.withLock { $0 }
        if due.upper <= .now { due.upper = .now + above.tidy() }
        if due.lower <= .now { due.lower = .now + lower.tidy() }
        self.due.withLock { [due] in $0 = due }
        probeAbove()
        return max(.zero, min(due.upper, due.lower) - .now)
    }

    /// Removes from the upper tier what other machines have deleted from the lower one.
    private func forget(_ marks: [Digest: String]) {
        let known = forgotten.withLock { known in
            defer { known = known.filter { marks[$0.key] == $0.value } }
            return known
        }
        for (digest, mark) in marks where known[digest] != mark {
            guard let expiry = (try? lower.stat(.tombstone(digest)))?.expiry else { continue }
            let isForgotten: Void? = upper(.writing) { tier throws(BlobError) in
                // Another mark is that of another deletion.
                if (try? tier.stat(.tombstone(digest)))?.expiry != expiry {
                    _ = try tier.forget(digest, markedUntil: expiry)
                }
            }
            if isForgotten != nil { forgotten.withLock { $0[digest] = mark } }
        }
    }

    // MARK: Above

    /// The state of the upper tier, whose failures change no answer.
    public var upper: UpperTier? { state.withLock { $0.upper } }

    /// Calls the upper tier; nil if it fails.
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
            // A folder at its limit has no room for results now and then, which is no failure.
            if name.kind == .result, error == .full { return }
            state.withLock { state in
                if state.upper.failed(error, .writing) { state.needsProbe = true }
            }
        }
    }

    /// Asks the upper tier whether it works, after a failure and until it does.
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

/// The state of a tier above another one.
public struct UpperTier: Hashable, Sendable {
    /// The condition of its reads and writes.
    public private(set) var health = StoreHealth()

    /// The number of calls that failed.
    public private(set) var failures = 0

    /// Takes note of a failure.
    ///
    /// - Returns: Whether a probe is needed.
    mutating func failed(_ error: BlobError, _ use: BlobUse) -> Bool {
        let needsProbe = health.failed(error, use)
        if needsProbe { failures += 1 }
        return needsProbe
    }

    /// Takes note of the probes of both uses; nil is a success.
    ///
    /// - Returns: Whether to probe again.
    mutating func probed(reading: BlobError?, writing: BlobError?) -> Bool {
        health.probed(reading: reading, writing: writing) != nil
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
