// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Testing

@testable import Service

@Suite
struct PriceRouteTests {
    @Test
    func `refuses what takes too much work, and names the work and the cure`() async throws {
        let service = try TestService(.router) {
            // The limit is then 96 passes over the samples of the largest picture.
            $0.deadline = .milliseconds(10)
            $0.pixelLimit = 300_000
        }
        let blurs = Array(repeating: "blur(2px)", count: 16).joined(separator: "+")
        let picture = try TestPicture.make(width: 600, height: 400)
        let reply = try await service.send(
            .post("/v1/render?filter=\(blurs)", picture)
        )
        let problem = try reply.problem()
        #expect(reply.status == 422 && reply["Retry-After"] == nil)
        #expect(problem["type"] as? String == "/problems/too-costly")
        #expect(problem["allowed"] as? String == "up to 28800000 units of work")
        let detail = try #require(problem["detail"] as? String)
        #expect(detail.contains("units of work") && detail.contains("fewer"))
    }

    @Test
    func `refuses what takes too much memory before anything is decoded`() async throws {
        let service = try TestService(.router) { $0.statedMemoryBudget = 16 << 20 }
        let picture = try TestPicture.make(width: 3000, height: 2000)
        let reply = try await service.send(.post("/v1/render?blur=2&progressive=true", picture))
        let problem = try reply.problem()
        #expect(reply.status == 422)
        #expect(problem["type"] as? String == "/problems/too-costly")
        #expect(problem["allowed"] as? String == "up to 8388608 bytes of memory")
        #expect(service.service.pool.status.completed == 0)
    }

    @Test(arguments: [(3000, 2000, 1 << 20), (30, 20, nil)])
    func `reserves what a slow reader may lag behind`(
        width: Int,
        height: Int,
        lag: Int?
    ) throws {
        let source = try SourceImage(
            bytes: try TestPicture.make(width: width, height: height),
            limits: DecodeLimits()
        )
        let renderer = try Renderer(
            source: source,
            plan: Plan([]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
        let held = Price.reservation(for: renderer).memory - renderer.estimate.memory
        #expect(lag.map { held == $0 } ?? (0..<8192).contains(held))
    }
}
