// SPDX-License-Identifier: Apache-2.0

import Rendering
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct DeletionTests {
    private let picture: [UInt8]
    private let address: String

    init() throws {
        picture = try TestPicture.make(width: 300, height: 200)
        address = "/v1/images/\(Digest(of: picture).hex)"
    }

    private func expectNothing(of service: ImageService) async throws {
        try await eventually { service.pool.status.running == 0 }
        try await eventually { service.results.statistics.flightByteCount == 0 }
        #expect(service.originals.statistics.entryCount == 0)
        #expect(service.results.statistics.kept.entryCount == 0)
        #expect(service.results.statistics.flightCount == 0)
    }

    @Test
    func `leaves nothing of a picture that waits to be rendered`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        async let reply = service.send(.get("\(address)/render?blur=2"))
        try await eventually { service.service.pool.status.queued == 1 }
        let deletion = try await service.send(Call(method: "DELETE", target: address))
        #expect(deletion.status == 204)
        #expect(try await service.send(.get("\(address)/render?blur=2")).status == 404)
        blocker.end()
        let result = try await reply
        #expect(result.status == 200)
        #expect(result.isComplete)
        try await expectNothing(of: service.service)
    }

    @Test
    func `leaves nothing of a picture that is being rendered`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let reader = RouterExchange(
            .get("\(address)/render?\(SlowRendering.query)"),
            to: service.service
        ) { _ in }
        reader.begin()
        try await eventually { service.service.pool.status.running == 1 }
        let deletion = try await service.send(Call(method: "DELETE", target: address))
        #expect(deletion.status == 204)
        // Nobody joins it any more, and it still has its reader.
        #expect(service.service.results.statistics.flightCount == 0)
        #expect(service.service.pool.status.running == 1)
        reader.leave()
        try await expectNothing(of: service.service)
    }
}
