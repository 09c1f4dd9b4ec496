// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPTypes
import Raster
import Service
import Store
import TestSupport
import Testing

@Suite
struct RenderRouteTests {
    let blur = "/v1/render?blur=4&saturate=1.8"

    @Test(arguments: Transport.allCases)
    func `renders what is sent`(transport: Transport) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.post(blur, try TestPicture.make()))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/jpeg")
        #expect(reply["Cache-Status"] == "frostpane; fwd=miss; stored")
        #expect(reply["Cache-Control"] == "no-store")
        #expect(reply["X-Content-Type-Options"] == "nosniff")
        #expect(reply["Vary"] == "Accept, Save-Data")
        #expect(reply["ETag"]?.count == 34)
        let header = try ImageHeader.probe(reply.body.span)
        #expect(header.size == PixelSize(width: 64, height: 48))
        let name = try #require(reply["Content-Disposition"])
        #expect(name.hasPrefix("inline; filename=\"") && name.hasSuffix("-blur4-saturate1.8.jpg\""))
    }

    @Test(arguments: Transport.allCases)
    func `answers the same again from the cache, without a worker`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let first = try await service.send(.post(blur, picture))
        // The pool notes the end of a rendering after its last byte.
        try await eventually { service.service.completedRenderings == 1 }
        let rendered = service.service.completedRenderings
        let second = try await service.send(.post("/v1/render?saturate=1.80&blur=4.0", picture))
        #expect(second["Cache-Status"] == "frostpane; hit")
        #expect(second["Server-Timing"] == "cache;desc=hit")
        #expect(second["Content-Length"] == String(first.body.count))
        #expect(second["Repr-Digest"] == "sha-256=:\(Digest(of: second.body).base64):")
        #expect(second["ETag"] == first["ETag"])
        #expect(second.body == first.body)
        #expect(service.service.completedRenderings == rendered)
    }

    @Test(arguments: Transport.allCases)
    func `streams a large result, with its digest behind it`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make(width: 1900, height: 1200)
        let fields = [("TE", "trailers")]
        let reply = try await service.send(.post("/v1/render?quality=95", picture, fields))
        #expect(reply.status == 200)
        #expect(reply.isComplete)
        #expect(reply["Content-Length"] == nil)
        #expect(reply["Trailer"] == "Repr-Digest, Server-Timing, Frostpane-Warning")
        let digest = "sha-256=:\(Digest(of: reply.body).base64):"
        #expect(reply.trailer("Repr-Digest") == digest)
        let timing = try #require(reply.trailer("Server-Timing"))
        #expect(timing.contains("decode;dur=") && timing.contains("encode;dur="))
        #expect(try #require(reply["Server-Timing"]).contains("queue;dur="))
    }

    @Test(arguments: Transport.allCases)
    func `sends nothing behind a result to a client that does not ask for it`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make(width: 1900, height: 1200)
        let reply = try await service.send(.post("/v1/render?quality=95", picture))
        #expect(reply.status == 200)
        #expect(reply.isComplete)
        #expect(reply["Content-Length"] == nil)
        #expect(reply["Trailer"] == nil)
        #expect(reply.trailers.isEmpty)
        #expect(reply["Repr-Digest"] == nil)
        #expect(try #require(reply["Server-Timing"]).contains("queue;dur="))
    }

    @Test(arguments: Transport.allCases)
    func `takes a form with the picture and parameters`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let form = Form([
            .field("blur", "4"), .file("image", picture), .field("saturate", "1.8"),
        ])
        let reply = try await service.send(
            .post("/v1/render?quality=70", form.bytes, [("Content-Type", form.type)])
        )
        #expect(reply.status == 200)
        let plain = try await service.send(.post(blur + "&quality=70", picture))
        #expect(plain["Cache-Status"] == "frostpane; hit")
        #expect(plain.body == reply.body)
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("", nil, "image/jpeg", "Accept, Save-Data"),
            ("", "image/png", "image/png", "Accept, Save-Data"),
            ("", "image/bmp,image/*;q=0.8", "image/jpeg", "Accept, Save-Data"),
            ("?prefer=speed", "image/*", "image/jpeg", "Accept"),
            ("?format=png", "image/jpeg", "image/png", nil),
            ("?format=jpeg", "text/html", "image/jpeg", nil),
            ("?format=auto", "*/*", "image/jpeg", "Accept, Save-Data"),
        ] as [(String, String?, String, String?)]
    )
    func `makes the format that is asked for or accepted`(
        transport: Transport,
        example: (query: String, accept: String?, type: String, vary: String?)
    ) async throws {
        let service = try TestService(transport)
        let fields = example.accept.map { [("Accept", $0)] } ?? []
        let reply = try await service.send(
            .post("/v1/render\(example.query)", try TestPicture.make(), fields)
        )
        #expect(reply["Content-Type"] == example.type)
        #expect(reply["Vary"] == example.vary)
        #expect(ImageFormat.sniff(reply.body.span)?.mediaType == example.type)
    }

    @Test(arguments: Transport.allCases, ["image/png", "text/html", "x", "application/pdf", ""])
    func `does not believe the media type of a picture`(
        transport: Transport,
        type: String
    ) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(
            .post(blur, try TestPicture.make(), [("Content-Type", type)])
        )
        #expect(reply.status == 200)
    }
}
