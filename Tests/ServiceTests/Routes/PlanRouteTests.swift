// SPDX-License-Identifier: Apache-2.0

import Foundation
import Service
import Store
import TestSupport
import Testing

@Suite
struct PlanRouteTests {
    private let json = [("Accept", "application/vnd.frostpane.plan+json")]

    private func object(_ reply: Reply) throws -> [String: Any] {
        let data = Data(reply.body)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(arguments: Transport.allCases)
    func `answers with the plan of an upload and renders nothing`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let target = "/v1/render?blur=20&saturate=1.8&edge=expand"
        let reply = try await service.send(.post(target, picture, json))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "application/vnd.frostpane.plan+json")
        #expect(reply["Cache-Control"] == "no-store")
        let document = try object(reply)
        let steps = try #require(document["steps"] as? [[String: Any]])
        #expect(steps.map { $0["type"] as? String } == ["blur", "saturate"])
        #expect(steps.first?["sigma"] as? Int == 20)
        // The picture grows by three sigma on each side.
        #expect(steps.map { $0["width"] as? Int } == [64 + 120, 64 + 120])
        let source = try #require(document["source"] as? [String: Any])
        #expect(source["digest"] as? String == Digest(of: picture).hex)
        #expect(source["kept"] as? Bool == false)
        #expect(source["original"] == nil)
        #expect(service.service.completedRenderings == 0)
    }

    @Test(arguments: Transport.allCases)
    func `links a kept picture, under the tag and key that its rendering has`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let target = "/v1/images/\(Digest(of: picture).hex)/render?blur=3&format=png"
        let reply = try await service.send(.get(target, json))
        let document = try object(reply)
        let source = try #require(document["source"] as? [String: Any])
        let original = try #require(source["original"] as? String)
        #expect(try await service.send(.get(original)).body == picture)
        let rendered = try await service.send(.get(target))
        #expect(document["etag"] as? String == rendered["ETag"])
        #expect(reply["ETag"] != rendered["ETag"])
        // One address has one value, by which caches find what they have stored.
        #expect(reply["Vary"] == nil)
        #expect(rendered["Vary"] == nil)
    }

    @Test(
        arguments: [
            "*/*", "application/*", "application/json", "application/problem+json",
            "image/png;q=0.1, application/problem+json, application/json",
            "application/vnd.frostpane.plan+json;q=0.5, image/png",
            "image/*, application/vnd.frostpane.plan+json",
        ]
    )
    func `sends pixels to clients that do not ask for the plan`(accept: String) async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let reply = try await service.send(.post("/v1/render", picture, [("Accept", accept)]))
        #expect(reply["Content-Type"]?.hasPrefix("image/") == true)
    }

    @Test(arguments: Transport.allCases)
    func `has the plan of a kept picture at an address of its own`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let base = "/v1/images/\(Digest(of: picture).hex)"
        let asked = try await service.send(.get("\(base)/render?blur=3", json))
        let found = try await service.send(.get("\(base)/plan?blur=3"))
        #expect(found.status == 200)
        #expect(found["Content-Type"] == "application/vnd.frostpane.plan+json")
        #expect(found.body == asked.body)
        #expect(found.body.last == UInt8(ascii: "\n"))
        let tag = try #require(found["ETag"])
        let again = try await service.send(.get("\(base)/plan?blur=3", [("If-None-Match", tag)]))
        #expect(again.status == 304)
    }

    @Test
    func `tells the plan of a filter that needs a kept picture`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let digest = Digest(of: picture).hex
        let filter = "variable-blur(9px%20mask(\(digest)))"
        let reply = try await service.send(
            .get("/v1/images/\(digest)/render?filter=\(filter)", json)
        )
        #expect(reply.status == 200)
        let steps = try #require(try object(reply)["steps"] as? [[String: Any]])
        #expect(steps.map { $0["type"] as? String } == ["variable-blur"])
    }
}
