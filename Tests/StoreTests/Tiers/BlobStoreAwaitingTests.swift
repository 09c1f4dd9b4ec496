// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite struct BlobStoreAwaitingTests {
    private let tier = FaultyTier()

    private func makeStore() -> BlobStore {
        var patience = BlobStore.Patience()
        patience.reading = .milliseconds(300)
        return BlobStore(tier: tier, waitingLimit: 1_000, patience: patience)
    }

    private func failure(_ store: BlobStore, _ name: BlobName) async -> BlobError? {
        do throws(BlobError) {
            _ = try await store.call(.reading) { tier throws(BlobError) in try tier.get(name) }
            return nil
        } catch {
            return error
        }
    }

    @Test func `returns what a call has read, or throws its error`() async throws {
        let store = makeStore()
        let blob = Blob(chunks: [BlobStoreTests.bytes])
        _ = try await store.call(.writing) { tier throws(BlobError) in
            try tier.put(blob, as: BlobStoreTests.name)
        }
        #expect(await failure(store, BlobStoreTests.name) == nil)
        #expect(await failure(store, .tombstone(Digest(of: [9]))) == .absent)
        #expect(await store.lookUp(BlobStoreTests.name)?.bytes == BlobStoreTests.bytes)
        #expect(await store.lookUp(.tombstone(Digest(of: [9]))) == nil)
    }

    @Test func `ends the wait for a call that takes too long`() async {
        let store = makeStore()
        tier.faults.withLock { $0.isHanging = true }
        defer { tier.release() }
        let failure = await failure(store, BlobStoreTests.name)
        #expect(failure == .unavailable(reason: "it did not respond in time"))
        #expect(store.statistics.failures == 1)
    }

    @Test func `drops the calls of cancelled tasks, and blames nobody for them`() async throws {
        let store = makeStore()
        tier.faults.withLock { $0.isHanging = true }
        // As many as there are threads, and one more.
        let tasks = (0..<9).map { _ in Task { await failure(store, BlobStoreTests.name) } }
        for task in tasks { task.cancel() }
        for task in tasks {
            #expect(await task.value == .unavailable(reason: "the request was cancelled"))
        }
        tier.release()
        try await Task.sleep(for: .milliseconds(500))
        #expect(store.statistics.failures == 0)
        #expect(store.health.isFine)
    }
}
