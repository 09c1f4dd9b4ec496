// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Kernels
import Service
import TestSupport
import Testing

@Suite
struct DocumentRouteTests {
    private static let methods = [
        ("/", "GET, HEAD, OPTIONS"), ("/healthz", "GET, HEAD, OPTIONS"),
        ("/readyz", "GET, HEAD, OPTIONS"), ("/openapi.yaml", "GET, HEAD, OPTIONS"),
        ("/metrics", "GET, HEAD, OPTIONS"), ("/v1/status", "GET, HEAD, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
        ("/problems/not-found", "GET, HEAD, OPTIONS"),
        ("/v1/filters", "GET, HEAD, OPTIONS"),
        ("/v1/materials", "GET, HEAD, OPTIONS"), ("/v1/vibrancies", "GET, HEAD, OPTIONS"),
        ("/v1/version", "GET, HEAD, OPTIONS"),
        ("/v1/render", "POST, OPTIONS"), ("/v1/images", "POST, OPTIONS"),
        ("/v1/render/form", "POST, OPTIONS"), ("/v1/render/scene", "POST, OPTIONS"),
        ("/v1/images/\(digest)", "GET, HEAD, PUT, DELETE, OPTIONS"),
        ("/v1/images/\(digest)/render", "GET, HEAD, OPTIONS"),
        ("/v1/images/\(digest)/plan", "GET, HEAD, OPTIONS"),
    ]
    private static let digest = String(repeating: "0", count: 64)

    @Test(arguments: Transport.allCases, methods)
    func `says which methods an address knows`(
        transport: Transport,
        example: (target: String, allow: String)
    ) async throws {
        let service = try TestService(transport)
        let options = try await service.send(Call(method: "OPTIONS", target: example.target))
        #expect(options.status == 204)
        #expect(options["Allow"] == example.allow)
        let patch = try await service.send(Call(method: "PATCH", target: example.target))
        #expect(patch.status == 405)
        #expect(patch["Allow"] == example.allow)
        #expect(try patch.problem()["allowed"] as? String == example.allow)
    }

    @Test(arguments: Transport.allCases)
    func `says which methods there are at all`(transport: Transport) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(Call(method: "OPTIONS", target: "*"))
        #expect(reply.status == 204)
        #expect(reply["Allow"] == "GET, HEAD, POST, PUT, DELETE, OPTIONS")
    }

