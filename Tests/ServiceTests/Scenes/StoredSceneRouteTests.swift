// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Raster
import Store
import Testing

@testable import Service

@Suite
struct StoredSceneRouteTests {
    private static let secret = LinkRouteTests.secret
    static let credentials = LinkRouteTests.credentials

    static let card = """
        {"variables": {"photo": {"type": "image"}, "accent": {"type": "color", "default": "#0a84ff"},
          "radius": {"type": "number", "default": 2, "minimum": 0, "maximum": 20}},
         "backdrop": "{{photo}}",
         "panes": [{"frame": {"width": "50%"}, "filter": "blur({{radius}}px)", "tint": "{{accent}}"}]}
        """

    static func put(
        _ scene: String = card,
        as name: String = "card",
        in service: TestService,
        _ fields: [(String, String)] = []
    ) async throws -> Reply {
        try await service.send(
            Call(
                method: "PUT",
                target: "/v1/scenes/\(name)",
                fields: credentials + fields,
                body: Array(scene.utf8)
            )
        )
    }

    private static func delete(_ target: String, in service: TestService) async throws -> Int {
        try await service.send(Call(method: "DELETE", target: target, fields: credentials)).status
    }

    static func get(_ target: String, in service: TestService) async throws -> Reply {
        try await service.send(.get(target, credentials))
    }

    @Test(arguments: Transport.allCases)
    func `renders a stored scene as the same scene by POST`(transport: Transport) async throws {
        let service = try LinkRouteTests.service(transport)
        let photo = try await LinkRouteTests.keep(in: service).hex
        let kept = try await Self.put(in: service)
        #expect(kept.status == 201)
        #expect(kept["Location"] == "/v1/scenes/card")
        let id = try #require(try kept.json()["id"] as? String)
        let plain = """
            {"backdrop": {"digest": "\(photo)"}, "panes": [{"frame": {"width": "50%"},
             "filter": "blur(3px)", "tint": "red"}]}
            """
        let posted = try await service.send(
            .post("/v1/render/scene?format=png", Array(plain.utf8), Self.credentials)
        )
        #expect(posted.status == 200)
        let query = "render?photo=\(photo)&accent=red&radius=3&format=png"
        let named = try await Self.get("/v1/scenes/card/\(query)", in: service)
        #expect(named.status == 200)
        #expect(named.body == posted.body)
        #expect(named["ETag"] == posted["ETag"])
        #expect(named["Cache-Control"] == "private, max-age=60")
        #expect(named["Content-Location"] == "/v1/scenes/\(id)/\(query)")
        let lasting = try await Self.get("/v1/scenes/\(id)/\(query)", in: service)
        #expect(lasting.body == posted.body)
        #expect(lasting["Cache-Control"] == "private, max-age=31536000, immutable")
        #expect(lasting["Content-Location"] == nil)
        let tag = try #require(named["ETag"])
        let known = try await service.send(
            .get("/v1/scenes/card/\(query)", Self.credentials + [("If-None-Match", tag)])
        )
        #expect(known.status == 304)
        let plan = try await Self.get("/v1/scenes/card/plan?photo=\(photo)", in: service)
        #expect(plan["Content-Type"] == "application/vnd.frostpane.plan+json")
    }

    @Test func `replaces the scene of a name, and keeps the address of the former one`()
        async throws
    {
        let service = try LinkRouteTests.service()
        let photo = try await LinkRouteTests.keep(in: service).hex
        let first = try await Self.put(in: service)
        let id = try #require(try first.json()["id"] as? String)
        #expect(try await Self.put(in: service).status == 200)
        let other = Self.card.replacing("50%", with: "25%")
        let tag = try #require(first["ETag"])
        #expect(try await Self.put(other, in: service, [("If-None-Match", "*")]).status == 412)
        #expect(try await Self.put(other, in: service, [("If-Match", tag)]).status == 200)
        #expect(try await Self.put(in: service, [("If-Match", tag)]).status == 412)
        let query = "render?photo=\(photo)&format=png"
        let new = try await Self.get("/v1/scenes/card/\(query)", in: service)
        let old = try await Self.get("/v1/scenes/\(id)/\(query)", in: service)
        #expect(new.status == 200)
        #expect(old.status == 200)
        #expect(new.body != old.body)
        let text = try await Self.get("/v1/scenes/card", in: service)
        #expect(try SceneTemplate(text.body).bytes + [10] == text.body)
        #expect(text["ETag"] == "\"\(try SceneTemplate(text.body).digest.hex)\"")
        #expect(try await Self.delete("/v1/scenes/card", in: service) == 204)
        #expect(try await Self.delete("/v1/scenes/card", in: service) == 404)
        #expect(try await Self.get("/v1/scenes/card/\(query)", in: service).status == 404)
        #expect(try await Self.get("/v1/scenes/\(id)/\(query)", in: service).status == 200)
        #expect(try await Self.delete("/v1/scenes/\(id)", in: service) == 204)
        #expect(try await Self.get("/v1/scenes/\(id)/\(query)", in: service).status == 404)
    }

