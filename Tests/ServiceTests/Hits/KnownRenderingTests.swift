// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store
import Testing

@testable import Service

/// Requests that the service has decided before: every answer is the one that reading them in full
/// would give.
@Suite
struct KnownRenderingTests {
    private static let perRequest: [HTTPField.Name] = [.requestID, .traceParent, .date]

    private let picture: [UInt8]
    private let address: String
    private var target: String { "\(address)/render?blur=2" }

    init() throws {
        picture = try TestPicture.make()
        address = "/v1/images/\(Digest(of: picture).hex)"
    }

    /// A service that has rendered the target, answered it from its cache, and so remembers it.
    private func makeService(
        _ transport: Transport,
        configure: (inout Configuration) -> Void = { _ in },
        fields: [(String, String)] = []
    ) async throws -> (service: TestService, hit: Reply) {
        let service = try TestService(transport, configure: configure)
        _ = try await service.send(.post("/v1/images", picture, fields))
        _ = try await service.send(.get(target, fields))
        #expect(service.service.knownRenderings.statistics.entryCount == 0)
        let hit = try await service.send(.get(target, fields))
        #expect(hit.status == 200)
        #expect(service.service.knownRenderings.statistics.entryCount == 1)
        return (service, hit)
    }

    private func common(_ reply: Reply) -> [String] {
        reply.fields.filter { !Self.perRequest.contains($0.name) }
            .map { "\($0.name.canonicalName): \($0.value)" }.sorted()
    }

    @Test(arguments: Transport.allCases)
    func `answers as if it read the request`(transport: Transport) async throws {
        let (service, hit) = try await makeService(transport)
        let known = try await service.send(.get(target))
        #expect(service.service.knownRenderings.statistics.hits == 1)
        #expect(known.status == 200)
        #expect(known.body == hit.body)
        #expect(common(known) == common(hit))
        #expect(known["Cache-Status"] == "frostpane; hit")
        let id = try #require(known["X-Request-Id"])
        #expect(id != hit["X-Request-Id"])
        let line = try await service.log.line { $0["request_id"] == .text(id) }
        #expect(line?["cache"] == "hit")
    }

    @Test(arguments: Transport.allCases)
    func `takes over the names that the client gives`(transport: Transport) async throws {
        let (service, _) = try await makeService(transport)
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let known = try await service.send(
            .get(target, [("X-Request-Id", "mine"), ("traceparent", trace)])
        )
        #expect(service.service.knownRenderings.statistics.hits == 1)
        #expect(known["X-Request-Id"] == "mine")
        #expect(known["traceparent"]?.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-") == true)
    }

    @Test(arguments: Transport.allCases)
    func `weighs conditions`(transport: Transport) async throws {
        let (service, hit) = try await makeService(transport)
        let tag = try #require(hit["ETag"])
        let same = try await service.send(.get(target, [("If-None-Match", tag)]))
        #expect(same.status == 304)
        #expect(same.body.isEmpty)
        #expect(same["ETag"] == tag)
        #expect(same["Cache-Control"] == hit["Cache-Control"])
        #expect(same["Cache-Status"] == nil)
        let other = try await service.send(.get(target, [("If-Match", "\"x\"")]))
        #expect(other.status == 412)
        #expect(service.service.knownRenderings.statistics.hits == 2)
    }

    @Test(arguments: Transport.allCases)
    func `answers HEAD without a body`(transport: Transport) async throws {
        let (service, hit) = try await makeService(transport)
        let head = try await service.send(Call(method: "HEAD", target: target))
        #expect(service.service.knownRenderings.statistics.hits == 1)
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(common(head) == common(hit))
        #expect(head["Content-Length"] == String(hit.body.count))
    }

    @Test(arguments: Transport.allCases, ["OPTIONS", "DELETE", "POST"])
    func `leaves other methods alone`(transport: Transport, method: String) async throws {
        let (service, _) = try await makeService(transport)
        let reply = try await service.send(Call(method: method, target: target))
        #expect(reply.status == (method == "OPTIONS" ? 204 : 405))
    }

