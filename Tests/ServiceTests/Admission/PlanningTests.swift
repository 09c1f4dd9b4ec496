// SPDX-License-Identifier: Apache-2.0

import Rendering
import Store
import TestSupport
import Testing

@testable import Service

/// Requests whose reading costs too much for an event loop.
@Suite
struct PlanningTests {
    private static let scene =
        #"{"backdrop":{"digest":"DIGEST"},"panes":[{"frame":{"width":8},"tint":"red"}]}"#

    /// The calls that are read on workers, for a kept picture.
    private static func calls(_ digest: String) -> [Call] {
        let type = ("Content-Type", "application/json")
        let scene = Array(scene.replacing("DIGEST", with: digest).utf8)
        let filters = Array(repeating: "brightness(99.000000000%25)", count: 16)
            .joined(separator: "+")
        return [
            .post("/v1/render", scene, [type]),
            .post("/v1/render", Array("{".utf8), [type]),
            .get("/v1/images/\(digest)/render?filter=\(filters)"),
            .get("/v1/images/\(digest)/render?\(String(repeating: "blurr=1&", count: 64))"),
        ]
    }

    private func keep(_ service: TestService) async throws -> String {
        let picture = try TestPicture.png()
        _ = try await service.send(.post("/v1/images", picture))
        return Digest(of: picture).hex
    }

    @Test(arguments: 0..<4)
    func `waits for a worker before anything is read`(index: Int) async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let digest = try await keep(service)
        let blocker = BusyWorker(service)
        try await blocker.begin()
        async let reply = service.send(Self.calls(digest)[index])
        try await eventually { service.service.pool.status.queued == 1 }
        blocker.end()
        let status = try await reply.status
        #expect(status == [200, 400, 200, 400][index])
    }

    @Test(arguments: 0..<4)
    func `is refused when the queue is full`(index: Int) async throws {
        let service = try TestService(.router) {
            $0.statedWorkers = 1
            $0.statedQueueLimit = 0
        }
        let digest = try await keep(service)
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let reply = try await service.send(Self.calls(digest)[index])
        #expect(reply.status == 503)
        blocker.end()
    }

    @Test
    func `is given up when its client leaves`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let digest = try await keep(service)
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let leaver = RouterExchange(Self.calls(digest)[0], to: service.service) { _ in }
        leaver.begin()
        try await eventually { service.service.pool.status.queued == 1 }
        leaver.leave()
        try await eventually { service.service.pool.status.queued == 0 }
        blocker.end()
    }

    @Test
    func `answers a short request without a worker`() async throws {
        let service = try TestService(.router) {
            $0.statedWorkers = 1
            $0.statedQueueLimit = 0
        }
        let digest = try await keep(service)
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let reply = try await service.send(
            .get(
                "/v1/images/\(digest)/render?blur=3",
                [("Accept", "application/vnd.frostpane.plan+json")]
            )
        )
        #expect(reply.status == 200)
        blocker.end()
    }
}