    @Test func `deletes a scene with an image that it names`() async throws {
        let service = try LinkRouteTests.service()
        let photo = try await LinkRouteTests.keep(in: service).hex
        let scene = #"{"backdrop": {"digest": "\#(photo)"}, "panes": [{"filter": "blur(2px)"}]}"#
        let absent = scene.replacing(photo, with: String(repeating: "0a", count: 32))
        let refused = try await Self.put(absent, in: service)
        #expect(refused.status == 422)
        #expect(try refused.json()["pointer"] as? String == "/backdrop/digest")
        #expect(try await Self.put(scene, in: service).status == 201)
        #expect(try await Self.get("/v1/scenes/card/render", in: service).status == 200)
        #expect(try await Self.delete("/v1/images/\(photo)", in: service) == 204)
        _ = try await LinkRouteTests.keep(in: service)
        let gone = try await Self.get("/v1/scenes/card/render", in: service)
        #expect(gone.status == 404)
        #expect(try gone.json()["type"] as? String == "/problems/scene-not-found")
    }

    @Test func `knows the images of parts that are left out`() async throws {
        let service = try LinkRouteTests.service()
        let photo = try await LinkRouteTests.keep(in: service).hex
        let scene = """
            {"variables": {"show": {"type": "flag", "default": false}}, "canvas": {"width": 9, "height": 9},
             "layers": [{"background": "red"}, {"if": "show", "image": {"digest": "\(photo)"}}]}
            """
        let absent = scene.replacing(photo, with: String(repeating: "0a", count: 32))
        #expect(try await Self.put(absent, in: service).status == 422)
        #expect(try await Self.put(scene, in: service).status == 201)
        #expect(try await Self.delete("/v1/images/\(photo)", in: service) == 204)
        #expect(try await Self.get("/v1/scenes/card", in: service).status == 404)
    }

