// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Logging
import Store
import Testing

@testable import Service

/// Requests whose whole head came before, as a hit: every answer is the one that reading it would give.
@Suite
struct RepeatedHitTests {
    private static let perRequest: [HTTPField.Name] = [.requestID, .date]

    private let picture: [UInt8]
    private let address: String
    private var target: String { "\(address)/render?blur=2" }

    init() throws {
        picture = try TestPicture.make()
        address = "/v1/images/\(Digest(of: picture).hex)"
    }

    /// A service that has rendered the target, answered it from its cache, and answered it by what it
    /// remembered, so that the next request with that head is a repetition.
    private func makeService(
        configure: (inout Configuration) -> Void = { _ in },
        fields: [(String, String)] = []
    ) async throws -> (service: TestService, known: Reply) {
        let service = try TestService(.socket, configure: configure) { $0.eventLoops = 1 }
        _ = try await service.send(.post("/v1/images", picture, fields))
        var reply = Reply()
        for _ in 0..<3 { reply = try await service.send(.get(target, fields)) }
        #expect(reply["Cache-Status"] == "frostpane; hit")
        #expect(service.readings == 1)
        return (service, reply)
    }

    private func common(_ reply: Reply) -> [String] {
        reply.fields.filter { !Self.perRequest.contains($0.name) }
            .map { "\($0.name.canonicalName): \($0.value)" }.sorted()
    }

    @Test
    func `answers alike where the log has no lines of hits`() async throws {
        let trace = ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        let loud = try await makeService(fields: [trace])
        let quiet = try await makeService(configure: { $0.logLevel = .warning }, fields: [trace])
        let again = try await quiet.service.send(.get(target, [trace]))
        #expect(quiet.service.readings == 1)
        #expect(again.body == loud.known.body)
        #expect(common(again) == common(loud.known))
        #expect(again["traceparent"] == trace.1)
        #expect(again["X-Request-Id"] != nil)
        #expect(quiet.service.log.lines.isEmpty)
    }

    @Test
    func `answers as if it read the request`() async throws {
        let (service, known) = try await makeService()
        let uses = service.service.results.statistics.kept.hits
        let again = try await service.send(.get(target))
        #expect(service.readings == 1)
        #expect(service.service.results.statistics.kept.hits == uses + 1)
        #expect(again.status == 200)
        #expect(again.body == known.body)
        #expect(common(again) == common(known))
        let id = try #require(again["X-Request-Id"])
        #expect(id != known["X-Request-Id"])
        let line = try await service.log.line { $0["request_id"] == .string(id) }
        #expect(line?["cache"] == "hit")
        #expect(line?["target"] == .string(target))
        #expect(line?["method"] == "GET")
    }

    @Test
    func `takes over the names that the client gives`() async throws {
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let fields = [("X-Request-Id", "mine"), ("traceparent", trace)]
        let (service, _) = try await makeService(fields: fields)
        let again = try await service.send(.get(target, fields))
        #expect(service.readings == 1)
        #expect(again["X-Request-Id"] == "mine")
        #expect(again["traceparent"] == trace)
    }

    @Test
    func `makes a name where the client's is none`() async throws {
        let fields = [("X-Request-Id", "not a name")]
        let (service, known) = try await makeService(fields: fields)
        let again = try await service.send(.get(target, fields))
        #expect(service.readings == 1)
        #expect(again["X-Request-Id"]?.utf8.count == 32)
        #expect(again["X-Request-Id"] != known["X-Request-Id"])
    }

    @Test
    func `weighs conditions each time`() async throws {
        let (service, known) = try await makeService()
        let condition = [("If-None-Match", try #require(known["ETag"]))]
        for count in 1...3 {
            let same = try await service.send(.get(target, condition))
            #expect(same.status == 304)
            #expect(service.readings == 1 + count)
        }
    }

    @Test
    func `answers HEAD without a body each time`() async throws {
        let (service, known) = try await makeService()
        for _ in 0..<3 {
            let head = try await service.send(Call(method: "HEAD", target: target))
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(common(head) == common(known))
        }
    }

    @Test
    func `knows nothing of a picture that was deleted`() async throws {
        let (service, known) = try await makeService()
        _ = try await service.send(.get(target))
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 204)
        #expect(try await service.send(.get(target)).status == 404)
        _ = try await service.send(.post("/v1/images", picture))
        let again = try await service.send(.get(target))
        #expect(again["Cache-Status"] == "frostpane; fwd=miss; stored")
        #expect(again.body == known.body)
    }

    @Test
    func `renders again what has made room`() async throws {
        let (service, known) = try await makeService { $0.resultsBudget = 4_000 }
        for sigma in 3...9 { _ = try await service.send(.get("\(address)/render?blur=\(sigma)")) }
        #expect(service.service.results.statistics.kept.evictions > 0)
        let again = try await service.send(.get(target))
        #expect(again["Cache-Status"] == "frostpane; fwd=miss; stored")
        #expect(again.body == known.body)
    }

    @Test
    func `sends a large result from a copy when it is asked for often`() async throws {
        let picture = try TestPicture.make(width: 400, height: 300)
        let address = "/v1/images/\(Digest(of: picture).hex)"
        let target = "\(address)/render?saturate=1.5&format=png"
        let service = try TestService(.socket, configureServer: { $0.eventLoops = 1 })
        _ = try await service.send(.post("/v1/images", picture))
        let first = try await service.send(.get(target))
        #expect(ResidentResults.byteCounts.contains(first.body.count))
        for _ in 0..<RepeatedHit.copyingInterval + 1 {
            _ = try await service.send(.get(target))
        }
        #expect(service.service.residents.count == 0)
        for _ in 0..<3 {
            let again = try await service.send(.get(target))
            #expect(again.body == first.body)
            #expect(again["Content-Length"] == "\(first.body.count)")
            #expect(service.service.residents.count == 1)
        }
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 204)
        #expect(service.service.residents.count == 0)
        #expect(try await service.send(.get(target)).status == 404)
    }

    @Test
    func `asks for the token each time`() async throws {
        let token = ("Authorization", "Bearer 0123456789abcdef")
        let (service, _) = try await makeService(
            configure: { $0.token = "0123456789abcdef" },
            fields: [token]
        )
        #expect(try await service.send(.get(target, [token])).status == 200)
        #expect(service.readings == 1)
        let wrong = ("Authorization", "Bearer 0123456789abcdee")
        for fields in [[], [wrong]] {
            #expect(try await service.send(.get(target, fields)).status == 401)
        }
    }
}

extension TestService {
    /// How many requests were read as far as needed to remember what was decided about them.
    fileprivate var readings: Int { service.knownRenderings.statistics.hits }
}
