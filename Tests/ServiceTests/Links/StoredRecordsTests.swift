// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct StoredRecordsTests {
    /// A tier that counts its reads, and that does something else while a link is read.
    private final class CountingTier: BlobTier {
        let inner = MemoryBlobTier()
        let reads = Mutex(0)
        let hooks = Mutex(Hooks())

        struct Hooks {
            var afterRead: (@Sendable () -> Void)?
        }

        func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
            reads.withLock { $0 += 1 }
            let blob = try inner.get(name, within: limit)
            hooks.withLock { $0.afterRead.take() }?()
            return blob
        }
        func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes { try inner.stat(name) }
        func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
            try inner.put(blob, as: name)
        }
        func remove(_ names: [BlobName]) throws(BlobError) -> Int { try inner.remove(names) }
        func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
            try inner.list(kind, of: digest)
        }
        func probe(_ use: BlobUse) throws(BlobError) {}
        var lookingPause: Duration { .seconds(15) }
        func tidy() -> Duration { .seconds(1) }
    }

    private let tier = CountingTier()
    private let start = ContinuousClock.now
    private let passed = Passed()
    private let links: StoredRecords
    private let other: StoredRecords

    private final class Passed: Sendable {
        let time = Mutex(Duration.zero)
    }

    init() {
        let clock: @Sendable () -> ContinuousClock.Instant = { [start, passed] in
            start + passed.time.withLock { $0 }
        }
        links = StoredRecords(BlobStore(tier: tier, waitingLimit: 0), clock: clock)
        other = StoredRecords(BlobStore(tier: tier, waitingLimit: 0), clock: clock)
    }

    private func find(_ name: LinkName) async throws -> [UInt8]? {
        try await links.find(RecordName(name))
    }

    private func keep(_ name: LinkName) async throws {
        #expect(try await links.keep([1, 2], as: RecordName(name), to: [], until: nil))
    }

    private func remove(_ name: LinkName, from links: StoredRecords) async throws -> Bool {
        try await links.remove(RecordName(name))
    }

    @Test func `reads a link once, until others may have deleted it`() async throws {
        let name = LinkName.random()
        try await keep(name)
        for _ in 0..<3 { #expect(try await find(name) == [1, 2]) }
        #expect(tier.reads.withLock { $0 } == 1)
        #expect(try await remove(name, from: other))
        passed.time.withLock { $0 = .milliseconds(14_999) }
        #expect(try await find(name) == [1, 2])
        passed.time.withLock { $0 = .seconds(15) }
        #expect(try await find(name) == nil)
    }

    @Test func `forgets a link at once that is deleted here`() async throws {
        let name = LinkName.random()
        try await keep(name)
        #expect(try await find(name) == [1, 2])
        #expect(try await remove(name, from: links))
        #expect(try await find(name) == nil)
    }

    @Test func `does not remember a link that is deleted while it is read`() async throws {
        let name = LinkName.random()
        try await keep(name)
        tier.hooks.withLock { hooks in
            hooks.afterRead = { [links] in
                let isRemoved = DispatchSemaphore(value: 0)
                Task {
                    _ = try? await links.remove(RecordName(name))
                    isRemoved.signal()
                }
                isRemoved.wait()
            }
        }
        #expect(try await find(name) == [1, 2])
        #expect(try await find(name) == nil)
    }

    @Test func `remembers links within a budget`() async throws {
        let links = StoredRecords(BlobStore(tier: tier, waitingLimit: 0), budget: 1_000)
        let names = (0..<5).map { _ in LinkName.random() }
        for name in names {
            try await keep(name)
            _ = try await links.find(RecordName(name))
        }
        let before = tier.reads.withLock { $0 }
        for name in names {
            _ = try await links.find(RecordName(name))
        }
        #expect(tier.reads.withLock { $0 } - before >= 3)
    }
}
