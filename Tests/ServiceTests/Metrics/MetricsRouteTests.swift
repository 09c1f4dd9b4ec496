// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite
struct MetricsRouteTests {
    /// The values of a service by name and labels, as its text has them.
    private func values(_ service: TestService) async throws -> [String: Double] {
        let reply = try await service.send(.get("/metrics"))
        #expect(reply.status == 200)
        var values: [String: Double] = [:]
        for line in reply.text.split(separator: "\n") where !line.hasPrefix("#") {
            let end = try #require(line.lastIndex(of: " "))
            values[String(line[..<end])] = Double(line[line.index(after: end)...])
        }
        return values
    }

    @Test func `reads the counters of the server after 100,000 readings`() throws {
        let service = try TestService(.router)
        let readings = Atomic(0)
        service.service.observe {
            readings.wrappingAdd(1, ordering: .relaxed)
            return ServerStatistics()
        }
        for _ in 0...100_000 { _ = service.service.monitoring.serverStatistics }
        #expect(readings.load(ordering: .relaxed) == 100_001)
    }

    private func count(
        _ route: String,
        _ method: String,
        _ status: Int
    ) -> String {
        "frostpane_http_requests_total"
            + "{route=\"\(route)\",method=\"\(method)\",status=\"\(status)\"}"
    }

