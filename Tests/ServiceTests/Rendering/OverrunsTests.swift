// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store
import TestSupport
import Testing
import Typesetting

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
        overruns.note(error, of: name, at: price(100), from: .unknown, after: spent, now: now)
        return overruns
    }

    private static func price(_ work: Int, isGuess: Bool = false) -> RenderEstimate {
        RenderEstimate(memory: 1, work: work, isGuess: isGuess)
    }

    /// The time until a job may be tried again; nil for none.
    private static func wait(
        _ overruns: Overruns,
        for name: Overruns.Name = name,
        at price: RenderEstimate,
        from caller: WorkerPool.Caller = .unknown,
        now: ContinuousClock.Instant = .now
    ) -> Duration? {
        switch overruns.refusal(of: name, at: price, from: caller, now: now) {
        case .overrun(let wait), .indebted(let wait): wait
        default: nil
        }
    }

    @Test func `counts a drawing that took too much against its caller`() {
        let overruns = Overruns(deadline: .seconds(10))
        let (caller, now) = (WorkerPool.Caller("a"), ContinuousClock.now)
        let other = Overruns.Name(
            picture: Digest(of: [2]),
            selection: PictureSelection(),
            policy: .warn
        )
        func wait(isGuess: Bool, _ caller: WorkerPool.Caller, _ later: Duration) -> Duration? {
            let price = Self.price(1, isGuess: isGuess)
            return Self.wait(overruns, for: other, at: price, from: caller, now: now + later)
        }
        for isGuess in [false, true] {
            overruns.note(
                .codec(.tooMuchWork),
                of: Self.name,
                at: Self.price(100, isGuess: isGuess),
                from: caller,
                after: .seconds(1),
                now: now
            )
            #expect(wait(isGuess: true, caller, .zero) == (isGuess ? .seconds(10) : nil))
        }
        #expect(wait(isGuess: false, caller, .zero) == nil)
        #expect(wait(isGuess: true, WorkerPool.Caller("b"), .zero) == nil)
        #expect(wait(isGuess: true, caller, .seconds(10)) == nil)
    }

    @Test func `counts a text that ends its processes against the texts of its caller`() {
        let overruns = Overruns(deadline: .seconds(10))
        let (caller, now) = (WorkerPool.Caller("a"), ContinuousClock.now)
        let texts = RenderEstimate(memory: 1, work: 100, drawsTexts: true)
        func note(_ error: RenderError, after spent: Duration) {
            overruns.note(error, of: Self.name, at: texts, from: caller, after: spent, now: now)
        }
        func wait(
            _ price: RenderEstimate,
            _ caller: WorkerPool.Caller,
            _ later: Duration = .zero
        ) -> Duration? {
            Self.wait(overruns, at: price, from: caller, now: now + later)
        }
        note(.text(.missingGlyph("a")), after: .seconds(1))
        #expect(wait(texts, caller) == nil)
        note(.text(.breaksLibraries(text: "a")), after: .seconds(1))
        #expect(wait(texts, caller) == nil, "one alone costs nothing")
        note(.text(.breaksLibraries(text: "b")), after: .milliseconds(300))
        #expect(wait(texts, caller, .seconds(1)) == .seconds(2))
        #expect(wait(texts, caller, .seconds(3)) == nil)
        #expect(wait(texts, WorkerPool.Caller("b")) == nil)
        #expect(
            wait(Self.price(1000), caller) == nil
                && wait(Self.price(1, isGuess: true), caller) == nil
        )
    }

    @Test func `remembers a job that had its worker until the deadline, for ten deadlines`() {
        let now = ContinuousClock.now
        let overruns = Self.overruns(after: .seconds(9), now: now)
        let name = Self.name
        func wait(_ work: Int, _ later: Duration) -> Duration? {
            Self.wait(overruns, for: name, at: Self.price(work), now: now + later)
        }
        #expect(wait(100, .zero) == .seconds(100))
        #expect(wait(101, .seconds(99)) == .seconds(1))
        #expect(wait(100, .seconds(100)) == nil)
    }

    @Test func `lets cheaper jobs pass`() {
        #expect(Self.wait(Self.overruns(), at: Self.price(99)) == nil)
    }

    @Test func `does not blame a picture for waiting`() {
        let overruns = Self.overruns(after: .milliseconds(8999))
        #expect(Self.wait(overruns, at: Self.price(100)) == nil)
    }

    @Test(arguments: [RenderError.cancelled, .sinkClosed, .codec(.truncated), .codec(.outOfMemory)])
    func `remembers no other end of a job`(error: RenderError) {
        let overruns = Self.overruns(error)
        #expect(Self.wait(overruns, at: Self.price(100)) == nil)
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
        ] { #expect(Self.wait(overruns, for: name, at: Self.price(100)) == nil) }
    }

    @Test func `the lower of two prices counts`() {
        let overruns = Self.overruns()
        overruns.note(
            .deadlineExceeded,
            of: Self.name,
            at: Self.price(120),
            from: .unknown,
            after: .seconds(10)
        )
        #expect(Self.wait(overruns, at: Self.price(100)) != nil)
        overruns.note(
            .deadlineExceeded,
            of: Self.name,
            at: Self.price(50),
            from: .unknown,
            after: .seconds(10)
        )
        #expect(Self.wait(overruns, at: Self.price(50)) != nil)
    }

    /// On a busy machine, the first attempts may have to share their time with others.
    @Test func `a rendering that takes too long is not tried again, and cheaper ones are`()
        async throws
    {
        let service = try TestService(.router) {
            $0.deadline = .milliseconds(300)
            // The limit of work follows the larger of both, and should not refuse the rendering.
            $0.pixelLimit = 400_000_000
        }
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