    @Test(arguments: Transport.allCases)
    func `has the versions of the program and of what it renders with`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.get("/v1/version"))
        #expect(reply.status == 200)
        #expect(reply["Cache-Control"] == "public, max-age=3600")
        let document = try reply.json()
        #expect(Set(document.keys) == ["name", "version", "engine", "libraries"])
        #expect(document["version"] as? String == Version.current)
        #expect((document["libraries"] as? [String])?.contains { $0.hasPrefix("libpng ") } == true)
        let tag = try #require(reply["ETag"])
        let again = try await service.send(.get("/v1/version", [("If-None-Match", tag)]))
        #expect(again.status == 304)
    }

    @Test(arguments: Transport.allCases)
    func `is alive and ready until it drains`(transport: Transport) async throws {
        let service = try TestService(transport)
        #expect(try await service.send(.get("/healthz")).text == "ok\n")
        #expect(try await service.send(.get("/readyz")).text == "ready\n")
        service.service.beginDraining()
        #expect(try await service.send(.get("/healthz")).status == 200)
        let reply = try await service.send(.get("/readyz"))
        #expect(reply.status == 503)
        #expect(reply["Retry-After"] != nil)
        #expect(try reply.problem()["type"] as? String == "/problems/shutting-down")
    }

    @Test(arguments: Transport.allCases)
    func `tells what results depend on to who prefers JSON and has the token`(
        transport: Transport
    ) async throws {
        let token = "correct-horse-battery"
        let service = try TestService(transport) {
            $0.token = token
            $0.fontFamily = "Inter"
        }
        let json = ("Accept", "application/json")
        #expect(try await service.send(.get("/readyz", [json])).status == 401)
        let reply = try await service.send(
            .get("/readyz", [json, ("Authorization", "Bearer \(token)")])
        )
        #expect(reply["Content-Type"] == "application/json")
        let details = try reply.json()
        #expect(details["status"] as? String == "ready")
        #expect(details["version"] as? String == Version.current)
        #expect(details["fontFamily"] as? String == "Inter")
        #expect(details["kernels"] as? [String] == InstructionSet.built.map(\.rawValue))
        #expect(details["isa"] as? String == InstructionSet.fastest.rawValue)
        #expect(details["workers"] as? Int == 2)
        let other = ("Accept", "text/plain, application/json")
        #expect(try await service.send(.get("/readyz", [other])).text == "ready\n")
    }

    @Test(
        arguments: Transport.allCases,
        [("/openapi.yaml", "application/yaml"), ("/openapi.json", "application/json")]
    )
    func `hands out the contract`(
        transport: Transport,
        example: (target: String, type: String)
    ) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.get(example.target))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == example.type)
        let tag = try #require(reply["ETag"])
        let again = try await service.send(.get(example.target, [("If-None-Match", tag)]))
        #expect(again.status == 304)
        #expect(again["ETag"] == tag)
        #expect(again["Cache-Control"] == "no-cache")
        #expect(again["Content-Type"] == nil)
        let other = try await service.send(.get(example.target, [("If-Match", "\"other\"")]))
        #expect(other.status == 412)
        #expect(try await service.send(.get("/")).json()["contract"] as? String == "/openapi.yaml")
    }

    @Test(arguments: Transport.allCases)
    func `answers a browser with a page that needs no token, and others with the index`(
        transport: Transport
    ) async throws {
        let token = "correct-horse-battery"
        let service = try TestService(transport) { $0.token = token }
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
        let page = try await service.send(.get("/", [("Accept", browser)]))
        #expect(page.status == 200)
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page["Vary"] == "Accept")
        #expect(page["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(page.text == (try Contract.file("Sources/COpenAPI/StartPage.html")))
        #expect(try await service.send(.get("/")).status == 401)
        for accept in ["*/*", "application/json", "text/html;q=0.5, application/json"] {
            let fields = [("Accept", accept), ("Authorization", "Bearer \(token)")]
            let index = try await service.send(.get("/", fields))
            #expect(try index.json()["name"] as? String == "frostpane")
        }
    }

    @Test(arguments: Transport.allCases)
    func `has a page about each problem at the address of its type, for which it asks no token`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport) { $0.token = "correct-horse-battery" }
        let refusal = try await service.send(.get("/v1/render"))
        var addresses = ProblemType.allCases.map(\.uri)
        #expect(addresses.contains(try #require(try refusal.problem()["type"] as? String)))
        if transport == .socket { addresses = Array(addresses.prefix(2)) }
        for address in addresses {
            let page = try await service.send(.get(address))
            #expect(page.status == 200)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.contains("<code>\(address)</code>"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `asks everybody but probes for the token`(transport: Transport) async throws {
        let token = "correct-horse-battery"
        let service = try TestService(transport) { $0.token = token }
        for probe in ["/healthz", "/readyz"] {
            #expect(try await service.send(.get(probe)).status == 200)
        }
        for target in [
            "/", "/metrics", "/v1/status", "/openapi.yaml", "/v1/images/\(Self.digest)", "/nowhere",
        ] {
            let reply = try await service.send(.get(target))
            #expect(reply.status == 401)
            #expect(reply["WWW-Authenticate"] == "Bearer realm=\"frostpane\"")
        }
        let picture = try TestPicture.make()
        #expect(try await service.send(.post("/v1/render", picture)).status == 401)
        let fields = [("Authorization", "Bearer \(token)")]
        #expect(try await service.send(.post("/v1/images", picture, fields)).status == 201)
        let kept = try await service.send(.get("/v1/images/\(Self.digest)", fields))
        #expect(kept.status == 404)
        // All but the two probes.
        try await eventually { service.log.text.filter(\.isNewline).count == 9 }
        #expect(!service.log.text.contains(token))
    }

    @Test(arguments: Transport.allCases)
    func `takes over tokens that were read again, and no others`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport) {
            $0.fileTokens = [AccessToken("old-old-old-old-old")]
        }
        func status(_ token: String) async throws -> Int {
            try await service.send(.get("/", [("Authorization", "Bearer \(token)")])).status
        }
        var new = Configuration()
        #expect(!service.service.reload(new))
        #expect(try await status("old-old-old-old-old") == 200)
        new.fileTokens = ["new-new-new-new-new", "other-other-other"].map(AccessToken.init)
        #expect(service.service.reload(new))
        #expect(try await status("old-old-old-old-old") == 401)
        #expect(try await status("new-new-new-new-new") == 200)
        #expect(try await status("other-other-other") == 200)
    }

    @Test
    func `takes over the level of the log`() async throws {
        let service = try TestService(.router)
        var new = Configuration()
        new.logLevel = .error
        #expect(service.service.reload(new))
        _ = try await service.send(.get("/nowhere"))
        #expect(service.log.text.isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func `passes on names and traces that are harmless`(transport: Transport) async throws {
        let service = try TestService(transport)
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let fields = [("X-Request-Id", "abc-1"), ("traceparent", trace)]
        let reply = try await service.send(.get("/healthz", fields))
        #expect(reply["X-Request-Id"] == "abc-1")
        let own = try #require(reply["traceparent"])
        #expect(own.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") && own.hasSuffix("-01"))
        #expect(own != trace)
        let made = try await service.send(.get("/healthz", [("X-Request-Id", "a b")]))
        #expect(made["X-Request-Id"]?.count == 32)
    }
}
