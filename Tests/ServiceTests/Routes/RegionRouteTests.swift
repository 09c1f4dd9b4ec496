// SPDX-License-Identifier: Apache-2.0

import Raster
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct RegionRouteTests {
    private static func kept(_ service: TestService, _ picture: [UInt8]) async throws -> String {
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        return "/v1/images/\(Digest(of: picture).hex)/render"
    }

    @Test(arguments: Transport.allCases)
    func `keeps an effect to a region`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let address = try await Self.kept(service, picture)
        let query = "?region=16,25%25,50%25,24&saturate=0&format=png"
        let reply = try await service.send(.get(address + query))
        #expect(reply.status == 200)
        let before = try DecodedPicture(picture)
        let after = try DecodedPicture(reply.body)
        #expect(after.differences(from: before, in: 16..<48, 12..<36) > 500)
        let gray = after[20, 20]
        #expect(gray.allSatisfy { $0 == gray[0] })
        #expect(
            after.differences(from: before, in: 0..<64, 0..<48)
                == after.differences(from: before, in: 16..<48, 12..<36)
        )
        // What is sent is the same rendering, and so is a region in other units.
        let sent = try await service.send(.post("/v1/render\(query)", picture))
        #expect(sent["Cache-Status"] == "frostpane; hit")
        let points = "?saturate=0&format=png&scale=2&region=8pt,12px,32,50%25"
        let same = try await service.send(.post("/v1/render\(points)", picture))
        #expect(same.body == reply.body)
    }

    /// An effect of which twice is not once.
    private static let vivid = "/v1/render?format=png&saturate=1.7"

    @Test
    func `frosts where regions overlap once`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let whole = try await service.send(.post(Self.vivid, picture))
        let reply = try await service.send(
            .post("\(Self.vivid)&region=8,8,24,24&region=16,16,24,24", picture)
        )
        let before = try DecodedPicture(picture)
        let vivid = try DecodedPicture(whole.body)
        let after = try DecodedPicture(reply.body)
        #expect(vivid.differences(from: before, in: 16..<32, 16..<32) > 100)
        #expect(after.differences(from: vivid, in: 8..<32, 8..<32) == 0)
        #expect(after.differences(from: vivid, in: 16..<40, 16..<40) == 0)
        #expect(after.differences(from: before, in: 40..<64, 0..<48) == 0)
        #expect(after.differences(from: before, in: 0..<64, 40..<48) == 0)
    }

    @Test
    func `frosts all but the regions`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let whole = try await service.send(.post(Self.vivid, picture))
        let reply = try await service.send(
            .post("\(Self.vivid)&region=8,8,8,8&region=40,8,8,8&invert-region=1", picture)
        )
        let before = try DecodedPicture(picture)
        let vivid = try DecodedPicture(whole.body)
        let after = try DecodedPicture(reply.body)
        #expect(after.differences(from: before, in: 8..<16, 8..<16) == 0)
        #expect(after.differences(from: before, in: 40..<48, 8..<16) == 0)
        #expect(after.differences(from: vivid, in: 0..<64, 16..<48) == 0)
        #expect(after.differences(from: vivid, in: 16..<40, 0..<48) == 0)
    }

    @Test
    func `rounds corners`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let query = "/v1/render?format=png&saturate=0&region=0,0,48,48"
        var bodies: [[UInt8]] = []
        for corner in [
            "", "&corner=12", "&corner=6pt&scale=2", "&corner=25%25",
            "&corner=12&corner-curve=continuous",
        ] {
            bodies.append(try await service.send(.post(query + corner, picture)).body)
        }
        let before = try DecodedPicture(picture)
        #expect(try DecodedPicture(bodies[0])[0, 0] != before[0, 0])
        #expect(try DecodedPicture(bodies[1])[0, 0] == before[0, 0])
        #expect(bodies[2] == bodies[1])
        #expect(bodies[3] == bodies[1])
        #expect(bodies[4] != bodies[1])
    }

    @Test(arguments: Transport.allCases)
    func `multiplies an effect by a kept picture`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let mask = try TestPicture.png(layout: .gray, seed: 3)
        let address = try await Self.kept(service, picture)
        #expect(try await service.send(.post("/v1/images", mask)).status == 201)
        let digest = Digest(of: mask).hex
        let query = "?format=png&saturate=0&mask=\(digest)"
        // The mask is opaque, so that by its alpha it leaves the whole effect.
        let whole = try await service.send(.get(address + query))
        #expect(whole.status == 200)
        let gray = try DecodedPicture(whole.body)[5, 5]
        #expect(gray.allSatisfy { $0 == gray[0] })
        let partial = try await service.send(.get(address + query + "&mask-channel=luminance"))
        #expect(partial.status == 200)
        #expect(partial.body != whole.body)

        let forget = Call(method: "DELETE", target: "/v1/images/\(digest)")
        #expect(try await service.send(forget).status == 204)
        let gone = try await service.send(.get(address + query))
        #expect(gone.status == 422)
        #expect(try gone.problem()["type"] as? String == "/problems/picture-not-kept")
        #expect(try gone.problem()["parameter"] as? String == "mask")
    }

    @Test
    func `mirrors what lies beyond a region when nothing else is said`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let query = "/v1/render?format=png&blur=6&region=8,8,24,24"
        let plain = try await service.send(.post(query, picture))
        let mirrored = try await service.send(.post("\(query)&edge=mirror", picture))
        let clamped = try await service.send(.post("\(query)&edge=clamp", picture))
        #expect(mirrored["Cache-Status"] == "frostpane; hit")
        #expect(mirrored.body == plain.body)
        #expect(clamped.body != plain.body)
    }

    /// Every way to be refused.
    @Test(
        arguments: [
            ("region=1,2,3&blur=2", "malformed-parameter", "region"),
            ("region=1,2,3,4,5&blur=2", "malformed-parameter", "region"),
            ("region=1,2,3,4em&blur=2", "malformed-parameter", "region"),
            ("region=1,2,0,4&blur=2", "malformed-parameter", "region"),
            ("region=1,2,-3,4&blur=2", "malformed-parameter", "region"),
            ("region=64,0,4,4&blur=2", "parameter-out-of-range", "region"),
            ("region=0,0,9,9&region=0,48,4,4&blur=2", "parameter-out-of-range", "region"),
            ("region=1,2,3,4", "conflicting-parameters", "region"),
            ("mask=\(String(repeating: "0", count: 64))", "conflicting-parameters", "mask"),
            ("mask=abc&blur=2", "malformed-parameter", "mask"),
            ("mask-channel=alpha&blur=2", "conflicting-parameters", "mask-channel"),
            ("corner=5&clip=circle()", "conflicting-parameters", "corner"),
            ("corner=-5", "malformed-parameter", "corner"),
            ("clip=circle(9)&clip=circle(8)", "repeated-parameter", "clip"),
            ("clip=inset(60%25%200)", "parameter-out-of-range", "clip"),
            ("clip=circle(0)", "parameter-out-of-range", "clip"),
            (
                "scale=2&clip=polygon(0%200,40000pt%2020000pt,0%2030000pt)",
                "parameter-out-of-range", "clip"
            ),
            ("corner=-5&blur=2&region=0,0,9,9", "malformed-parameter", "corner"),
            (
                "corner-curve=continuous&blur=2&region=0,0,9,9", "conflicting-parameters",
                "corner-curve"
            ),
            ("invert-region=1&blur=2", "conflicting-parameters", "invert-region"),
            ("region=0,0,9,9&blur=2&edge=expand", "conflicting-parameters", "edge"),
            ("region=0,0,9,9&blur=2&corner=1&corner=2", "repeated-parameter", "corner"),
        ]
    )
    func `refuses a region, by the parameter's name`(
        refusal: (query: String, type: String, parameter: String)
    ) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?\(refusal.query)", try TestPicture.png())
        )
        #expect(reply.status == 400)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/\(refusal.type)")
        #expect(problem["parameter"] as? String == refusal.parameter)
    }

    @Test
    func `says which region lies outside`() async throws {
        let service = try TestService(.router)
        let problem = try await service.send(
            .post(
                "/v1/render?region=0,0,9,9&region=1.5pt,100%25,4,4px&blur=2",
                try TestPicture.png()
            )
        ).problem()
        #expect(problem["value"] as? String == "1.5pt,100%,4,4")
        #expect(
            problem["detail"] as? String
                == "'region': It lies outside of the image of 64 × 48 pixels."
        )
    }
}
