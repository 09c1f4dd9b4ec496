// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging
import Service
import Testing

@Suite
struct AccessLogTests {
    @Test
    func `writes one line for each request`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let fields = [("X-Request-Id", "abc-1")]
        _ = try await service.send(.post("/v1/render?blur=2", picture, fields))
        _ = try await service.send(.post("/v1/render?blur=2", picture))
        _ = try await service.send(.get("/nowhere"))
        let lines = service.log.lines
        #expect(lines.count == 3)
        #expect(lines[0]["request_id"] == "abc-1")
        #expect(lines[0]["method"] == "POST")
        #expect(lines[0]["target"] == "/v1/render?blur=2")
        #expect(lines[0]["status"] == .stringConvertible(200))
        #expect(lines[0]["cache"] == "miss")
        #expect(lines[0]["queue_ms"] != nil)
        #expect(lines[1]["cache"] == "hit")
        #expect(lines[1]["queue_ms"] == nil)
        #expect(lines[2]["status"] == .stringConvertible(404))
        #expect(lines[2]["problem"] == "not-found")
    }
}
