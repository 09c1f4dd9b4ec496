// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization
import Testing

/// Requests that are answered at once are answered as any other, and nothing more is heard of them.
@Suite(.serialized) struct LiveRepetitionTests {
    private static let small = ["/again/none", "/again/bytes", "/again/chunks"]
    private static let large = ["/again/many-bytes", "/again/many-chunks"]
    private static let files = ["/again/small-file", "/again/other-small-file", "/again/file"]

    private func recordCount(_ live: LiveServer) -> Int {
        live.handler.records.withLock { $0.count }
    }

    private func request(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test(arguments: small + large + files)
    func `have the same body`(_ path: String) async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread {
            let client = try live.connect()
            let first = try #require(client.get(path))
            #expect(first.fields["server"] == nil)
            for _ in 0..<3 {
                let again = try #require(client.get(path))
                #expect(again.body == first.body)
                #expect(again.fields["server"] == "again")
                // A value that would be a line of its own is no field.
                #expect(again.fields["via"] == nil)
                #expect(again.fields["x"] == nil)
                #expect(again.fields["content-type"] == "text/plain")
                #expect(again.fields["content-length"] == "\(first.body.count)")
                #expect(again.fields["date"] != nil)
            }
            #expect(client.get("/hello")?.text == "hello")
        }
    }

    @Test(arguments: small + ["/again/small-file"])
    func `leave no record, and are counted`(_ path: String) async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            let client = try live.connect()
            var sent = [0]
            for _ in 0..<4 {
                client.send(request(path))
                let body = try #require(client.readResponse()).body
                #expect(
                    eventually {
                        live.server.statistics.bytesSent > sent[sent.count - 1] + body.count
                    }
                )
                sent.append(live.server.statistics.bytesSent)
            }
            #expect(sent[4] - sent[3] == sent[3] - sent[2])
            #expect(eventually { recordCount(live) == 1 })
            let statistics = live.server.statistics
            #expect(statistics.bytesSent == sent[4])
            #expect(statistics.requests == 4)
            #expect(statistics.exchangesActive == 0)
            #expect(statistics.bytesReceived == 4 * request(path).utf8.count)
        }
    }

    @Test func `leave their turn to others after some`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            let client = try live.connect()
            client.send(String(repeating: request("/again/bytes"), count: 200))
            for _ in 0..<200 { #expect(client.readResponse()?.text == "again") }
            // Each turn ends with an answer that is written in the next.
            #expect(eventually { recordCount(live) > 5 })
            #expect(recordCount(live) < 50)
        }
    }

    @Test func `keep their place among pipelined requests`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            let client = try live.connect()
            var bodies: [String: [UInt8]] = [:]
            let all = Self.small + Self.files + Self.large
            for path in all { bodies[path] = client.get(path)?.body }
            let order = (all + ["/hello"] + all.reversed() + ["/later"] + all + all).map { $0 }
            client.send(order.map { request($0) }.joined())
            bodies["/hello"] = Array("hello".utf8)
            bodies["/later"] = Array("later".utf8)
            for path in order { #expect(client.readResponse()?.body == bodies[path]) }
        }
    }

    @Test func `arrive whole at a client that takes them in small pieces`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            let client = try #require(TestClient(live.address, receiveBuffer: 4_096))
            let paths = Self.files + Self.large + ["/again/bytes"]
            var bodies: [String: [UInt8]] = [:]
            for path in paths { bodies[path] = client.get(path)?.body }
            let before = recordCount(live)
            let order = (0..<60).map { paths[$0 % paths.count] }
            client.send(order.map { request($0) }.joined())
            for path in order { #expect(client.readResponse()?.body == bodies[path]) }
            // What the socket did not take at once became an exchange.
            #expect(eventually { recordCount(live) > before })
            let records = live.handler.records.withLock { $0 }
            #expect(records.allSatisfy { $0.outcome == .completed && $0.status == .ok })
            #expect(Set(records.map(\.id)).count == records.count)
        }
    }

    @Test(arguments: [
        ("HEAD", "HTTP/1.1", ""), ("GET", "HTTP/1.0", "Connection: keep-alive\r\n"),
        ("GET", "HTTP/1.1", "Connection: close\r\n"), ("POST", "HTTP/1.1", ""),
    ])
    func `are those alone after which nothing is to be said`(
        _ method: String,
        _ version: String,
        _ fields: String
    ) async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            for count in 1...3 {
                let client = try live.connect()
                client.send("\(method) /again/bytes \(version)\r\nHost: a\r\n\(fields)\r\n")
                let response = client.readResponse(hasBody: method != "HEAD")
                #expect(response?.text == (method == "HEAD" ? "" : "again"))
                #expect(response?.fields["server"] == nil)
                #expect(eventually { recordCount(live) == count })
            }
        }
    }

    @Test func `are answered to a client that has ended its output`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            #expect(try live.connect().get("/again/small-file") != nil)
            for path in ["/again/small-file", "/again/bytes"] {
                let client = try live.connect()
                client.send(request(path) + request(path))
                client.shutdownWrite()
                for _ in 0..<2 { #expect(client.readResponse()?.status == 200) }
                #expect(client.waitForEnd())
            }
        }
    }

    @Test(arguments: [true, false])
    func `harm nobody when their client leaves`(_ resets: Bool) async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [self] in
            let body = try #require(try live.connect().get("/again/file")?.body)
            for _ in 0..<20 {
                let client = try live.connect()
                client.send(request("/again/file"))
                #expect(client.take(20) != nil)
                if resets { client.resetOnClose() }
            }
            #expect(eventually { live.server.statistics.clientsLeft == 20 })
            #expect(try live.connect().get("/again/file")?.body == body)
        }
    }
}
