// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension S3Tier {
    /// The number of times that a write checks the existing object of that name before it gives up.
    private static let lookLimit = 4

    /// The number of writes that may wait at the same time for other processes to finish removals.
    static let doubtLimit = 2

    /// Writes a blob as an object, unless it exists already and expires no earlier.
    ///
    /// Another process may be removing an older object of that name. Then the new one counts as kept when it is
    /// still there after the longest time that a removal takes.
    public func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        var isNew: Bool?
        for _ in 0..<Self.lookLimit {
            let begin = ContinuousClock.now
            let old = try head(name)
            let state = try state(of: old, beside: blob, name)
            let outcome = isNew ?? (state != .whole)
            isNew = outcome
            let isEnough = state == .whole && old?.attributes.outlives(blob.attributes) == true
            let doubt = doubt(about: old, state, name)
            if !isEnough {
                try write(blob, as: name, over: state == .different ? nil : old, doubt != nil)
                guard .now - begin < Self.writingTime else {
                    throw .unavailable(reason: "it takes too long to write")
                }
            }
            guard let doubt else { return outcome }
            try wait(isEnough ? doubt : Self.settlingTime)
        }
        throw .unavailable(reason: "the expired object is still being removed")
    }

    /// The state of the existing object of that name, compared with the blob to write.
    private enum ObjectState {
        /// There is no object, or it has expired or has another digest.
        case different
        /// The object states the same digest, but its bytes have changed.
        case damaged
        /// The object has the same bytes.
        case whole
    }

    private func state(
        of old: S3Object?,
        beside blob: Blob,
        _ name: BlobName
    ) throws(BlobError) -> ObjectState {
        guard let old, old.isAlive(at: clock()), old.attributes.digest == blob.attributes.digest
        else { return .different }
        // Not every entity tag is the MD5 hash of the bytes; if it differs, the bytes are read.
        if let tag = Self.tag(of: blob.chunks), tag == old.tag { return .whole }
        do throws(BlobError) {
            _ = try get(name)
            return .whole
        } catch {
            guard error == .absent || error == .damaged else { throw error }
            return .damaged
        }
    }

    /// The time to wait until no other process can still be removing the object; nil if none can
    /// be.
    private func doubt(
        about old: S3Object?,
        _ state: ObjectState,
        _ name: BlobName
    ) -> Duration? {
        guard name.kind.isDurable, let old else { return nil }
        if state == .damaged || old.remover != nil
            || old.attributes.isExpired(at: time(old) - Self.graceSeconds + Self.clockMargin)
        {
            return Self.settlingTime
        }
        return old.isRenewed && !old.isSettled
            ? .seconds(max(1, Self.settlingSeconds - (old.age ?? 0))) : nil
    }

    private func write(
        _ blob: Blob,
        as name: BlobName,
        over old: S3Object?,
        _ isRenewed: Bool
    ) throws(BlobError) {
        var attributes = blob.attributes
        // A write never shortens the time until the blob expires.
        if let old, old.attributes.outlives(attributes) { attributes = old.attributes }
        if let expiry = attributes.expiry {
            // The expiry is noted before the write, so that no blob expires without a note.
            try put([], to: name.expiryKey(expiry))
        }
        var fields = S3Fields.fields(of: attributes, name, at: clock())
        if isRenewed { fields.append((S3Fields.renewed, "yes")) }
        if name.kind == .result, let resultLife {
            fields.append(("X-Delete-After", String(resultLife)))
        }
        try put(blob.bytes, blob.attributes.digest, to: name.objectKey, fields)
        // The note of an earlier time would outlive a deletion.
        if let earlier = old?.attributes.expiry, earlier != attributes.expiry {
            try delete(name.expiryKey(earlier))
        }
    }

    /// Waits for other processes to finish removals; throws if too many threads wait already.
    private func wait(_ time: Duration) throws(BlobError) {
        let mayWait = doubts.withLock { count in
            guard count < Self.doubtLimit else { return false }
            count += 1
            return true
        }
        guard mayWait else { throw .unavailable(reason: "too many writes wait for removals") }
        defer { doubts.withLock { $0 -= 1 } }
        pause(time)
    }

    /// The entity tag that S3 gives an object with these bytes: their MD5 hash in hexadecimal,
    /// quoted.
    ///
    /// It is nil where libcrypto refuses MD5, as in the FIPS mode.
    static func tag(of chunks: [[UInt8]]) -> String? {
        guard var hash = IncrementalHash(.md5) else { return nil }
        for chunk in chunks { hash.update(chunk.span) }
        return "\"\(Hexadecimal.text(of: hash.finish()))\""
    }
}
