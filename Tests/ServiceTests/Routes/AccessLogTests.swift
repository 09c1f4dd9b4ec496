// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Logging
import Testing

@testable import HTTPServer
@testable import Service

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
        let lines = try service.log.lines
        #expect(lines.count == 3)
        #expect(lines[0]["request_id"] == "abc-1")
        #expect(lines[0]["method"] == "POST")
        #expect(lines[0]["target"] == "/v1/render?blur=2")
        #expect(lines[0]["status"] == 200)
        #expect(lines[0]["cache"] == "miss")
        #expect(lines[0]["queue_ms"] != nil)
        #expect(lines[1]["cache"] == "hit")
        #expect(lines[1]["queue_ms"] == nil)
        #expect(lines[2]["status"] == 404)
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
        let line = try await service.log.line { $0["request_id"] == .text(id) }
        #expect(line?["outcome"] == "fault")
        #expect(try service.log.lines.map { $0["level"] } == ["info"])
    }

    @Test(arguments: [
        (
            Configuration.LogFormat.text,
            #"info request bytes_in=10 bytes_out=2000 cache=hit duration_ms=1.5 "#
                + #"key_id=key-1 method=GET outcome=completed parent_id=00f0 peer=127.0.0.1:1 "#
                + #"preset=hero problem="a \"b\"" queue_ms=0.25 "#
                + #"request_id=abc-1 source_fault="it answers 500" status=200 target="/v1/render?blur=2" token=web "#
                + #"traceparent=00-1 warning=missing-end"#
        ),
        (
            .json,
            #","level":"info","message":"request","bytes_in":10,"bytes_out":2000,"cache":"hit","#
                + #""duration_ms":1.5,"key_id":"key-1","method":"GET","outcome":"completed","#
                + #""parent_id":"00f0","peer":"127.0.0.1:1","preset":"hero","#
                + #""problem":"a \"b\"","queue_ms":0.25,"#
                + #""request_id":"abc-1","source_fault":"it answers 500","status":200,"#
                + #""target":"/v1/render?blur=2","#
                + #""token":"web","traceparent":"00-1","warning":"missing-end"}"#
        ),
    ])
    func `writes all fields in the order of their names`(
        _ format: Configuration.LogFormat,
        _ expected: String
    ) throws {
        let notes: [AccessLog.Note: String] = [
            .cache: "hit", .keyID: "key-1", .preset: "hero", .problem: "a \"b\"",
            .queue: "0.25", .requestID: "abc-1", .sourceFault: "it answers 500", .token: "web",
            .traceCaller: "00f0", .traceParent: "00-1", .warning: "missing-end",
        ]
        var annotations = ExchangeAnnotations()
        for note in AccessLog.Note.allCases.reversed() {
            annotations.note(note.rawValue, try #require(notes[note]))
        }
        let recorder = try LogRecorder()
        let log = AccessLog(recorder.sink, format: format, threshold: .info)
        log.write(
            ExchangeRecord(
                id: 1,
                peer: "127.0.0.1:1",
                status: .ok,
                bytesReceived: 10,
                bytesSent: 2_000,
                outcome: .completed,
                annotations: annotations,
                head: RequestHead(
                    request: HTTPRequest(
                        method: .get,
                        scheme: "http",
                        authority: "a",
                        path: "/v1/render?blur=2"
                    ),
                    bodyLength: .none,
                    isOldVersion: false,
                    wantsKeepAlive: true,
                    expectsContinue: false,
                    acceptsTrailers: false
                ),
                interval: Interval(nanoseconds: 1_500_999)
            )
        )
        #expect(recorder.text.hasSuffix(expected + "\n"))
        #expect(recorder.text.filter(\.isNewline).count == 1)
    }

    @Test(arguments: Transport.allCases)
    func `describes what was rendered`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make(width: 64, height: 48)
        let kept = try await service.send(.post("/v1/images", picture))
        let path = try #require(kept["Location"])
        for id in ["miss", "hit", "known"] {
            _ = try await service.send(
                .get("\(path)/render?blur=2&format=png", [("X-Request-Id", id)])
            )
            let line = try #require(try await service.log.line { $0["request_id"] == .text(id) })
            #expect(line["size"] == "64x48", "\(id)")
            #expect(line["format"] == "png", "\(id)")
            #expect(line["pixels"] == 3072, "\(id)")
            #expect(line["tier"] == (id == "miss" ? nil : "memory"), "\(id)")
            guard case .number(let work) = line["work"] else {
                Issue.record("no work in the line of a \(id)")
                continue
            }
            #expect(work > 0)
            #expect(line["decode_ms"] == nil)
        }
    }

    @Test
    func `names the preset and the token of a request`() throws {
        var annotations = ExchangeAnnotations()
        annotations.note(AccessLog.Note.preset.rawValue, "hero")
        annotations.note(AccessLog.Note.token.rawValue, "newsletter")
        let recorder = try LogRecorder()
        let log = AccessLog(recorder.sink, format: .json, threshold: .info)
        log.write(
            ExchangeRecord(
                id: 1,
                peer: "unix",
                status: .ok,
                bytesReceived: 1,
                bytesSent: 1,
                outcome: .completed,
                annotations: annotations,
                head: nil,
                interval: Interval(nanoseconds: 0)
            )
        )
        #expect(try recorder.lines.first?["preset"] == "hero")
        #expect(try recorder.lines.first?["token"] == "newsletter")
    }

    @Test
    func `warns of a slow request, with its phases`() async throws {
        let service = try TestService(.socket) {
            $0.slowRequest = .milliseconds(1)
            $0.logLevel = .warning
        }
        let picture = try TestPicture.make(width: 600, height: 400)
        let reply = try await service.send(.post("/v1/render?blur=20", picture))
        #expect(reply.status == 200, "\(reply.text)")
        let line = try #require(try await service.log.line { $0["status"] == 200 })
        #expect(line["message"] == "slow request")
        #expect(line["level"] == "warning")
        for phase in ["queue_ms", "decode_ms", "effects_ms", "encode_ms", "send_ms"] {
            #expect(line[phase] != nil, "\(phase)")
        }
        let counted = try await service.send(.get("/metrics")).text
        #expect(counted.contains("\nfrostpane_slow_requests_total 1\n"))
    }

    @Test
    func `has lines about what monitoring asks for only when it fails, or for debugging`()
        async throws
    {
        for (level, count) in [(Configuration.LogLevel.info, 1), (.debug, 5)] {
            let service = try TestService(.router) { $0.logLevel = level }
            for target in ["/healthz", "/readyz", "/metrics", "/v1/status"] {
                #expect(try await service.send(.get(target)).status == 200)
            }
            service.service.beginDraining()
            #expect(try await service.send(.get("/readyz")).status == 503)
            #expect(try service.log.lines.count == count)
        }
    }

    @Test
    func `writes no line below the level`() async throws {
        let service = try TestService(.router) { $0.logLevel = .warning }
        _ = try await service.send(.get("/nowhere"))
        #expect(service.log.text.isEmpty)
    }

    /// Files that a library finds fault with, and its words.
    private static func damaged() throws -> [(bytes: [UInt8], message: LogRecorder.Value)] {
        let picture = try TestPicture.make()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/rows-missing.png").standardized
        return [
            (
                // Its end is where it should be, what lies before it is missing.
                Array(picture.prefix(picture.count / 2)) + [0xff, 0xd9],
                "Corrupt JPEG data: premature end of data segment"
            ),
            (Array(try Data(contentsOf: fixture)), "fewer rows than the header says"),
        ]
    }

    @Test(arguments: [
        "/v1/render?blur=2", "/v1/render?blur=8", "/v1/legibility", "/v1/placeholder",
    ])
    func `tells why a library failed in the log, and not in the answer`(
        target: String
    ) async throws {
        for (bytes, message) in try Self.damaged() {
            let service = try TestService(.router)
            let reply = try await service.send(.post(target, bytes, [("X-Request-Id", "abc-1")]))
            #expect(reply.status == 422)
            #expect(try reply.problem()["type"] as? String == "/problems/damaged-image")
            #expect(!reply.text.contains("data"))
            let line = try await service.log.line { $0["library_message"] == message }
            #expect(line?["request_id"] == "abc-1")
            #expect(line?["level"] == "info")
        }
    }

    @Test
    func `tells why a library failed after the answer had begun`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 1900, height: 1200)
        let torn = Array(picture.prefix(picture.count * 9 / 10)) + [0xff, 0xd9]
        let reply = try await service.send(
            .post("/v1/render?quality=95", torn, [("X-Request-Id", "abc-1")])
        )
        #expect(reply.status == 200)
        #expect(!reply.isComplete)
        let line = try await service.log.line { $0["library_message"] != nil }
        #expect(line?["library_message"] == "Corrupt JPEG data: premature end of data segment")
        #expect(line?["request_id"] == "abc-1")
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
        #expect(try service.log.lines.first?["request_id"] != nil)
        #expect(try service.log.lines.map { $0["level"] } == ["info"])
    }
}
