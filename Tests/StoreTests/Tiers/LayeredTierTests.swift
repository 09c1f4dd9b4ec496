// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Store

@Suite struct LayeredTierTests {
    private static let bytes: [UInt8] = [1, 2, 3]
    private static let digest = Digest(of: bytes)
    private static let name = BlobName.original(digest)

    @Test func `keeps in both, and reads from the upper one while the lower one is away`() throws {
        let (upper, lower) = (MemoryBlobTier(), FaultyTier())
        let tier = LayeredTier(upper, above: lower)
        #expect(try tier.put(Blob(chunks: [Self.bytes]), as: Self.name))
        #expect(try upper.get(Self.name).bytes == Self.bytes)
        lower.faults.withLock { $0.reading = .unavailable(reason: "away") }
        #expect(try tier.get(Self.name).bytes == Self.bytes)
        #expect(try tier.stat(Self.name).byteCount == Self.bytes.count)
    }

    @Test func `loses above what is gone below, however long ago that was`() throws {
        let (upper, lower) = (MemoryBlobTier(), MemoryBlobTier())
        let tier = LayeredTier(upper, above: lower)
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        // By another machine, whose mark has ended.
        _ = try lower.remove([Self.name])
        #expect(throws: BlobError.absent) { try tier.get(Self.name) }
        #expect(throws: BlobError.absent) { try upper.get(Self.name) }
    }

    @Test func `brings up what only the lower one has`() throws {
        let (upper, lower) = (MemoryBlobTier(), MemoryBlobTier())
        _ = try lower.put(Blob(chunks: [Self.bytes]), as: Self.name)
        #expect(try LayeredTier(upper, above: lower).get(Self.name).bytes == Self.bytes)
        #expect(try upper.get(Self.name).bytes == Self.bytes)
    }

    @Test func `goes down for what is damaged above`() throws {
        let (upper, lower) = (MemoryBlobTier(), MemoryBlobTier())
        let tier = LayeredTier(upper, above: lower)
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        upper.damage(Self.name, with: [9])
        #expect(try tier.get(Self.name).bytes == Self.bytes)
        #expect(try upper.get(Self.name).bytes == Self.bytes)
    }

    @Test
    func `tidies each tier at its own pace, and looks for deletions at that of the lower one`() {
        let (upper, lower) = (FaultyTier(), FaultyTier())
        upper.pauses.withLock { $0 = (looking: .zero, tidying: .zero) }
        lower.pauses.withLock { $0 = (looking: .seconds(15), tidying: .seconds(3_600)) }
        let tier = LayeredTier(upper, above: lower)
        let pauses = (0..<3).map { _ in tier.tidy() }
        #expect(pauses.allSatisfy { $0 < .seconds(1) })
        #expect(upper.counts.withLock { $0.tidied } == 3)
        #expect(lower.counts.withLock { $0.tidied } == 1)
        #expect(tier.lookingPause == .seconds(15))
    }

    @Test func `forgets above what another machine has deleted below`() throws {
        let (upper, lower) = (MemoryBlobTier(), MemoryBlobTier())
        let tier = LayeredTier(upper, above: lower)
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        #expect(try lower.forget(Self.digest, markedUntil: .max))
        #expect(try tier.list(.tombstone, of: nil) == [.tombstone(Self.digest)])
        #expect(throws: BlobError.absent) { try tier.get(Self.name) }
    }
}
