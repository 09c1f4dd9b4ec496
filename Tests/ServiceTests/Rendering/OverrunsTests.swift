// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct OverrunsTests {
    private static let name = Overruns.Name(
        picture: Digest(of: [1]),
        selection: PictureSelection(),
        policy: .warn
    )

    /// What is remembered of a job with a work of 100 and a deadline of ten seconds.
    private static func overruns(
        _ error: RenderError = .deadlineExceeded,
        after spent: Duration = .seconds(10),
        now: ContinuousClock.Instant = .now
    ) -> Overruns {
        let overruns = Overruns(deadline: .seconds(10))
        overruns.note(error, of: name, work: 100, after: spent, now: now)
        return overruns
    }

    @Test func `remembers a job that had its worker until the deadline, for ten deadlines`() {
        let now = ContinuousClock.now
        let overruns = Self.overruns(after: .seconds(9), now: now)
        let name = Self.name
        #expect(overruns.wait(for: name, work: 100, now: now) == .seconds(100))
        #expect(overruns.wait(for: name, work: 101, now: now + .seconds(99)) == .seconds(1))
        #expect(overruns.wait(for: name, work: 100, now: now + .seconds(100)) == nil)
    }

    @Test func `lets cheaper jobs pass`() {
        #expect(Self.overruns().wait(for: Self.name, work: 99) == nil)
    }

    @Test func `does not blame a picture for waiting`() {
        let overruns = Self.overruns(after: .milliseconds(8999))
        #expect(overruns.wait(for: Self.name, work: 100) == nil)
    }

    @Test(arguments: [RenderError.cancelled, .sinkClosed, .codec(.truncated), .codec(.outOfMemory)])
    func `remembers no other end of a job`(error: RenderError) {
        #expect(Self.overruns(error).wait(for: Self.name, work: 100) == nil)
    }

    @Test func `tells pictures, frames, policies and the other pictures of a plan apart`() {
        let overruns = Self.overruns()
        let (picture, policy) = (Self.name.picture, Self.name.policy)
        for name in [
            Overruns.Name(
                picture: Digest(of: [2]),
                selection: PictureSelection(),
                policy: policy
            ),
            Overruns.Name(picture: picture, selection: PictureSelection(), policy: .partial),
            Overruns.Name(
                picture: picture,
                selection: PictureSelection(),
                policy: policy,
                others: [ResourceID(digest: picture.hex)]
            ),
        ] { #expect(overruns.wait(for: name, work: 100) == nil) }
    }

    @Test func `the lower of two prices counts`() {
        let overruns = Self.overruns()
        overruns.note(.deadlineExceeded, of: Self.name, work: 120, after: .seconds(10))
        #expect(overruns.wait(for: Self.name, work: 100) != nil)
        overruns.note(.deadlineExceeded, of: Self.name, work: 50, after: .seconds(10))
        #expect(overruns.wait(for: Self.name, work: 50) != nil)
    }

    /// On a busy machine, the first attempts may have to share their time with others.
    @Test func `a rendering that takes too long is not tried again, and cheaper ones are`()
        async throws
    {
        let service = try TestService(.router) { $0.deadline = .milliseconds(300) }
        let picture = try TestPicture.make(width: 2000, height: 2000)
        let address = "/v1/images/\(Digest(of: picture).hex)/render?"
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        var (tried, isKnown) = (0, false)
        for attempt in 0..<30 where !isKnown {
            let query = "format=png&compression=9&blur=1&saturate=1.\(10 + attempt)"
            let reply = try await service.send(.get(address + query))
            #expect(reply.status == 504)
            #expect(try reply.problem()["type"] as? String == "/problems/deadline-exceeded")
            isKnown = reply["Retry-After"] != nil
            if !isKnown { tried += 1 }
            try await eventually { [tried] in service.service.completedRenderings == tried }
        }
        #expect(isKnown)
        let cheaper = try await service.send(.get(address + "width=8"))
        #expect(cheaper["Retry-After"] == nil)
        try await eventually { [tried] in service.service.completedRenderings == tried + 1 }
    }
}
