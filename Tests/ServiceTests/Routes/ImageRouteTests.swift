// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPTypes
import Raster
import Store
import Testing

@testable import Service

@Suite
struct ImageRouteTests {
    @Test(arguments: Transport.allCases)
    func `keeps a picture under its digest, once`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let digest = Digest(of: picture)
        let reply = try await service.send(.post("/v1/images", picture))
        #expect(reply.status == 201)
        #expect(reply["Location"] == "/v1/images/\(digest.hex)")
        let description = try reply.json()
        #expect(description["id"] as? String == digest.hex)
        #expect(description["format"] as? String == "jpeg")
        #expect(description["width"] as? Int == 64)
        #expect(description["height"] as? Int == 48)
        #expect(description["bytes"] as? Int == picture.count)
        #expect(description["orientation"] as? Int == 1)
        #expect(try await service.send(.post("/v1/images", picture)).status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `gives a picture back byte for byte`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png(layout: .rgba)
        let address = "/v1/images/\(Digest(of: picture).hex)"
        #expect(try await service.send(.get(address)).status == 404)
        _ = try await service.send(.post("/v1/images", picture))
        let reply = try await service.send(.get(address))
        #expect(reply.body == picture)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(reply["Repr-Digest"] == "sha-256=:\(Digest(of: picture).base64):")
        let tag = try #require(reply["ETag"])
        let head = try await service.send(Call(method: "HEAD", target: address))
        #expect(head.status == 200)
        #expect(head["Content-Length"] == String(picture.count))
        #expect(head.body.isEmpty)
        let known = try await service.send(.get(address, [("If-None-Match", "\"x\", W/\(tag)")]))
        #expect(known.status == 304)
        #expect(known["ETag"] == tag)
        #expect(known.body.isEmpty)
        #expect(try await service.send(.get(address, [("If-Match", "\"x\"")])).status == 412)
    }

    @Test(arguments: Transport.allCases)
    func `puts a picture only at the address of its digest`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let address = "/v1/images/\(Digest(of: picture).hex)"
        let put = Call(method: "PUT", target: address, body: picture)
        #expect(try await service.send(put).status == 201)
        #expect(try await service.send(put).status == 200)
        var once = put
        once.fields = [("If-None-Match", "*")]
        #expect(try await service.send(once).status == 412)
        let other = Call(method: "PUT", target: address, body: try TestPicture.make(seed: 2))
        let reply = try await service.send(other)
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/digest-mismatch")
    }

    @Test(arguments: Transport.allCases)
    func `forgets a picture and everything made from it`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let address = "/v1/images/\(Digest(of: picture).hex)"
        _ = try await service.send(.post("/v1/images", picture))
        _ = try await service.send(.get("\(address)/render?blur=2"))
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 204)
        #expect(try await service.send(.get(address)).status == 404)
        #expect(try await service.send(.get("\(address)/render?blur=2")).status == 404)
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 404)
        let again = try await service.send(.post("/v1/render?blur=2", picture))
        #expect(again["Cache-Status"] == "frostpane; fwd=miss; stored")
    }

    @Test(arguments: Transport.allCases)
    func `does not keep what is only rendered`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/render?blur=2", picture))
        let address = "/v1/images/\(Digest(of: picture).hex)"
        #expect(try await service.send(.get(address)).status == 404)
    }

    @Test(arguments: Transport.allCases)
    func `renders a kept picture for every cache to keep`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let address = "/v1/images/\(Digest(of: picture).hex)/render?blur=3"
        let head = try await service.send(Call(method: "HEAD", target: address))
        #expect(head.status == 200)
        let tag = try #require(head["ETag"])
        let early = try await service.send(.get(address, [("If-None-Match", tag)]))
        #expect(early.status == 304)
        #expect(service.service.completedRenderings == 0)
        let reply = try await service.send(.get(address))
        #expect(reply.status == 200)
        #expect(reply["ETag"] == tag)
        #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
        let later = try await service.send(Call(method: "HEAD", target: address))
        #expect(later["Content-Length"] == String(reply.body.count))
        #expect(later["Cache-Status"] == "frostpane; hit")
        let other = try await service.send(.get(address + "&quality=50"))
        #expect(other["ETag"] != tag)
    }

    @Test(
        arguments: Transport.allCases,
        [
            "/v1/images/abc", "/v1/images/", "/v1/images/abc/render",
            "/v1/images/\(String(repeating: "A", count: 64))",
            "/v1/images/\(String(repeating: "a", count: 64))/",
            "/v1/images/\(String(repeating: "a", count: 64))/render/x", "/v1", "/v2/render", "//",
        ]
    )
    func `knows no other addresses`(transport: Transport, target: String) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.get(target))
        #expect(reply.status == 404)
        #expect(try reply.problem()["type"] as? String == "/problems/not-found")
    }

    @Test(arguments: Transport.allCases)
    func `keeps what just fits, as a body and in a form`(transport: Transport) async throws {
        let picture = try TestPicture.make()
        let limit = picture.count
        let form = Form([.file("image", picture)])
        let calls = [
            Call.post("/v1/images", picture),
            .post("/v1/images", form.bytes, [("Content-Type", form.type)]),
        ]
        let empty = try TestService(.router) { $0.originalsBudget = 1 << 20 }
        let overhead = (1 << 20) - empty.service.originals.uploadLimit
        for call in calls {
            let exact = try TestService(transport) { $0.originalsBudget = limit + overhead }
            #expect(exact.service.originals.uploadLimit == limit)
            #expect(try await exact.send(call).status == 201)
            let short = try TestService(transport) { $0.originalsBudget = limit + overhead - 1 }
            let reply = try await short.send(call)
            #expect(reply.status == 413)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/body-too-large")
            #expect(problem["allowed"] as? String == "0 to \(limit - 1) bytes")
        }
    }

    @Test(arguments: Transport.allCases)
    func `refuses what it cannot keep`(transport: Transport) async throws {
        let picture = try TestPicture.make()
        let service = try TestService(transport) { $0.originalsBudget = 100 }
        let reply = try await service.send(.post("/v1/images", picture))
        #expect(reply.status == 413)
        let large = try TestService(transport)
        let text = try await large.send(.post("/v1/images", Array("no picture at all".utf8)))
        #expect(text.status == 415)
        let parameter = try await service.send(.post("/v1/images?blur=1", picture))
        #expect(parameter.status == 400)
    }
}