    @Test(arguments: Transport.allCases)
    func `knows nothing of a picture that was deleted`(transport: Transport) async throws {
        let (service, hit) = try await makeService(transport)
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 204)
        #expect(try await service.send(.get(target)).status == 404)
        let head = try await service.send(Call(method: "HEAD", target: target))
        #expect(head.status == 404)
        _ = try await service.send(.post("/v1/images", picture))
        let again = try await service.send(.get(target))
        #expect(again.status == 200)
        #expect(again["Cache-Status"] == "frostpane; fwd=miss; stored")
        #expect(again.body == hit.body)
    }

    @Test(arguments: Transport.allCases)
    func `renders again what has made room`(transport: Transport) async throws {
        let (service, hit) = try await makeService(transport) { $0.resultsBudget = 4_000 }
        for sigma in 3...9 { _ = try await service.send(.get("\(address)/render?blur=\(sigma)")) }
        #expect(service.service.results.statistics.kept.evictions > 0)
        let head = try await service.send(Call(method: "HEAD", target: target))
        #expect(head.status == 200)
        #expect(head["Cache-Status"] == nil)
        let again = try await service.send(.get(target))
        #expect(again["Cache-Status"] == "frostpane; fwd=miss; stored")
        #expect(again.body == hit.body)
    }

    @Test(arguments: Transport.allCases)
    func `counts as a use of picture and result`(transport: Transport) async throws {
        let (service, _) = try await makeService(transport)
        let before = service.service.results.statistics.kept.hits
        _ = try await service.send(.get(target))
        #expect(service.service.results.statistics.kept.hits == before + 1)
    }

    @Test(arguments: Transport.allCases)
    func `tells apart what clients accept`(transport: Transport) async throws {
        let (service, hit) = try await makeService(transport, fields: [("Accept", "image/jpeg")])
        #expect(hit["Content-Type"] == "image/jpeg")
        let png = try await service.send(.get(target, [("Accept", "image/png")]))
        #expect(png["Content-Type"] == "image/png")
        let none = try await service.send(.get(target, [("Accept", "text/html")]))
        #expect(none.status == 406)
    }

    @Test(arguments: Transport.allCases)
    func `tells apart what clients say of their screens`(transport: Transport) async throws {
        let (service, _) = try await makeService(transport)
        let material = "\(address)/render?material=systemThinMaterial"
        let dark = [("Sec-CH-Prefers-Color-Scheme", "\"dark\"")]
        // Rendered, then a hit that is remembered, then what was remembered.
        var light = Reply()
        for _ in 0..<3 { light = try await service.send(.get(material)) }
        #expect(light["Cache-Status"] == "frostpane; hit")
        let hits = service.service.knownRenderings.statistics.hits
        #expect(hits == 1)
        let other = try await service.send(.get(material, dark))
        #expect(other.status == 200)
        #expect(other["ETag"] != light["ETag"])
        #expect(other.body != light.body)
        #expect(service.service.knownRenderings.statistics.hits == hits)
    }

    @Test(arguments: Transport.allCases)
    func `asks for the token each time`(transport: Transport) async throws {
        let token = ("Authorization", "Bearer 0123456789abcdef")
        let (service, _) = try await makeService(
            transport,
            configure: { $0.token = "0123456789abcdef" },
            fields: [token]
        )
        #expect(try await service.send(.get(target)).status == 401)
        #expect(try await service.send(.get(target, [token])).status == 200)
    }

    @Test
    func `forgets the oldest targets first`() async throws {
        let (service, _) = try await makeService(.router)
        let known = service.service.knownRenderings
        // Values of `Accept` that differ in a weight without effect, each nearly as long as
        // permitted.
        let padding = String(repeating: "image/jpeg, ", count: 80)
        var last: [(String, String)] = []
        for weight in 100...999 where known.statistics.evictions == 0 {
            last = [("Accept", padding + "image/*;q=0.\(weight)")]
            #expect(try await service.send(.get(target, last)).status == 200)
        }
        #expect(known.statistics.evictions > 0)
        #expect(known.statistics.byteCount <= Renders.knownBudget)
        let hits = known.statistics.hits
        _ = try await service.send(.get(target, last))
        #expect(known.statistics.hits == hits + 1)
        // The oldest is answered like any other request, but in full.
        #expect(try await service.send(.get(target)).status == 200)
        #expect(known.statistics.hits == hits + 1)
    }
}
