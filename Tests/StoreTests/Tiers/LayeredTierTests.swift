// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
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

    @Test func `tells of failures above, which change no answer, until a probe succeeds`() throws {
        let (upper, lower) = (FaultyTier(), MemoryBlobTier())
        upper.pauses.withLock { $0.tidying = .zero }
        let tier = LayeredTier(upper, above: lower)
        let error = BlobError.unavailable(reason: "gone")
        upper.faults.withLock { $0 = .init(reading: error, writing: error, probing: error) }
        #expect(try tier.put(Blob(chunks: [Self.bytes]), as: Self.name))
        #expect(try tier.get(Self.name).bytes == Self.bytes)
        // Writing, reading, and bringing up what was read.
        #expect(tier.upper?.failures == 3)
        #expect(tier.upper?.health.isFine == true)
        _ = tier.tidy()
        #expect(tier.upper?.health.reading == .away(reason: "gone"))
        upper.faults.withLock { $0 = .init() }
        _ = tier.tidy()
        #expect(tier.upper?.health.isFine == true)
    }

    @Test func `tells the owner of the store of changes above`() async throws {
        let upper = FaultyTier()
        upper.pauses.withLock { $0.tidying = .milliseconds(5) }
        let error = BlobError.unavailable(reason: "gone")
        upper.faults.withLock { $0 = .init(writing: error, probing: error) }
        let tier = LayeredTier(upper, above: MemoryBlobTier())
        let store = BlobStore(tier: tier, waitingLimit: 1_000)
        let events = Mutex<[BlobStore.Event]>([])
        store.begin { event in events.withLock { $0.append(event) } }
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        try await eventually { events.withLock { $0.count } == 1 }
        upper.faults.withLock { $0 = .init() }
        try await eventually { events.withLock { $0.count } == 2 }
        let states = events.withLock { $0 }.compactMap {
            if case .upper(let health) = $0 { health } else { nil }
        }
        #expect(states.map(\.reading) == [.away(reason: "gone"), .fine])
        #expect(store.health.isFine)
        store.stop()
    }

    @Test func `takes no folder without room for results for one that fails`() throws {
        let upper = FaultyTier()
        upper.faults.withLock { $0.writing = .full }
        let tier = LayeredTier(upper, above: MemoryBlobTier())
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: .result(Self.digest, of: Self.digest))
        #expect(tier.upper?.failures == 0)
    }

    @Test func `forgets above what another machine has deleted below`() throws {
        let (upper, lower) = (MemoryBlobTier(), MemoryBlobTier())
        let tier = LayeredTier(upper, above: lower)
        _ = try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
        #expect(try lower.forget(Self.digest, markedUntil: .max))
        var reader = tier.deletionReader()
        #expect(try reader.next() == [Self.digest.deletionMark])
        #expect(throws: BlobError.absent) { try tier.get(Self.name) }
    }

    @Test func `forgets above what was kept and deleted below once more`() throws {
        let (upper, lower) = (MemoryBlobTier(), MemoryBlobTier())
        let tier = LayeredTier(upper, above: lower)
        let result = ResultKey(source: Self.digest, recipe: ["blur"])
        var reader = tier.deletionReader()
        for end in [1_000_000_000_000, 1_000_000_000_001] {
            // By another machine.
            _ = try lower.put(Blob(chunks: [Self.bytes]), as: Self.name)
            _ = try upper.put(Blob(chunks: [[4]]), as: .result(result.digest, of: Self.digest))
            _ = try lower.forget(Self.digest, markedUntil: end)
            _ = try reader.next()
            #expect(try upper.list(.result, of: nil).isEmpty)
        }
    }
}
