// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Service
import Testing

@Suite
struct ForwardingRouteTests {
    private static let forwarded = [
        ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Host", "img.example.org"), ("X-Forwarded-Prefix", "/edge"),
    ]

    private func service(_ trusted: String?, basePath: String = "") throws -> TestService {
        try TestService(.socket) {
            $0.basePath = basePath
        } configureServer: { configuration in
            if let trusted { _ = configuration.trustedProxies.add(trusted) }
        }
    }

    @Test
    func `finds everything below the base path, and says so`() async throws {
        for transport in Transport.allCases {
            let service = try TestService(transport) { $0.basePath = "/frost" }
            let kept = try await service.send(.post("/frost/v1/images", try TestPicture.make()))
            #expect(kept.status == 201)
            let location = try #require(kept["Location"])
            #expect(location.hasPrefix("/frost/v1/images/"))
            #expect(try await service.send(.get(location)).status == 200)
            #expect(try await service.send(.get("\(location)/render?blur=2")).status == 200)
            #expect(try await service.send(.get("\(location)/render?blur=2")).status == 200)
            let index = try await service.send(.get("/frost")).json()
            #expect(index["render"] as? String == "/frost/v1/render")
            #expect(try await service.send(.get("/frost/")).status == 200)
            for probe in ["/healthz", "/readyz", "/frost/healthz", "/frost/readyz"] {
                #expect(try await service.send(.get(probe)).status == 200)
            }
            for target in ["/", "/v1/materials", "/frosty/v1/materials", "/frostv1/materials"] {
                #expect(try await service.send(.get(target)).status == 404)
            }
        }
    }

    @Test
    func `gives addresses as the client of a trusted proxy finds them`() async throws {
        let service = try service("127.0.0.0/8", basePath: "/frost")
        let reply = try await service.send(
            .post("/frost/v1/images", try TestPicture.make(), Self.forwarded)
        )
        let location = try #require(reply["Location"])
        #expect(location.hasPrefix("https://img.example.org/edge/frost/v1/images/"))
        #expect(try reply.json()["url"] as? String == location)
        let line = try await service.log.line { $0["method"] == "POST" }
        #expect(line?["peer"] == "203.0.113.7")
    }

    @Test(arguments: [nil, "10.0.0.0/8", "unix"])
    func `believes nobody else`(trusted: String?) async throws {
        let service = try service(trusted)
        let reply = try await service.send(
            .post("/v1/images", try TestPicture.make(), Self.forwarded)
        )
        #expect(try #require(reply["Location"]).hasPrefix("/v1/images/"))
        let line = try #require(try await service.log.line { $0["method"] == "POST" })
        guard case .text(let peer) = line["peer"] else { throw NoPeer() }
        #expect(peer.hasPrefix("127.0.0.1:"))
    }

    private struct NoPeer: Error {}
}
