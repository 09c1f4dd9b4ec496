// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization
import Testing

@testable import Store

/// A tier on a disk that is full until something is removed.
private final class FullTier: BlobTier {
    let inner = MemoryBlobTier()
    let isFull = Atomic(false)

    func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
        try inner.get(name, within: limit)
    }
    func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes { try inner.stat(name) }
    func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        guard !isFull.load(ordering: .relaxed) else { throw .full }
        return try inner.put(blob, as: name)
    }
    func remove(_ names: [BlobName]) throws(BlobError) -> Int {
        let count = try inner.remove(names)
        if count > 0 { isFull.store(false, ordering: .relaxed) }
        return count
    }
    func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        try inner.list(kind, of: digest)
    }
    func probe(_ use: BlobUse) throws(BlobError) {}
    var lookingPause: Duration { inner.lookingPause }
    func tidy() -> Duration { .seconds(1) }
}

@Suite struct FullTierTests {
    @Test func `deletes pictures from a full disk, and marks them with the room that this makes`()
        throws
    {
        let tier = FullTier()
        let bytes: [UInt8] = [1, 2, 3]
        let digest = Digest(of: bytes)
        _ = try tier.put(Blob(chunks: [bytes]), as: .original(digest))
        tier.isFull.store(true, ordering: .relaxed)
        let end = Syscall.wallSeconds() + 100
        #expect(try tier.forget(digest, markedUntil: end))
        #expect(throws: BlobError.absent) { try tier.get(.original(digest)) }
        #expect(try tier.list(.tombstone, of: nil) == [.tombstone(digest)])
    }

    @Test func `says that a disk is full if nothing is removed from it`() throws {
        let tier = FullTier()
        tier.isFull.store(true, ordering: .relaxed)
        #expect(throws: BlobError.full) {
            try tier.forget(Digest(of: [1]), markedUntil: Syscall.wallSeconds() + 100)
        }
    }
}
