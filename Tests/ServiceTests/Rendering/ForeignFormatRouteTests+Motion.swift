// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import TestSupport
import Testing

@testable import Service

// Animations whose frames are kept.
extension ForeignFormatRouteTests {
    private func motion(of file: [UInt8]) throws -> Motion {
        try #require(try ImageHeader.probe(file.span, damage: .warn).motion)
    }

    @Test(
        arguments: [
            ("animation.webp", "apng"), ("disposal1.gif", "apng"), ("disposal2.gif", "apng"),
            ("disposal3.gif", "apng"), ("disposal1.gif", "webp&lossless=1"),
            ("disposal3.gif", "webp&lossless=1"),
        ]
    )
    func `a frame of a moving result is the still of that frame`(
        name: String,
        format: String
    ) async throws {
        let service = try TestService(.router)
        let file = try fixture(name)
        let effect = "blur=3&saturate=2&width=40"
        let reply = try await service.send(.post("/v1/render?format=\(format)&\(effect)", file))
        #expect(reply.status == 200)
        #expect(reply["Frostpane-Frame"] == "all")
        #expect(try motion(of: reply.body).frames.count == 3)
        for frame in 1...3 {
            let still = try await service.send(
                .post("/v1/render?format=png&frame=\(frame)&\(effect)", file)
            )
            let found = try await service.send(
                .post("/v1/render?format=png&frame=\(frame)", reply.body)
            )
            #expect(found.body == still.body, "frame \(frame)")
        }
    }

    @Test(arguments: ["disposal1.gif", "disposal2.gif", "disposal3.gif"])
    func `a GIF of few colors keeps its frames, delays and plays`(name: String) async throws {
        let service = try TestService(.router)
        let file = try fixture(name)
        let reply = try await service.send(.post("/v1/render", file))
        #expect(reply["Content-Type"] == "image/gif")
        let (given, found) = (try motion(of: file), try motion(of: reply.body))
        #expect(found.playCount == given.playCount)
        #expect(found.frames.map(\.delay) == given.frames.map(\.delay))
        for frame in 1...3 {
            let target = "/v1/render?format=png&frame=\(frame)"
            let still = try await service.send(.post(target, file))
            #expect(try await service.send(.post(target, reply.body)).body == still.body)
        }
    }

    @Test(
        arguments: [
            ("animation.webp", "*/*", "image/webp", "all"),
            ("disposal1.gif", "image/webp,image/apng,image/*,*/*;q=0.8", "image/webp", "all"),
            ("disposal1.gif", "image/apng,image/*;q=0.8", "image/apng", "all"),
            ("animation.webp", "image/gif", "image/gif", "all"),
            ("animation.webp", "image/png", "image/png", "first"),
            ("animation.webp", "image/png,image/*;q=0.5", "image/png", "first"),
        ]
    )
    func `the client and the image decide whether a result moves`(
        name: String,
        accept: String,
        type: String,
        frame: String
    ) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render", try fixture(name), [("Accept", accept)])
        )
        #expect(reply["Content-Type"] == type)
        #expect(reply["Frostpane-Frame"] == frame)
    }

    @Test func `renders a range of frames, or the first one as a still`() async throws {
        let service = try TestService(.router)
        let file = try fixture("disposal1.gif")
        let some = try await service.send(.post("/v1/render?format=apng&frames=2..3", file))
        #expect(some["Frostpane-Frame"] == "2..3")
        let frames = try motion(of: some.body).frames
        #expect(frames.count == 2)
        let second = try await service.send(.post("/v1/render?format=png&frame=2", file))
        let first = try await service.send(.post("/v1/render?format=png&frame=1", some.body))
        #expect(first.body == second.body)
        let still = try await service.send(.post("/v1/render?format=gif&frames=1", file))
        #expect(still["Frostpane-Frame"] == "first")
        #expect(try ImageHeader.probe(still.body.span).motion == nil)
        let beyond = try await service.send(.post("/v1/render?format=gif&frames=2..4", file))
        #expect(try beyond.problem()["type"] as? String == "/problems/no-such-frame")
    }

    @Test(arguments: [
        "frames=all&format=jpeg", "frames=2..3&format=png", "frames=all&frame=2", "frames=0..2",
        "frames=3..2", "frames=2", "frames=1..10001", "frames=1.2", "frames=..2",
    ])
    func `refuses frames that no result can have`(query: String) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?\(query)", try fixture("disposal1.gif"))
        )
        #expect(reply.status == 400)
    }

    @Test func `an animation with too many pixels is its first frame unless all are asked for`()
        async throws
    {
        let file = try fixture("disposal1.gif")
        let exact = try TestService(.router) { $0.motionPixelLimit = 3 * 48 * 32 }
        let all = try await exact.send(.post("/v1/render?frames=all", file))
        #expect(all["Frostpane-Frame"] == "all")
        let less = try TestService(.router) { $0.motionPixelLimit = 3 * 48 * 32 - 1 }
        #expect(try await less.send(.post("/v1/render", file))["Frostpane-Frame"] == "first")
        let refused = try await less.send(.post("/v1/render?frames=all", file))
        #expect(refused.status == 413 || refused.status == 422)
        #expect(try refused.problem()["type"] as? String == "/problems/image-too-large")
        let two = try await less.send(.post("/v1/render?frames=1..2", file))
        #expect(two["Frostpane-Frame"] == "1..2")
    }

    @Test func `an animation that costs too much is its first frame unless all are asked for`()
        async throws
    {
        let facts = MotionFacts(
            size: PixelSize(width: 1, height: 1),
            layout: .gray,
            frameCount: 2000,
            playCount: 0
        )
        var file: [UInt8] = []
        let encoder = try MotionEncoder(
            .apng(APNGOptions()),
            facts,
            iccProfile: nil,
            sink: { file += $0 }
        )
        var band = Band<Straight>(layout: .gray, width: 1, capacity: 1)
        band.rowCount = 1
        for _ in 0..<facts.frameCount {
            encoder.beginFrame(delay: .milliseconds(20))
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        let service = try TestService(.router) {
            $0.deadline = .seconds(4)
            $0.pixelLimit = 1000
        }
        let usual = try await service.send(.post("/v1/render", file))
        #expect(usual.status == 200)
        #expect(usual["Frostpane-Frame"] == "first")
        let all = try await service.send(.post("/v1/render?frames=all", file))
        #expect(try all.problem()["type"] as? String == "/problems/too-costly")
        let some = try await service.send(.post("/v1/render?frames=1..20", file))
        #expect(some["Frostpane-Frame"] == "1..20")
    }

    @Test func `writes a photo as a GIF near to it`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 96, height: 64)
        let reply = try await service.send(.post("/v1/render?format=gif", picture))
        #expect(reply["Content-Type"] == "image/gif")
        let back = try await service.send(.post("/v1/render?format=png", reply.body))
        #expect(try size(of: back.body) == PixelSize(width: 96, height: 64))
    }
}
