// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging
import Service
import Testing

@testable import HTTPServer

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

    @Test
    func `keeps the name of a request whose body the server refuses`() async throws {
        let service = try TestService(.socket) { $0.bodyLimit = 1 << 10 }
        let reply = try await service.send(
            .post(
                "/v1/render",
                [UInt8](repeating: 1, count: 1 << 12),
                [("X-Request-Id", "abc-1"), ("Transfer-Encoding", "chunked")]
            )
        )
        #expect(reply.status == 413)
        #expect(reply["X-Request-Id"] == "abc-1")
        #expect(reply.text.contains(#""requestId":"abc-1""#))
        let line = try #require(try await service.log.line { $0["request_id"] == "abc-1" })
        #expect(line["problem"] == "body-too-large")
        #expect(line["outcome"] == "fault")
    }

    @Test(arguments: [("gzip", 400), ("gzip, chunked", 501)])
    func `names a request without a readable head, and blames the client`(
        _ coding: String,
        _ status: Int
    ) async throws {
        let service = try TestService(.socket)
        let reply = try await service.send(.get("/v1/", [("Transfer-Encoding", coding)]))
        #expect(reply.status == status)
        let id = try #require(reply["X-Request-Id"])
        #expect(id.utf8.count == 32)
        #expect(reply.text.contains(#""requestId":"\#(id)""#))
        let line = try await service.log.line { $0["request_id"] == .string(id) }
        #expect(line?["outcome"] == "fault")
        #expect(service.log.levels == [.info])
    }

    @Test
    func `names a request whose client left before anything had a name`() throws {
        let service = try TestService(.router)
        service.service.exchangeDidEnd(
            ExchangeRecord(
                id: 1,
                peer: "unix",
                status: nil,
                bytesReceived: 1,
                bytesSent: 0,
                outcome: .fault(.versionUnsupported),
                annotations: [:],
                head: nil,
                interval: Interval(nanoseconds: 0)
            )
        )
        #expect(service.log.lines.first?["request_id"] != nil)
        #expect(service.log.levels == [.info])
    }
}