    @Test func `refuses more than a record holds`() async throws {
        let service = try LinkRouteTests.service()
        func scene(_ layers: [String]) -> String {
            #"{"canvas": {"width": 9, "height": 9}, "layers": [\#(layers.joined(separator: ","))]}"#
        }
        let images = (0..<25).map { number in
            #"{"image": {"digest": "\#(Digest(of: [UInt8(number)]).hex)"}}"#
        }
        #expect(try await Self.put(scene(images), in: service).status == 400)
        // Whole numbers are longer in the canonical text.
        let layer = #"{"background":"red","alpha":1,"frame":{"x":6e4}}"#
        let count = (SceneReader.lengthLimit - 100) / (layer.utf8.count + 1)
        let long = scene(Array(repeating: layer, count: count))
        #expect(long.utf8.count < SceneReader.lengthLimit)
        #expect(try await Self.put(long, in: service).status >= 400)
        let quotes = String(repeating: #"\""#, count: 3_000)
        let text = #"{"text": "\#(quotes)", "color": "red", "font": {"size": 1}}"#
        let texts = Array(repeating: text, count: 4)
        #expect(try await Self.put(scene(texts), in: service).status == 201)
    }

    @Test(arguments: [
        ("", "missing-parameter", "photo"), ("photo=abc", "malformed-parameter", "photo"),
        ("photo={photo}&radius=21", "malformed-parameter", "radius"),
        ("photo={photo}&acent=red", "unknown-parameter", "acent"),
        ("photo={photo}&blur=3", "conflicting-parameters", "blur"),
        ("photo={photo}&photo={photo}", "repeated-parameter", "photo"),
        ("photo=nowhere/a.png", "source-not-found", nil),
    ])
    func `names the parameter that is wrong`(
        query: String,
        type: String,
        name: String?
    ) async throws {
        let service = try LinkRouteTests.service()
        let photo = try await LinkRouteTests.keep(in: service).hex
        _ = try await Self.put(in: service)
        let target = "/v1/scenes/card/render?" + query.replacing("{photo}", with: photo)
        let reply = try await Self.get(target, in: service)
        #expect(try reply.json()["type"] as? String == "/problems/\(type)")
        if let name { #expect(try reply.json()["parameter"] as? String == name) }
        if name == "acent" { #expect(reply.text.contains("Did you mean 'accent'?")) }
    }

    @Test func `draws on a canvas, without any image`() async throws {
        let service = try LinkRouteTests.service()
        let card = """
            {"variables": {"accent": {"type": "color"}}, "canvas": {"width": 20, "height": 10},
             "layers": [{"frame": {"width": "50%"}, "background": "{{accent}}"}]}
            """
        #expect(try await Self.put(card, in: service).status == 201)
        let query = "render?accent=red&format=png"
        let shown = try await Self.get("/v1/scenes/card/\(query)", in: service)
        #expect(shown.status == 200, "\(shown.text)")
        let picture = try DecodedPicture(shown.body)
        #expect(picture.size.width == 20)
        let text =
            #"{"scene": "card", "variables": {"accent": "red"}, "parameters": {"format": "png"}}"#
        let link = try await service.send(.post("/v1/links", Array(text.utf8), Self.credentials))
        let linked = try await service.send(.get(try #require(link["Location"])))
        #expect(linked.body == shown.body)
    }

    @Test func `takes an image of a source`() async throws {
        let service = try LinkRouteTests.service()
        _ = try await Self.put(in: service)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: #filePath).appending(path: "../../../Fixtures").standardized
                .path()
        )
        let file = try #require(
            names.sorted().first { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
        )
        let reply = try await Self.get(
            "/v1/scenes/card/render?photo=files/\(file)&format=png",
            in: service
        )
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply["Cache-Control"] == "private, max-age=60")
    }

    @Test func `is published by a link, with its values`() async throws {
        let service = try LinkRouteTests.service()
        let photo = try await LinkRouteTests.keep(in: service).hex
        _ = try await Self.put(in: service)
        func make(_ variables: String, _ scene: String = "card") async throws -> Reply {
            let text =
                #"{"scene": "\#(scene)", "variables": \#(variables), "parameters": {"format": "png"}}"#
            return try await service.send(.post("/v1/links", Array(text.utf8), Self.credentials))
        }
        let made = try await make(#"{"photo": "\#(photo)", "accent": "red", "radius": 3}"#)
        #expect(made.status == 201, "\(made.text)")
        let address = try #require(made["Location"])
        let query = "render?photo=\(photo)&accent=red&radius=3&format=png"
        let plain = try await Self.get("/v1/scenes/card/\(query)", in: service)
        let shown = try await service.send(.get(address))
        #expect(shown.status == 200)
        #expect(shown.body == plain.body)
        #expect(shown["ETag"] != plain["ETag"])
        #expect(shown["Content-Location"] == nil)
        // The link keeps the scene as it was.
        _ = try await Self.put(Self.card.replacing("50%", with: "25%"), in: service)
        #expect(try await service.send(.get(address)).body == plain.body)
        for (variables, scene) in [
            ("{}", "card"), (#"{"photo": "x"}"#, "card"), (#"{"photo": 3, "b": 1}"#, "card"),
            (#"{"photo": "\#(photo)"}"#, "nothing"),
        ] {
            let wrong = try await make(variables, scene)
            #expect(wrong.status == 400)
            #expect(try wrong.json()["type"] as? String == "/problems/invalid-link")
        }
        #expect(try await Self.delete("/v1/images/\(photo)", in: service) == 204)
        #expect(try await service.send(.get(address)).status == 404)
    }

    @Test func `needs the scopes of its steps`() async throws {
        let service = try LinkRouteTests.service()
        for (method, target) in [
            ("PUT", "/v1/scenes/card"), ("POST", "/v1/scenes"), ("GET", "/v1/scenes/card"),
            ("DELETE", "/v1/scenes/card"), ("GET", "/v1/scenes/card/render"),
        ] {
            let body = method == "GET" || method == "DELETE" ? nil : Array(Self.card.utf8)
            let call = Call(method: method, target: target, fields: [], body: body)
            #expect(try await service.send(call).status == 401, "\(method) \(target)")
        }
        let shown = try LinkRouteTests.service(.router, .renders)
        _ = try await Self.put(in: shown)
        let photo = try await LinkRouteTests.keep(in: shown).hex
        let reply = try await shown.send(.get("/v1/scenes/card/render?photo=\(photo)"))
        #expect(reply.status == 200)
        #expect(reply["Cache-Control"] == "public, max-age=60")
    }
}
