// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Fetching
@testable import Store

/// What has expired is removed from a bucket by many processes, none of which may remove what another one writes again.
@Suite struct S3RemovalTests {
    private static let bytes: [UInt8] = [1, 2, 3]
    private static let name = BlobName.original(Digest(of: bytes))
    private static let key = name.objectKey

    /// A bucket with an upload that has been expired for long enough.
    private static func expired() throws -> BucketDouble {
        let bucket = BucketDouble()
        let blob = Blob(chunks: [bytes], expiry: bucket.time + 10)
        _ = try bucket.tier().put(blob, as: name)
        bucket.time += 10 + S3Tier.graceSeconds
        return bucket
    }

    private static func again(_ bucket: BucketDouble) -> Blob {
        Blob(chunks: [bytes], expiry: bucket.time + 100_000)
    }

    @Test func `removes what has expired in two steps, and leaves no trace`() throws {
        let bucket = try Self.expired()
        let tier = bucket.tier()
        #expect(tier.tidy() < S3Tier.tidyingPause)
        #expect(bucket.fields(of: Self.key)?[S3Fields.remover] == tier.process)
        #expect(throws: BlobError.absent) { try tier.get(Self.name) }
        #expect(throws: BlobError.absent) { try tier.stat(Self.name) }
        _ = tier.tidy()
        #expect(bucket.fields(of: Self.key) != nil)
        bucket.rest(S3Tier.settlingTime)
        #expect(tier.tidy() == S3Tier.tidyingPause)
        #expect(bucket.keys.isEmpty)
    }

    @Test func `leaves what has expired a short time ago`() throws {
        let bucket = try Self.expired()
        bucket.time -= 1
        _ = bucket.tier().tidy()
        #expect(bucket.fields(of: Self.key)?[S3Fields.remover] == nil)
    }

    @Test func `goes by the clock of the store`() throws {
        let bucket = try Self.expired()
        bucket.time -= 1
        let tier = bucket.tier(clock: { 2_000_000 }, goesByStore: true)
        _ = tier.tidy()
        #expect(bucket.fields(of: Self.key)?[S3Fields.remover] == nil)
        bucket.time += 1
        _ = tier.tidy()
        #expect(bucket.fields(of: Self.key)?[S3Fields.remover] == tier.process)
    }

    @Test func `leaves the second step to the process of the first one, until that must be gone`()
        throws
    {
        let bucket = try Self.expired()
        let (first, other) = (bucket.tier(), bucket.tier())
        _ = first.tidy()
        bucket.time += S3Tier.abandonmentSeconds - 1
        _ = other.tidy()
        #expect(bucket.fields(of: Self.key)?[S3Fields.remover] == first.process)
        bucket.time += 1
        _ = other.tidy()
        #expect(bucket.fields(of: Self.key)?[S3Fields.remover] == other.process)
        bucket.rest(S3Tier.settlingTime)
        _ = other.tidy()
        #expect(bucket.keys.isEmpty)
    }

    @Test func `does not wait where nobody can be removing anything`() throws {
        let bucket = BucketDouble()
        let tier = bucket.tier(pause: { _ in Issue.record("it waits") })
        #expect(try tier.put(Blob(chunks: [Self.bytes], expiry: bucket.time + 10), as: Self.name))
        bucket.time += 11
        #expect(try tier.put(Self.again(bucket), as: Self.name))
        #expect(try tier.put(Self.again(bucket), as: Self.name) == false)
    }

    @Test func `waits for a removal that may be under way, and so do others`() throws {
        let bucket = try Self.expired()
        let start = bucket.time
        let other = bucket.tier()
        let isSent = Mutex(false)
        let tier = bucket.tier(pause: { time in
            // Another client sends the same picture while this one waits.
            if !isSent.withLock({ isSent in
                defer { isSent = true }
                return isSent
            }) {
                let isNew = try? other.put(Self.again(bucket), as: Self.name)
                #expect(isNew == false)
                #expect(bucket.time - start >= S3Tier.removalSeconds)
            }
            bucket.rest(time)
        })
        #expect(try tier.put(Self.again(bucket), as: Self.name))
        #expect(isSent.withLock { $0 })
        #expect(bucket.time - start >= S3Tier.removalSeconds)
    }

