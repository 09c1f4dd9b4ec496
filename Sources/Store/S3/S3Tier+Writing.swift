// SPDX-License-Identifier: Apache-2.0

import Crypto
import Synchronization

extension S3Tier {
    /// The number of looks at an object after which a write gives up.
    private static let lookLimit = 4

    /// The number of writes that may wait at the same time for a removal to end.
    static let doubtLimit = 2

    /// Keeps an object, unless it is there already and lives as long.
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
        throw .unavailable(reason: "what has expired is still being removed")
    }

    /// The state of an object beside the blob that is to be kept.
    private enum ObjectState {
        /// No object, an expired one, or one with another digest.
        case different
        /// An object with the same digest, whose bytes have changed.
        case damaged
        /// An object with the same bytes.
        case whole
    }

    private func state(
        of old: S3Object?,
        beside blob: Blob,
        _ name: BlobName
    ) throws(BlobError) -> ObjectState {
        guard let old, old.isAlive(at: clock()), old.attributes.digest == blob.attributes.digest
        else { return .different }
        // The tag of an object is the MD5 of its bytes, or says nothing: then they are read.
        if old.tag == Self.tag(of: blob.bytes) { return .whole }
        do throws(BlobError) {
            _ = try get(name)
            return .whole
        } catch {
            guard error == .absent || error == .damaged else { throw error }
            return .damaged
        }
    }

    /// The time in which a process that may be removing the object would have done so; nil if none may.
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
        // The time is never shortened.
        if let old, old.attributes.outlives(attributes) { attributes = old.attributes }
        if let expiry = attributes.expiry {
            // First, so that nothing expires unnoticed.
            try put([], to: name.expiryKey(expiry))
        }
        var fields = S3Fields.fields(of: attributes, at: clock())
        if isRenewed { fields.append((S3Fields.renewed, "yes")) }
        if name.kind == .result, let resultLife {
            fields.append(("X-Delete-After", String(resultLife)))
        }
        try put(blob.bytes, blob.attributes.digest, to: name.objectKey, fields)
    }

    /// Waits, unless too many threads do.
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

    /// The entity tag of an object with these bytes, in stores whose tags are hashes of the bytes.
    static func tag(of bytes: [UInt8]) -> String {
        "\""
            + Insecure.MD5.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined() + "\""
    }
}
