// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Store

/// A tier that fails, hangs and slows down as tests say.
final class FaultyTier: BlobTier {
    struct Faults {
        var reading: BlobError?
        var writing: BlobError?
        var probing: BlobError?
        var isHanging = false
    }

    let inner = MemoryBlobTier()
    let pauses = Mutex((looking: Duration.seconds(1), tidying: Duration.seconds(1)))
    let counts = Mutex((looks: 0, tidied: 0))
    let faults = Mutex(Faults())
    private let gate = DispatchSemaphore(value: 0)

    /// Lets all calls that hang go on.
    func release() {
        faults.withLock { $0.isHanging = false }
        for _ in 0..<100 { gate.signal() }
    }

    private func check(_ path: KeyPath<Faults, BlobError?>) throws(BlobError) {
        let (error, hangs) = faults.withLock { ($0[keyPath: path], $0.isHanging) }
        if hangs { gate.wait() }
        if let error { throw error }
    }

    func get(_ name: BlobName, within limit: Int) throws(BlobError) -> Blob {
        try check(\.reading)
        return try inner.get(name, within: limit)
    }
    func stat(_ name: BlobName) throws(BlobError) -> BlobAttributes {
        try check(\.reading)
        return try inner.stat(name)
    }
    func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        try check(\.writing)
        return try inner.put(blob, as: name)
    }
    func remove(_ names: [BlobName]) throws(BlobError) -> Int { try inner.remove(names) }
    func list(_ kind: BlobKind, of digest: Digest?) throws(BlobError) -> [BlobName] {
        if kind == .tombstone { counts.withLock { $0.looks += 1 } }
        return try inner.list(kind, of: digest)
    }
    func probe(_ use: BlobUse) throws(BlobError) { if use == .reading { try check(\.probing) } }
    var lookingPause: Duration { pauses.withLock { $0.looking } }
    func tidy() -> Duration {
        counts.withLock { $0.tidied += 1 }
        return pauses.withLock { $0.tidying }
    }
}

@Suite struct BlobStoreTests {
    static let bytes: [UInt8] = [1, 2, 3]
    static let name = BlobName.original(Digest(of: bytes))
    static let key = ResultKey(source: Digest(of: bytes), recipe: ["a"])
    static let deletion = BlobStore.Event.deleted(marks: [key.source.deletionMark])

    private let tier = FaultyTier()
    private let store: BlobStore
    private let events = EventList()

    final class EventList: Sendable {
        let all = Mutex<[BlobStore.Event]>([])
        var states: [StoreHealth] {
            all.withLock { $0 }.compactMap {
                if case .health(let health) = $0 { health } else { nil }
            }
        }
    }

    init() {
        var patience = BlobStore.Patience()
        patience.reading = .milliseconds(300)
        patience.writing = .milliseconds(300)
        patience.probing = .milliseconds(200)
        store = BlobStore(tier: tier, waitingLimit: 1_000, patience: patience)
        store.begin { [events] event in events.all.withLock { $0.append(event) } }
    }

    private func get() async -> Result<Blob, BlobError> {
        await delivery { deliver in
            store.call(.reading) { tier throws(BlobError) in
                try tier.get(Self.name)
            } then: {
                deliver($0)
            }
        }
    }

    private func put() async -> Result<Bool, BlobError> {
        await delivery { deliver in
            store.call(.writing) { tier throws(BlobError) in
                try tier.put(Blob(chunks: [Self.bytes]), as: Self.name)
            } then: {
                deliver($0)
            }
        }
    }

    @Test func `calls the tier and comes back`() async throws {
        #expect(try await put().get())
        #expect(try await get().get().bytes == Self.bytes)
        #expect(store.statistics.reads == 1)
        #expect(store.statistics.writes == 1)
        #expect(store.health.isFine)
        store.stop()
    }

    @Test func `reports an event after 100,000 others`() {
        let count = Atomic(0)
        let store = BlobStore(
            tier: tier,
            waitingLimit: 0,
            prober: { _ in true },
            keeper: { _ in true }
        )
        store.begin { _ in count.wrappingAdd(1, ordering: .relaxed) }
        for _ in 0...100_000 { store.tell(Self.deletion) }
        #expect(count.load(ordering: .relaxed) == 100_001)
        store.stop()
    }

    @Test func `gives up a call that hangs, says so, and heals by itself`() async throws {
        _ = await put()
        tier.faults.withLock { $0.isHanging = true }
        let begin = ContinuousClock.now
        let result = await get()
        #expect(ContinuousClock.now - begin < .seconds(5))
        guard case .failure(.unavailable) = result else {
            Issue.record("\(result)")
            return
        }
        try await eventually { !store.health.isFine }
        // From now on, nobody waits.
        let second = ContinuousClock.now
        _ = await get()
        #expect(ContinuousClock.now - second < .milliseconds(200))
        #expect(!store.lookUp(Self.name) { _ in })
        tier.release()
        try await eventually { store.health.isFine }
        #expect(try await get().get().bytes == Self.bytes)
        #expect(events.states.map(\.isFine) == [false, true])
        store.stop()
    }

