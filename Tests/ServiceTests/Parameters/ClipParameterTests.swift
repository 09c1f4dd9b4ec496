// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Service

/// Results in the shape of a circle, an ellipse, an inset rectangle or a polygon.
@Suite
struct ClipParameterTests {
    private func result(_ query: String) async throws -> Reply {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post(
                "/v1/render?format=png&\(query.replacing(" ", with: "%20"))",
                try TestPicture.png()
            )
        )
        #expect(reply.status == 200)
        return reply
    }

    @Test
    func `makes what lies outside transparent, and leaves the rest`() async throws {
        let before = try DecodedPicture(try TestPicture.png())
        let after = try DecodedPicture(try await result("clip=circle()").body)
        #expect(after[0, 0].last == 0)
        #expect(after[63, 47].last == 0)
        #expect(after[32, 24] == before[32, 24] + [65_535])
    }

    @Test(arguments: [
        ("corner=12", "clip=inset(0 round 12px)"),
        ("clip=circle()", "clip=CIRCLE(closest-side at 50%25 center)"),
        ("clip=ellipse()", "clip=ellipse(closest-side closest-side at center)"),
        ("clip=inset(1px 2px)", "clip=inset(1px 2px 1px 2px round 0)"),
        ("clip=inset(1px 2px 3px)", "clip=inset(1px 2px 3px 2px)"),
        ("clip=circle(9 at left top)", "clip=circle(9 at top left)"),
        ("clip=circle(4pt)&scale=2", "clip=circle(8)"),
        ("clip=inset(0)", ""),
    ])
    func `has equal results for equal shapes`(one: String, other: String) async throws {
        let (one, other) = (try await result(one), try await result(other))
        #expect(one.body == other.body)
        #expect(one["ETag"] == other["ETag"])
    }

    @Test
    func `takes sides and corners clockwise, from the top and from the top left`() async throws {
        let shape = "clip=inset(1px 2px 3px 4px round 0 8px 0 0)"
        let picture = try DecodedPicture(try await result(shape).body)
        func isInside(_ x: Int, _ y: Int) -> Bool { picture[x, y].last == 65_535 }
        for (x, y) in [(4, 1), (4, 44), (61, 44), (61, 20), (30, 1)] { #expect(isInside(x, y)) }
        for (x, y) in [(3, 20), (62, 20), (30, 0), (30, 45), (61, 1)] { #expect(!isInside(x, y)) }
    }

    @Test(arguments: ["clip=circle()", "corner=50%25"])
    func `shows the background in a format without alpha`(query: String) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?format=jpeg&background=red&\(query)", try TestPicture.png())
        )
        let picture = try DecodedPicture(reply.body)
        #expect(picture[0, 0][0] > 60_000)
        #expect(picture[0, 0][1] < 6_000)
    }

    @Test(arguments: [
        "circle(1 2)", "circle(-1)", "circle(5 at 1 2 3)", "circle(at)", "inset()", "ellipse(5)",
        "inset(1 2 3 4 5)", "inset(1 round)", "inset(1 round -2)", "polygon(1 2, 3 4)",
        "polygon(1 2, 3 4, 5)", "polygon(evenodd, 1 2, 3 4, 5 6)", "path(M0 0)", "circle", "(5)",
        "circle(5 at top top)",
    ])
    func `refuses other words`(shape: String) async throws {
        let service = try TestService(.router)
        let target = "/v1/render?clip=\(shape.replacing(" ", with: "%20"))"
        let reply = try await service.send(.post(target, try TestPicture.png()))
        #expect(reply.status == 400)
        #expect(try reply.problem()["parameter"] as? String == "clip")
    }
}
