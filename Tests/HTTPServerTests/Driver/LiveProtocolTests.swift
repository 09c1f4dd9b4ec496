// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Testing

@Suite(.serialized) struct LiveProtocolTests {
    @Test func `serves one request after the other on one connection`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            for _ in 0..<20 {
                #expect(client.get("/hello")?.text == "hello")
                #expect(client.get("/later")?.text == "later")
            }
            #expect(eventually { live.server.statistics.exchangesActive == 0 })
        }
        #expect(live.server.statistics.connectionsAccepted == 1)
        #expect(live.server.statistics.requests == 40)
    }

    @Test func `answers pipelined requests in their order`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let paths = (0..<200).map {
                $0 % 7 == 3 ? "/later" : $0 % 5 == 1 ? "/stream/5" : "/hello"
            }
            client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for path in paths {
                let expected = ["/later": "later", "/hello": "hello", "/stream/5": "aaaaa"][path]
                #expect(client.readResponse()?.text == expected)
            }
        }
    }

    @Test(arguments: [1, 70_000, 1 << 20])
    func `takes and sends bodies of a known length and in chunks`(_ size: Int) async throws {
        let live = try LiveServer()
        try await onThread {
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let client = try live.connect()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            client.send(body)
            #expect(client.readResponse()?.body == body)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for start in stride(from: 0, to: size, by: 7_777) {
                let piece = Array(body[start..<min(size, start + 7_777)])
                client.send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10])
            }
            client.send("0\r\nX-Trailer: a\r\n\r\n")
            #expect(client.readResponse()?.body == body)
        }
    }

    @Test func `sends no body in answer to HEAD`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let head = client.get("/hello", method: "HEAD")
            #expect(head?.fields["content-length"] == "5")
            #expect(client.get("/hello")?.text == "hello")
        }
    }

    @Test func `answers 100-continue before the body is sent`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(client.readResponse()?.status == 100)
            client.send("abc")
            #expect(client.readResponse()?.text == "abc")
        }
    }

    @Test func `refuses without an upload`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            client.send(
                "POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"
            )
            let response = client.readResponse()
            #expect(response?.status == 403)
            #expect(response?.fields["connection"] == "close")
            #expect(client.waitForEnd())
            #expect(!client.wasReset)
        }
    }

    @Test(arguments: ["/refuse", "/stop", "/echo"])
    func `lets a refusal reach a client that goes on sending`(_ path: String) async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 30000000\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 1_000_000)
            // Nothing is read before all is sent: a reset would destroy the response.
            for _ in 0..<30 { #expect(client.send(piece)) }
            let expected = ["/refuse": 403, "/stop": 422, "/echo": 413][path]
            #expect(client.readResponse()?.status == expected)
            #expect(client.waitForEnd())
            #expect(!client.wasReset)
        }
    }

    @Test func `ends a failing stream without the last chunk`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let response = client.get("/fail")
            #expect(response?.body.count == 100_000)
            #expect(response?.isComplete == false)
            #expect(client.hasEnded)
            #expect(eventually { live.handler.outcomes == [.failedMidway] })
        }
    }

    @Test func `streams to HTTP/1.0 until the end, and breaks with a reset`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            client.send("GET /stream/300000 HTTP/1.0\r\n\r\n")
            let response = client.readResponse()
            #expect(response?.body.count == 300_000)
            #expect(response?.isComplete == true)
            let failing = try live.connect()
            failing.send("GET /fail HTTP/1.0\r\n\r\n")
            #expect(failing.readResponse()?.isComplete != true)
        }
    }

    @Test func `answers a client that has ended its output`() async throws {
        let live = try LiveServer()
        try await onThread {
            for path in ["/hello", "/later"] {
                let client = try live.connect()
                client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                client.shutdownWrite()
                var response = client.readResponse()
                // The probe whether the client is still there.
                while response?.status == 100 { response = client.readResponse() }
                #expect(response?.status == 200)
                #expect(client.waitForEnd())
            }
        }
    }

    @Test func `survives garbage`() async throws {
        let live = try LiveServer()
        try await onThread {
            var random = SystemRandomNumberGenerator()
            for _ in 0..<200 {
                let client = try live.connect()
                let count = Int.random(in: 1...5_000, using: &random)
                client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
                if count.isMultiple(of: 2) { client.resetOnClose() }
            }
            let other = try live.connect()
            #expect(other.get("/hello")?.text == "hello")
            #expect(eventually { live.server.statistics.connectionsOpen <= 1 })
        }
    }

    @Test(arguments: [
        "127.0.0.1:0", "[::1]:0", "localhost:0", "unix:\(temporarySocketPath())",
    ])
    func `listens on`(_ text: String) async throws {
        let live = try LiveServer([ListenAddress(parsing: text)])
        let address = live.address
        if case .tcp(_, let port) = address { #expect(port != 0) }
        try await onThread {
            guard case .tcp("localhost", let port) = address else {
                let other = try live.connect()
                #expect(other.get("/hello")?.text == "hello")
                return
            }
            let client = TestClient(.tcp(host: "127.0.0.1", port: port))
            #expect(client?.get("/hello")?.text == "hello")
        }
        // The record may come after the response.
        _ = try await onThread { eventually { !live.handler.firstPeer.isEmpty } }
        let peer = live.handler.firstPeer
        #expect(peer == "unix" || peer.hasPrefix("127.0.0.1:") || peer.hasPrefix("[::1]:"))
    }

    @Test func `measures an exchange that happens in one turn of a loop`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            #expect(client.get("/slow")?.text == "slow")
            #expect(eventually { !live.handler.outcomes.isEmpty })
        }
        let duration = try #require(live.handler.durations.first)
        #expect(duration >= .milliseconds(20))
    }
}