    @Test func `asks again when a call fails while the tier is being asked`() async throws {
        let tier = FaultyTier()
        tier.faults.withLock { $0.isHanging = true }
        let store = BlobStore(tier: tier, waitingLimit: 1_000)
        store.begin { _ in }
        // The probe waits with an answer from before the fault.
        try await eventually { !store.health.isFine }
        let error = BlobError.unavailable(reason: "gone")
        tier.faults.withLock { $0 = .init(reading: error, probing: error) }
        store.probe()
        tier.release()
        try await eventually(within: .seconds(20)) {
            store.health.reading == .away(reason: "gone")
        }
        store.stop()
    }

    @Test func `does not take one blob that cannot be read for the whole tier`() async throws {
        tier.faults.withLock { $0.reading = .unavailable(reason: "a bad sector") }
        _ = await get()
        try await eventually { store.statistics.failures == 1 }
        #expect(events.states.isEmpty)
        store.stop()
    }

    @Test func `tells that there is no room, goes on reading, and heals`() async throws {
        _ = await put()
        tier.faults.withLock { ($0.writing, $0.probing) = (.full, nil) }
        #expect(await put() == .failure(.full))
        try await eventually { events.states.first?.writing == .full }
        #expect(try await get().get().bytes == Self.bytes)
        tier.faults.withLock { $0.writing = nil }
        try await eventually { store.health.isFine }
        store.stop()
    }

    @Test func `looks results up in a bounded time, and stops when it took too long`() async throws
    {
        tier.faults.withLock { $0.isHanging = true }
        let begin = ContinuousClock.now
        let found: Blob? = await delivery { deliver in
            let isAsked = store.lookUp(.result(Self.key.digest, of: Self.key.source)) {
                deliver($0)
            }
            if !isAsked { deliver(nil) }
        }
        #expect(found == nil)
        #expect(ContinuousClock.now - begin < .seconds(2))
        #expect(!store.lookUp(Self.name) { _ in })
        tier.release()
        store.stop()
    }

    @Test func `writes behind what took longer to make than to read, and nothing else`()
        async throws
    {
        _ = await put()
        _ = try await get().get()
        let blob = Blob(chunks: [Self.bytes])
        store.writeBehind(Self.key, madeIn: 0) { blob }
        let other = ResultKey(source: Self.key.source, recipe: ["b"])
        store.writeBehind(other, madeIn: 100) { blob }
        try await eventually { (try? tier.inner.list(.result, of: nil).count) == 1 }
        let names = try tier.inner.list(.result, of: nil)
        #expect(names == [.result(other.digest, of: other.source)])
        store.stop()
    }

    @Test func `drops the oldest results when too many wait`() async throws {
        tier.faults.withLock { $0.isHanging = true }
        for number in 0..<10 {
            let key = ResultKey(source: Self.key.source, recipe: ["\(number)"])
            store.writeBehind(key, madeIn: 100) {
                Blob(chunks: [Array(repeating: UInt8(number), count: 400)])
            }
        }
        try await eventually { store.statistics.dropped >= 7 }
        #expect(store.statistics.waitingByteCount <= 1_000)
        tier.release()
        store.stop()
    }

    @Test func `looks for deletions at the pace of the tier`() async throws {
        let (often, seldom) = (FaultyTier(), FaultyTier())
        often.pauses.withLock { $0.looking = .milliseconds(20) }
        seldom.pauses.withLock { $0.looking = .seconds(3_600) }
        let stores = [often, seldom].map { BlobStore(tier: $0, waitingLimit: 1_000) }
        for store in stores { store.begin { _ in } }
        // At the pace of a second this would take half a minute, and the other one would look as often.
        try await eventually(within: .seconds(20)) { often.counts.withLock { $0.looks } >= 30 }
        #expect(seldom.counts.withLock { $0.looks } == 1)
        for store in stores { store.stop() }
    }

    @Test func `asks again for the threads that could not be started`() async throws {
        let tier = FaultyTier()
        tier.faults.withLock { $0.probing = .unavailable(reason: "gone") }
        let refusals = Mutex((prober: 1, keeper: 1))
        let store = BlobStore(
            tier: tier,
            waitingLimit: 1_000,
            prober: { task in
                let isRefused = refusals.withLock { refusals in
                    defer { refusals.prober -= 1 }
                    return refusals.prober > 0
                }
                if !isRefused { DispatchQueue.global().async(execute: task) }
                return !isRefused
            },
            keeper: { task in
                let isRefused = refusals.withLock { refusals in
                    defer { refusals.keeper -= 1 }
                    return refusals.keeper > 0
                }
                if !isRefused { DispatchQueue.global().async(execute: task) }
                return !isRefused
            }
        )
        store.begin { _ in }
        try await eventually { store.health.reading == .away(reason: "gone") }
        try await eventually { tier.counts.withLock { $0.tidied > 0 && $0.looks > 0 } }
        store.stop()
    }

    @Test func `tells of pictures that others have deleted`() async throws {
        _ = try tier.inner.forget(Self.key.source, markedUntil: Syscall.wallSeconds() + 100)
        try await eventually { events.all.withLock { $0.contains(Self.deletion) } }
        store.stop()
    }

    @Test func `tells of a picture that others have deleted once more between two looks`()
        async throws
    {
        tier.pauses.withLock { $0.looking = .milliseconds(1) }
        let end = Syscall.wallSeconds() + 100
        for (mark, count) in [(end, 2), (end + 1, 4)] {
            _ = try tier.inner.put(Blob(chunks: [], expiry: mark), as: .tombstone(Self.key.source))
            try await eventually {
                events.all.withLock { $0.count { $0 == Self.deletion } } == count
            }
        }
        store.stop()
    }
}
