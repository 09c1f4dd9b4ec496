// SPDX-License-Identifier: Apache-2.0

import Foundation
import Service
import Store
import Testing

/// Requests that are refused, or whose results break off.
extension RenderRouteTests {
    @Test(
        arguments: Transport.allCases,
        [
            ("?blur=1001", 400, "parameter-out-of-range", "blur"),
            ("?blur=x", 400, "malformed-parameter", "blur"),
            ("?blur=%zz", 400, "malformed-query", "blur"),
            ("?blur=1&blur=1", 400, "repeated-parameter", "blur"),
            ("?blurr=1", 400, "unknown-parameter", "blurr"),
            ("?edge=mirror", 400, "conflicting-parameters", "edge"),
            ("?format=png&quality=80", 400, "conflicting-parameters", "quality"),
        ]
    )
    func `refuses wrong parameters by name`(
        transport: Transport,
        example: (query: String, status: Int, type: String, parameter: String)
    ) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(
            .post("/v1/render\(example.query)", try TestPicture.make())
        )
        let problem = try reply.problem()
        #expect(reply.status == example.status)
        #expect(problem["type"] as? String == "/problems/\(example.type)")
        #expect(problem["parameter"] as? String == example.parameter)
        #expect(problem["requestId"] as? String == reply["X-Request-Id"])
        #expect(service.service.completedRenderings == 0)
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("just some text, no picture at all", "text/plain", "text"),
            ("<!doctype html><html></html>", "text/html", "markup"),
            ("{\"image\": \"…\"}          ", "text/json", "JSON"),
            ("8BPS....................", "image/gif", "PSD"),
            ("BM........................", "image/jpeg", "BMP"),
            ("\u{1}\u{2}\u{3}..................", "image/png", "unknown format"),
            ("tiny", "image/png", "text"),
        ]
    )
    func `refuses what is no picture and says what it is`(
        transport: Transport,
        example: (body: String, type: String, finding: String)
    ) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(
            .post(blur, Array(example.body.utf8), [("Content-Type", example.type)])
        )
        #expect(reply.status == 415)
        #expect(reply["Accept"]?.hasPrefix("image/jpeg, image/png, ") == true)
        let detail = try #require(try reply.problem()["detail"] as? String)
        #expect(detail.contains(example.finding))
    }

    @Test(arguments: Transport.allCases)
    func `refuses a picture that is cut off`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let reply = try await service.send(.post(blur, Array(picture.prefix(picture.count / 2))))
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/damaged-image")
    }

    @Test(arguments: Transport.allCases)
    func `breaks off a large result that cannot be completed, and keeps nothing`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make(width: 1900, height: 1200)
        // Its end is where it should be, what lies before it is missing.
        let torn = Array(picture.prefix(picture.count * 9 / 10)) + [0xff, 0xd9]
        let reply = try await service.send(.post("/v1/render?quality=95", torn))
        #expect(reply.status == 200)
        #expect(!reply.isComplete)
        #expect(reply["Cache-Status"] == "frostpane; fwd=miss")
        // Only the failure is kept.
        let second = try await service.send(.post("/v1/render?quality=95", torn))
        #expect(second.status == 422)
    }

    @Test(arguments: Transport.allCases)
    func `refuses a header that promises too many pixels`(transport: Transport) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.post(blur, try TestPicture.bomb()))
        #expect(reply.status == 422)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/image-too-large")
        #expect(try #require(problem["detail"] as? String).contains("15000 × 15000"))
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("Content-Digest", "sha-256"), ("Repr-Digest", "sha-512"), ("Repr-Digest", "sha-256"),
        ]
    )
    func `holds a body against its digest`(
        transport: Transport,
        example: (field: String, algorithm: String)
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let wrong = Data(repeating: 7, count: example.algorithm == "sha-256" ? 32 : 64)
        let value = "\(example.algorithm)=:\(wrong.base64EncodedString()):"
        let reply = try await service.send(.post(blur, picture, [(example.field, value)]))
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/digest-mismatch")
        #expect(service.service.completedRenderings == 0)
        let right = "sha-256=:\(Digest(of: picture).base64):, md5=:AAAA:"
        #expect(
            try await service.send(.post(blur, picture, [(example.field, right)])).status == 200
        )
        let broken = try await service.send(.post(blur, picture, [(example.field, "sha-256=x")]))
        #expect(try broken.problem()["type"] as? String == "/problems/malformed-digest")
    }

    @Test(arguments: Transport.allCases)
    func `accepts a body as long as the limit and no longer`(transport: Transport) async throws {
        let picture = try TestPicture.make()
        let fits = try TestService(transport) { $0.bodyLimit = picture.count }
        #expect(try await fits.send(.post(blur, picture)).status == 200)
        let small = try TestService(transport) { $0.bodyLimit = picture.count - 1 }
        let reply = try await small.send(.post(blur, picture))
        #expect(reply.status == 413)
        #expect(try reply.problem()["type"] as? String == "/problems/body-too-large")
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("Accept", "image/bmp", 406, "not-acceptable"),
            ("Content-Encoding", "gzip", 415, "unsupported-content-coding"),
            ("Content-Type", "multipart/mixed; boundary=x", 415, "unsupported-media-type"),
            ("Content-Type", "multipart/form-data", 400, "malformed-form"),
        ]
    )
    func `refuses at the head what cannot be served`(
        transport: Transport,
        example: (field: String, value: String, status: Int, type: String)
    ) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(
            .post(blur, try TestPicture.make(), [(example.field, example.value)])
        )
        #expect(reply.status == example.status)
        #expect(try reply.problem()["type"] as? String == "/problems/\(example.type)")
    }

    @Test(arguments: Transport.allCases)
    func `wants a picture`(transport: Transport) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.post(blur, []))
        #expect(reply.status == 400)
        #expect(try reply.problem()["type"] as? String == "/problems/missing-image")
    }

    @Test(arguments: Transport.allCases)
    func `refuses forms with parts that mean nothing or come twice`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let examples: [(Form, String, String, String)] = [
            (Form([.file("picture", picture)]), "", "unknown-parameter", "picture"),
            (Form([.file("image", picture), .field("x", "1")]), "", "unknown-parameter", "x"),
            (Form([.file("blur", picture)]), "", "unknown-parameter", "blur"),
            (
                Form([.file("image", picture), .file("image", picture)]), "", "repeated-parameter",
                "image"
            ),
            (
                Form([.field("blur", "1"), .file("image", picture)]), "?blur=2",
                "repeated-parameter", "blur"
            ),
            (
                Form([.field("blur", "-1"), .file("image", picture)]), "",
                "parameter-out-of-range", "blur"
            ),
            (
                Form([.field("blur", String(repeating: "1", count: 65))]), "",
                "malformed-parameter", "blur"
            ),
        ]
        for (form, query, type, parameter) in examples {
            let reply = try await service.send(
                .post("/v1/render\(query)", form.bytes, [("Content-Type", form.type)])
            )
            let problem = try reply.problem()
            #expect(reply.status == 400)
            #expect(problem["type"] as? String == "/problems/\(type)")
            #expect(problem["parameter"] as? String == parameter)
        }
        let empty = Form([.field("blur", "1")])
        let reply = try await service.send(
            .post("/v1/render", empty.bytes, [("Content-Type", empty.type)])
        )
        #expect(try reply.problem()["type"] as? String == "/problems/missing-image")
    }
}
