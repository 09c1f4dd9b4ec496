// SPDX-License-Identifier: Apache-2.0

import Rendering
import Store
import Testing

@testable import Service

/// Who holds memory for what was sent, and for how long.
@Suite
struct UploadMemoryTests {
    @Test
    func `lets an upload through beside clients that state lengths and send nothing`() async throws
    {
        let service = try TestService(.router) {
            $0.bodyLimit = 1 << 20
            $0.statedMemoryBudget = 64 << 20
        }
        // Together they state twice the room for all bodies that arrive.
        let idle = [UInt8](repeating: 0, count: 1 << 20)
        let silent = (0..<64).map { index in
            RouterExchange(
                .post(index % 2 == 0 ? "/v1/images" : "/v1/render", idle),
                to: service.service,
                habits: Habits(sentByteCount: 0)
            ) { _ in }
        }
        for exchange in silent { exchange.begin() }
        let picture = try TestPicture.make()
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        #expect(try await service.send(.post("/v1/render?blur=1", picture)).status == 200)
        for exchange in silent { exchange.leave() }
    }
}
