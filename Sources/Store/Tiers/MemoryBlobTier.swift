// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

/// A storage tier in memory, the reference implementation for testing the others.
///
/// It keeps everything, and forgets it with the process.
public final class MemoryBlobTier: BlobTier {
    private let blobs = Mutex<[BlobName: Blob]>([:])
    private let clock: @Sendable () -> Int

    /// Creates an empty tier.
    ///
    /// - Parameter clock: Returns the seconds since 1970; nil for the system's clock.
    public init(clock: (@Sendable () -> Int)? = nil) { self.clock = clock ?? Syscall.wallSeconds }

    /// Reads a blob, and verifies its digest.
    public func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
        guard let blob = blobs.withLock({ $0[name] }), !blob.attributes.isExpired(at: clock())
        else {
            throw .absent
        }
        guard blob.attributes.byteCount <= limit else { throw .damaged }
        guard Blob.digest(of: blob.chunks) == blob.attributes.digest else {
            blobs.withLock { _ = $0.removeValue(forKey: name) }
            throw .damaged
        }
        return blob
    }

    /// Reads the attributes of a blob.
    public func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        try get(name).attributes
    }

    /// Stores a blob, unless it exists already and expires no earlier.
    public func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        let old = try? get(name)
        let wasThere = old?.attributes.digest == blob.attributes.digest
        if let old, wasThere, old.attributes.outlives(blob.attributes) { return false }
        blobs.withLock { $0[name] = blob }
        return !wasThere
    }

    /// Removes blobs, and returns how many there were.
    public func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        blobs.withLock { blobs in names.count { blobs.removeValue(forKey: $0) != nil } }
    }

    /// Lists the names of all blobs of a kind.
    public func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        blobs.withLock { blobs in
            blobs.keys.filter { $0.kind == kind && (digest == nil || $0.digest == digest) }
        }
    }

    /// Does nothing: memory can always be used.
    public func probe(_ use: BlobUse) throws(BlobError) {}

    /// One second, because listing the tombstones costs nothing.
    public var lookingPause: Duration { .seconds(1) }

    /// Removes expired blobs.
    public func tidy() -> Duration {
        let now = clock()
        blobs.withLock { $0 = $0.filter { !$0.value.attributes.isExpired(at: now) } }
        return .seconds(1)
    }

    /// Replaces the bytes of a blob without its digest, as a broken disk does; for tests.
    func damage(_ name: BlobName, with bytes: [UInt8]) {
        blobs.withLock { blobs in
            guard let blob = blobs[name] else { return }
            blobs[name] = Blob(bytes: bytes, attributes: blob.attributes)
        }
    }
}
