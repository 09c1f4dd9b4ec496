// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct ExpiriesTests {
    private let clock = SetTime(100)
    private let expiries: Expiries

    init() {
        expiries = Expiries(clock: { [clock] in clock.now })
    }

    private func digest(_ number: Int) -> Digest { Digest(of: Array("\(number)".utf8)) }

    /// Forgets what is due; nil if nothing is.
    private func forget() -> Set<Digest>? {
        guard expiries.beginForgetting() else { return nil }
        let due = expiries.due()
        expiries.endForgetting(due)
        return due.digests
    }

    @Test func `returns each picture once, from its second on`() {
        expiries.set(110, of: digest(1))
        expiries.set(120, of: digest(2))
        expiries.set(105, of: digest(3))
        expiries.set(nil, of: digest(3))
        expiries.set(130, of: digest(2))
        clock.now = 109
        // A time that was taken back may be looked at in vain.
        #expect(forget()?.isEmpty != false)
        clock.now = 110
        #expect(forget() == [digest(1)])
        #expect(forget() == nil)
        clock.now = 129
        #expect(forget() == nil)
        clock.now = 1_000
        #expect(forget() == [digest(2)])
        #expect(expiries.earliest(of: [digest(1), digest(2), digest(3)]) == nil)
    }

    @Test func `counts a picture as past until it is forgotten, by one caller at a time`() {
        expiries.set(110, of: digest(1))
        clock.now = 109
        #expect(!expiries.isPast(digest(1)))
        clock.now = 110
        #expect(expiries.isPast(digest(1)))
        #expect(expiries.beginForgetting())
        #expect(!expiries.beginForgetting())
        let due = expiries.due()
        #expect(expiries.isPast(digest(1)))
        expiries.endForgetting(due)
        #expect(!expiries.isPast(digest(1)))
    }

    @Test func `keeps a time that is set while the earlier one is forgotten`() {
        expiries.set(110, of: digest(1))
        clock.now = 110
        #expect(expiries.beginForgetting())
        let due = expiries.due()
        expiries.set(120, of: digest(1))
        expiries.set(110, of: digest(2))
        expiries.endForgetting(due)
        #expect(expiries.earliest(of: [digest(1)]) == 120)
        #expect(forget() == [digest(2)])
        clock.now = 120
        #expect(forget() == [digest(1)])
    }

    @Test(arguments: [1, 2, 3])
    func `agrees with a list of all times, whatever is set and forgotten`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var times: [Digest: Int] = [:]
        for _ in 0..<2_000 {
            let digest = digest(Int.random(in: 0..<40, using: &generator))
            let time = Int.random(in: -10...50, using: &generator)
            let expiry = time < 0 ? nil : clock.now + 1 + time
            expiries.set(expiry, of: digest)
            times[digest] = expiry
            clock.now += Int.random(in: 0...1, using: &generator)
            let past = Set(times.filter { $0.value <= clock.now }.keys)
            #expect(forget() ?? [] == past)
            for digest in past { times[digest] = nil }
        }
        #expect(expiries.earliest(of: (0..<40).map(digest)) == times.values.min())
    }

    @Test func `forgets pictures that are not in memory once there are many`() {
        for number in 0..<5_000 {
            expiries.set(200 + number, of: digest(number))
            expiries.prune { $0 == digest(0) }
        }
        clock.now = 10_000
        let due = forget() ?? []
        #expect(due.contains(digest(0)))
        #expect(due.count < 4_097)
    }
}

/// A time that a test sets.
private final class SetTime: Sendable {
    private let seconds: Mutex<Int>
    init(_ now: Int) { seconds = Mutex(now) }
    var now: Int {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }
}

/// A service whose pictures expire.
@Suite struct ExpiryRouteTests {
    private let service: TestService
    private let picture: [UInt8]
    private let address: String

    init() throws {
        service = try TestService(.router)
        picture = try TestPicture.make(width: 30, height: 20)
        address = "/v1/images/\(Digest(of: picture).hex)"
    }

    /// Keeps the picture and a rendering of it, lets its time come, and has the queue wait that forgets it.
    private func expire() async throws {
        let end = [("Frostpane-Expires", "1000")]
        #expect(try await service.send(.post("/v1/images", picture, end)).status == 201)
        #expect(try await service.send(.get("\(address)/render?blur=2")).status == 200)
        service.service.images.forgetting.suspend()
        let digest = Digest(of: picture)
        var image = try #require(service.service.images.inMemory(digest))
        image.expiry = Syscall.wallSeconds() - 1
        service.service.images.remember(image)
    }

    private var countInMemory: Int {
        service.service.originals.statistics.entryCount
            + service.service.results.statistics.kept.entryCount
    }

    @Test func `says 404 for a picture whose time has come, before its memory is released`()
        async throws
    {
        try await expire()
        for target in [address, "\(address)/render?blur=2", "\(address)/render?blur=3"] {
            #expect(try await service.send(.get(target)).status == 404)
        }
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 404)
        service.service.images.forgetting.resume()
    }

    @Test func `releases the memory of pictures on a queue, not on an event loop`() async throws {
        try await expire()
        #expect(try await service.send(.get("/healthz")).status == 200)
        #expect(countInMemory == 2)
        service.service.images.forgetting.resume()
        try await eventually { countInMemory == 0 }
    }

    @Test func `keeps a picture that is uploaded again before its memory is released`() async throws
    {
        try await expire()
        // With this request, the queue is told.
        #expect(try await service.send(.get(address)).status == 404)
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        service.service.images.forgetting.resume()
        service.service.images.forgetting.sync {}
        #expect(try await service.send(.get(address)).status == 200)
        #expect(try await service.send(.get("\(address)/render?blur=2")).status == 200)
    }
}
