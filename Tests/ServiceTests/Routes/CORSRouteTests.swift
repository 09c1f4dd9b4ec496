// SPDX-License-Identifier: Apache-2.0

import Service
import Testing

@Suite
struct CORSRouteTests {
    private static let token = "correct-horse-battery"
    private static let origin = ("Origin", "https://app.example")
    private static let preflight = [
        origin, ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type"),
    ]

    private func service(_ transport: Transport, _ origins: [String]) throws -> TestService {
        try TestService(transport) {
            $0.corsOrigins = origins
            if origins != ["*"] { $0.token = Self.token }
        }
    }

    @Test(arguments: Transport.allCases)
    func `answers a browser that asks first, without the token`(
        transport: Transport
    ) async throws {
        let service = try service(transport, ["https://app.example"])
        let reply = try await service.send(
            Call(method: "OPTIONS", target: "/v1/render", fields: Self.preflight)
        )
        #expect(reply.status == 204)
        #expect(reply["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(reply["Access-Control-Allow-Methods"]?.contains("POST") == true)
        #expect(reply["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
        #expect(reply["Access-Control-Max-Age"] == "7200")
        #expect(reply["Vary"] == "Origin")
    }

    @Test(arguments: Transport.allCases, [["https://other.example"], []])
    func `answers no other browser that asks first`(
        transport: Transport,
        origins: [String]
    ) async throws {
        let service = try service(transport, origins)
        let reply = try await service.send(
            Call(method: "OPTIONS", target: "/v1/render", fields: Self.preflight)
        )
        #expect(reply.status == 401)
        #expect(reply["Access-Control-Allow-Origin"] == nil)
    }

    @Test(arguments: Transport.allCases)
    func `shows answers to pages of a named origin, problems as well`(
        transport: Transport
    ) async throws {
        let service = try service(transport, ["https://app.example"])
        let fields = [Self.origin, ("Authorization", "Bearer \(Self.token)")]
        let picture = try TestPicture.make()
        for (target, status) in [("/v1/images", 201), ("/v1/render?blur=x", 400)] {
            let reply = try await service.send(.post(target, picture, fields))
            #expect(reply.status == status)
            #expect(reply["Access-Control-Allow-Origin"] == "https://app.example")
            #expect(reply["Access-Control-Expose-Headers"]?.contains("Location") == true)
            #expect(reply["Timing-Allow-Origin"] == "https://app.example")
        }
        let refused = try await service.send(.get("/", [Self.origin]))
        #expect(refused.status == 401)
        #expect(refused["Access-Control-Allow-Origin"] == "https://app.example")
    }

    @Test(arguments: Transport.allCases)
    func `tells caches that answers depend on the origin`(transport: Transport) async throws {
        let service = try service(transport, ["https://app.example"])
        for fields in [[], [("Origin", "https://other.example")]] {
            let reply = try await service.send(.get("/healthz", fields))
            #expect(reply.status == 200)
            #expect(reply["Vary"] == "Origin")
            #expect(reply["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test(arguments: Transport.allCases)
    func `shows everything to everybody where there is no token`(
        transport: Transport
    ) async throws {
        let service = try service(transport, ["*"])
        let kept = try await service.send(.post("/v1/images", try TestPicture.make()))
        let target = try #require(kept["Location"]) + "/render?blur=2&format=png"
        // From the renderer, then from memory.
        for _ in 0..<3 {
            let reply = try await service.send(.get(target, [Self.origin]))
            #expect(reply.status == 200)
            #expect(reply["Access-Control-Allow-Origin"] == "*")
            #expect(reply["Timing-Allow-Origin"] == "*")
            #expect(reply["Vary"]?.contains("Origin") != true)
        }
    }

    @Test
    func `shows a page the refusal of a body that is too long`() async throws {
        let service = try TestService(.socket) {
            $0.corsOrigins = ["https://app.example"]
            $0.bodyLimit = 1 << 10
        }
        let reply = try await service.send(
            .post(
                "/v1/render",
                [UInt8](repeating: 1, count: 1 << 12),
                [Self.origin, ("Transfer-Encoding", "chunked")]
            )
        )
        #expect(reply.status == 413)
        #expect(reply["Access-Control-Allow-Origin"] == "https://app.example")
    }

    @Test(arguments: Transport.allCases)
    func `says nothing about origins when none is named`(transport: Transport) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.get("/healthz", [Self.origin]))
        #expect(reply["Access-Control-Allow-Origin"] == nil)
        #expect(reply["Vary"] == nil)
    }
}