    @Test(arguments: Transport.allCases)
    func `counts requests by route, method and status`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let kept = try await service.send(.post("/v1/images", picture))
        let path = try #require(kept["Location"])
        for _ in 0..<3 { _ = try await service.send(.get("\(path)/render?blur=2")) }
        _ = try await service.send(.get("\(path)/render?blur=-1"))
        _ = try await service.send(.get("/healthz"))
        // An exchange ends after its client has the answer.
        var found = try await values(service)
        for _ in 0..<1_000 {
            guard found[count("/healthz", "GET", 200)] != 1 else { break }
            try await Task.sleep(for: .milliseconds(5))
            found = try await values(service)
        }
        #expect(found[count("/v1/images", "POST", 201)] == 1)
        #expect(found[count("/v1/images/{digest}/render", "GET", 200)] == 3)
        #expect(found[count("/v1/images/{digest}/render", "GET", 400)] == 1)
        let times = "frostpane_http_request_duration_seconds"
        let route = "route=\"/v1/images/{digest}/render\""
        #expect(found["\(times)_count{\(route)}"] == 4)
        #expect(found["\(times)_bucket{\(route),le=\"+Inf\"}"] == 4)
        #expect(found["frostpane_answers_total{cache=\"miss\"}"] == 1)
        #expect(found["frostpane_answers_total{cache=\"hit\"}"] == 2)
        #expect(found["frostpane_problems_total{type=\"parameter-out-of-range\"}"] == 1)
        #expect(found["frostpane_cache_entries{cache=\"originals\",tier=\"memory\"}"] == 1)
        #expect(found["frostpane_cache_hits_total{cache=\"results\",tier=\"memory\"}"] == 2)
    }

    @Test
    func `counts the phases, pixels and bytes of renderings`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 64, height: 48)
        let reply = try await service.send(.post("/v1/render?blur=2", picture))
        #expect(reply.status == 200)
        let found = try await values(service)
        for phase in ["queue", "decode", "effects", "encode"] {
            let name = "frostpane_phase_duration_seconds_count{phase=\"\(phase)\"}"
            #expect(found[name] == 1, "\(phase)")
        }
        #expect(found["frostpane_renders_total{outcome=\"done\"}"] == 1)
        #expect(found["frostpane_renders_total{outcome=\"failed\"}"] == 0)
        #expect(found["frostpane_render_pixels_total{direction=\"read\"}"] == 3_072)
        #expect(found["frostpane_render_pixels_total{direction=\"written\"}"] == 3_072)
        let bytes = "frostpane_render_bytes_total"
        #expect(found["\(bytes){direction=\"read\"}"] == Double(picture.count))
        #expect(found["\(bytes){direction=\"written\"}"] == Double(reply.body.count))
        let torn = Array(picture.prefix(picture.count / 2)) + [0xff, 0xd9]
        #expect(try await service.send(.post("/v1/render?blur=2", torn)).status == 422)
        let later = try await values(service)
        #expect(later["frostpane_renders_total{outcome=\"failed\"}"] == 1)
        #expect(later["frostpane_problems_total{type=\"damaged-image\"}"] == 1)
    }

    @Test
    func `folds what it does not know into one value`() async throws {
        let service = try TestService(.router)
        for number in 0..<20 {
            _ = try await service.send(.get("/nowhere/\(number)"))
            _ = try await service.send(Call(method: "BREW\(number)", target: "/v1/render"))
        }
        let found = try await values(service)
        #expect(found[count("other", "GET", 404)] == 20)
        #expect(found[count("/v1/render", "other", 405)] == 20)
        let series = found.keys.filter { $0.hasPrefix("frostpane_http_requests_total") }
        #expect(series.count == 2)
    }

    @Test
    func `knows the server and the process`() async throws {
        let service = try TestService(.router)
        service.service.observe {
            var statistics = ServerStatistics()
            statistics.connectionsOpen = 7
            statistics.exchangesActive = 2
            statistics.bytesSent = 1 << 40
            return statistics
        }
        let found = try await values(service)
        #expect(found["frostpane_http_connections{state=\"active\"}"] == 2)
        #expect(found["frostpane_http_connections{state=\"idle\"}"] == 5)
        #expect(found["frostpane_http_sent_bytes_total"] == 1_099_511_627_776)
        #expect(try #require(found["process_resident_memory_bytes"]) > 1_048_576)
        #expect(try #require(found["process_open_fds"]) > 2)
        #expect(try #require(found["process_cpu_seconds_total"]) > 0)
        let age = Date.now.timeIntervalSince1970 - (found["process_start_time_seconds"] ?? 0)
        #expect((0...86_400).contains(age))
        let info = "frostpane_build_info{version=\"\(Version.current)\","
        #expect(found.contains { $0.key.hasPrefix(info) && $0.value == 1 })
    }

    @Test(arguments: Transport.allCases)
    func `serves monitoring on its own port alone, if there is one`(
        transport: Transport
    ) async throws {
        let token = "correct-horse-battery"
        let service = try TestService(transport) {
            $0.adminListen = [.tcp(host: "127.0.0.1", port: 0)]
            $0.token = token
        }
        let fields = [("Authorization", "Bearer \(token)")]
        let picture = try TestPicture.make()
        let kept = try await service.send(.post("/v1/images", picture, fields))
        let path = try #require(kept["Location"])
        let target = "\(path)/render?blur=2"
        for _ in 0..<2 { _ = try await service.send(.get(target, fields)) }
        let monitoring = ["/metrics", "/v1/status", "/healthz", "/readyz"]
        for target in monitoring {
            let reply = try await service.send(.get(target, fields))
            #expect(reply.status == 404, "\(target)")
            #expect(reply.text.contains("--admin-listen"))
        }
        let admin = AdminHandler(service.service)
        func status(_ target: String) async -> Int {
            await delivery { deliver in
                RouterExchange(.get(target), to: admin, completion: deliver).begin()
            }.status
        }
        for target in monitoring { #expect(await status(target) == 200, "\(target)") }
        // Not even what is answered without being read in full, and needs the token elsewhere.
        for target in [target, path, "/", "/openapi.yaml"] {
            #expect(await status(target) == 404, "\(target)")
        }
    }

    @Test
    func `tells its state as JSON`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let service = try TestService(.router) { $0.storePath = folder.path("store") }
        let state = try await service.send(.get("/v1/status")).json()
        #expect((state["store"] as? [String: Any])?["reading"] as? String == "ok")
        #expect(state["ready"] as? Bool == true)
        #expect((state["workers"] as? [String: Any])?["count"] as? Int == 2)
        let caches = try #require(state["caches"] as? [[String: Any]])
        #expect(
            caches.compactMap { $0["cache"] as? String }
                == [
                    "originals", "results", "decisions", "legibility", "placeholders", "geometries",
                ]
        )
        service.service.beginDraining()
        #expect(try await service.send(.get("/v1/status")).json()["ready"] as? Bool == false)
        let properties = try Contract().object(
            "components",
            "schemas",
            "ServiceState",
            "properties"
        )
        #expect(Set(state.keys) == Set(properties.keys))
    }
}