    @Test func `refuses a write that would wait when too many do`() throws {
        let bucket = try Self.expired()
        let tier = bucket.tier()
        tier.doubts.withLock { $0 = S3Tier.doubtLimit }
        #expect(throws: BlobError.unavailable(reason: "too many writes wait for removals")) {
            try tier.put(Self.again(bucket), as: Self.name)
        }
    }

    /// Two processes tidy and two write, with their requests in every order that a random choice makes.
    @Test(arguments: 0..<400)
    func `keeps what was acknowledged, in whatever order requests arrive`(_ seed: Int) throws {
        let bucket = try Self.expired()
        let turns = Turns(bucket, actors: 4, seed: UInt64(seed))
        bucket.hooks.withLock { $0.beforeRequest = { _ in turns.take() } }
        // Until then, the bucket and the turns retain each other.
        defer { bucket.hooks.withLock { $0.beforeRequest = nil } }
        let lost = Mutex(0)
        let acknowledged = Mutex(0)
        onThreads(5) { index in
            guard index < 4 else { return turns.give() }
            turns.play(index) {
                let tier = bucket.tier(pause: { turns.rest($0) })
                if index < 2 {
                    for _ in 0..<4 { turns.rest(min(tier.tidy(), .seconds(7))) }
                } else {
                    turns.rest(.seconds((seed * 7 + index * 11) % 21))
                    guard (try? tier.put(Self.again(bucket), as: Self.name)) != nil else { return }
                    acknowledged.withLock { $0 += 1 }
                    for _ in 0..<4 {
                        if (try? tier.get(Self.name)) == nil { lost.withLock { $0 += 1 } }
                        turns.rest(.seconds(3))
                    }
                }
            }
        }
        #expect(lost.withLock { $0 } == 0)
        #expect(acknowledged.withLock { $0 } == 2)
    }
}

/// The order of the requests of some threads, of which one runs at a time.
///
/// A request that waits for its turn reaches the store within the time that a removal may take.
private final class Turns: Sendable {
    private enum Wait {
        case request(since: Int)
        case rest(until: Int)
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var playing: Int
        var random: SplitMix
    }

    private let bucket: BucketDouble
    private let state: Mutex<State>
    private let doors: [DispatchSemaphore]
    private let isIdle = DispatchSemaphore(value: 0)
    @TaskLocal private static var actor = 0

    init(_ bucket: BucketDouble, actors: Int, seed: UInt64) {
        self.bucket = bucket
        doors = (0..<actors).map { _ in DispatchSemaphore(value: 0) }
        state = Mutex(State(playing: actors, random: SplitMix(seed: seed)))
    }

    /// Runs the code of an actor.
    func play(_ actor: Int, _ body: () -> Void) {
        Self.$actor.withValue(actor) {
            wait(.request(since: bucket.time))
            body()
        }
        state.withLock { $0.playing -= 1 }
        isIdle.signal()
    }

    /// Waits for the turn of a request.
    func take() { wait(.request(since: bucket.time)) }

    /// Waits for a time to pass.
    func rest(_ time: Duration) {
        wait(.rest(until: bucket.time + Int((time / .seconds(1)).rounded(.up))))
    }

    private func wait(_ wait: Wait) {
        state.withLock { $0.waits[Self.actor] = wait }
        isIdle.signal()
        doors[Self.actor].wait()
    }

    /// Gives turns until all have ended.
    func give() {
        while true {
            isIdle.wait()
            let next = state.withLock { state -> Int? in
                guard state.waits.count == state.playing, state.playing > 0 else { return nil }
                let actor = choose(&state)
                state.waits[actor] = nil
                return actor
            }
            if let next { doors[next].signal() }
            if state.withLock({ $0.playing == 0 }) { return }
        }
    }

    private func choose(_ state: inout State) -> Int {
        while true {
            let now = bucket.time
            let ready = state.waits.filter { _, wait in
                switch wait {
                case .request: true
                case .rest(let end): end <= now
                }
            }.keys.sorted()
            let mayGoOn = state.waits.values.allSatisfy { wait in
                switch wait {
                case .request(let since): now + 1 - since < S3Tier.removalSeconds
                case .rest: true
                }
            }
            let choice = Int(state.random.next() % UInt64(ready.count + (mayGoOn ? 1 : 0)))
            if choice < ready.count { return ready[choice] }
            bucket.time = now + 1
        }
    }
}
