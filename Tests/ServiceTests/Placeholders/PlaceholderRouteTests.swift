// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Rendering
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct PlaceholderRouteTests {
    private func object(_ reply: Reply) throws -> [String: Any] {
        let data = Data(reply.body)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(arguments: Transport.allCases)
    func `describes a picture, kept or sent`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make(width: 300, height: 200)
        let digest = Digest(of: picture).hex
        _ = try await service.send(.post("/v1/images", picture))
        let kept = try await service.send(.get("/v1/images/\(digest)/placeholder?colors=3"))
        let sent = try await service.send(.post("/v1/placeholder?colors=3", picture))
        #expect(kept.status == 200 && sent.status == 200)
        #expect(kept.body == sent.body)
        #expect(kept["ETag"] == sent["ETag"])
        #expect(kept["Content-Type"] == "application/json")
        #expect(kept["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(sent["Cache-Control"] == "no-store")
        let document = try object(kept)
        #expect(document["width"] as? Int == 300)
        #expect(document["height"] as? Int == 200)
        #expect((document["blurhash"] as? String)?.count == 28)
        let thumbHash = try #require(document["thumbhash"] as? String)
        #expect(try #require(Data(base64Encoded: thumbHash)).count >= 20)
        let palette = try #require(document["palette"] as? [[String: Any]])
        #expect(palette.count == 3)
        #expect(palette[0]["color"] as? String == document["dominant"] as? String)
        let text = try #require(document["text"] as? [String: Any])
        #expect(text["measure"] as? String == "wcag")
        #expect(["#000000", "#ffffff"].contains(text["color"] as? String))
        let uri = try #require(document["uri"] as? String)
        #expect(uri.count <= 400)
        let head = "data:image/png;base64,"
        #expect(uri.hasPrefix(head))
        let tiny = [UInt8](try #require(Data(base64Encoded: String(uri.dropFirst(head.count)))))
        #expect(try ImageHeader.probe(tiny.span).format == .png)
    }

    @Test(arguments: Transport.allCases)
    func `is known before the picture is decoded`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let target = "/v1/images/\(Digest(of: picture).hex)/placeholder"
        _ = try await service.send(.post("/v1/images", picture))
        let head = try await service.send(Call(method: "HEAD", target: target))
        #expect(head.status == 200)
        let tag = try #require(head["ETag"])
        let known = try await service.send(.get(target, [("If-None-Match", tag)]))
        #expect(known.status == 304)
        #expect(known["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(service.service.completedRenderings == 0)
        let failed = try await service.send(.get(target, [("If-Match", "\"other\"")]))
        #expect(failed.status == 412)
        let whole = try await service.send(.get(target))
        #expect(whole["ETag"] == tag)
        let again = try await service.send(.get(target))
        #expect(again.body == whole.body)
        try await eventually { service.service.completedRenderings == 1 }
        let length = try await service.send(Call(method: "HEAD", target: target))["Content-Length"]
        #expect(length == String(whole.body.count))
    }

    @Test
    func `has a tag of its own for all that changes it`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let target = "/v1/images/\(Digest(of: picture).hex)/placeholder"
        _ = try await service.send(.post("/v1/images", picture))
        let queries = [
            "", "?x-components=5", "?y-components=5", "?colors=6", "?text-box=0,0,9,9",
            "?measure=apca", "?background=black", "?damage=partial",
        ]
        var tags: Set<String> = []
        for query in queries {
            let reply = try await service.send(.get(target + query))
            #expect(reply.status == 200)
            tags.insert(try #require(reply["ETag"]))
        }
        #expect(tags.count == queries.count)
        let explicit = try await service.send(.get(target + "?colors=5&x-components=4"))
        #expect(tags.contains(try #require(explicit["ETag"])))
    }

    @Test
    func `forgets the placeholder with the picture`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let address = "/v1/images/\(Digest(of: picture).hex)"
        _ = try await service.send(.post("/v1/images", picture))
        for round in 1...2 {
            _ = try await service.send(.get(address + "/placeholder"))
            // A worker counts what it has done after the answer.
            try await eventually { service.service.completedRenderings == round }
            let deletion = try await service.send(Call(method: "DELETE", target: address))
            #expect(deletion.status == 204)
            #expect(try await service.send(.get(address + "/placeholder")).status == 404)
            _ = try await service.send(.post("/v1/images", picture))
        }
    }

    @Test
    func `is computed once for all who ask at the same time, and not without them`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let call = Call.post("/v1/placeholder", try TestPicture.make())
        let exchanges = (0..<3).map { _ in RouterExchange(call, to: service.service) { _ in } }
        let placeholders = service.service.analyses.placeholders
        for exchange in exchanges { exchange.begin() }
        try await eventually { placeholders.waiterCount == 3 }
        #expect(placeholders.count == 1)
        try await eventually { service.service.pool.status.queued == 1 }
        for exchange in exchanges { exchange.leave() }
        try await eventually { service.service.pool.status.queued == 0 }
        #expect(placeholders.count == 0)
        blocker.end()
    }

    @Test(arguments: [
        ("colors=0", "colors"), ("colors=17", "colors"), ("x-components=10", "x-components"),
        ("y-components=0", "y-components"), ("x-components=4x3", "x-components"),
        ("colors=3&colors=3", "colors"), ("color=3", "color"), ("blur=3", "blur"),
        ("text-box=1,2,3", "text-box"), ("text-box=900,0,5,5", "text-box"),
        ("measure=best", "measure"), ("damage=some", "damage"), ("contrast=3", "contrast"),
    ])
    func `refuses by name what has no meaning`(query: String, parameter: String) async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let sent = try await service.send(.post("/v1/placeholder?\(query)", picture))
        let kept = try await service.send(
            .get("/v1/images/\(Digest(of: picture).hex)/placeholder?\(query)")
        )
        for reply in [sent, kept] {
            #expect(reply.status == 400)
            #expect(try reply.problem()["parameter"] as? String == parameter)
        }
    }

    @Test
    func `says which parameters it takes, and renderings do not`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let reply = try await service.send(.post("/v1/placeholder?colour=3", picture))
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/unknown-parameter")
        #expect(
            problem["detail"] as? String
                == "This address does not take the parameter 'colour'. Did you mean 'colors'?"
        )
        #expect(
            problem["allowed"] as? String
                == "x-components, y-components, colors, text-box, measure, frame, background, damage"
        )
        let rendering = try await service.send(.post("/v1/render?colors=3", picture))
        #expect(rendering.status == 400)
    }

    @Test
    func `refuses what is no picture, and what is too costly`() async throws {
        let service = try TestService(.router)
        let text = try await service.send(.post("/v1/placeholder", Array("hello, world".utf8)))
        #expect(text.status == 415)
        let bomb = try await service.send(.post("/v1/placeholder", try TestPicture.bomb()))
        #expect(bomb.status == 422)
        let empty = try await service.send(.post("/v1/placeholder", []))
        #expect(empty.status == 400)
        let digest = Digest(of: [1]).hex
        let missing = try await service.send(.get("/v1/images/\(digest)/placeholder"))
        #expect(missing.status == 404)
        let method = try await service.send(.get("/v1/placeholder"))
        #expect(method.status == 405)
        #expect(method["Allow"] == "POST, OPTIONS")
    }

    @Test
    func `ends at the deadline`() async throws {
        let service = try TestService(.router) { $0.deadline = .zero }
        let reply = try await service.send(.post("/v1/placeholder", try TestPicture.make()))
        #expect(reply.status == 504)
    }
}
