// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Testing

@Suite(.serialized) struct LiveLimitTests {
    private static func hasShortTimeouts(_ configuration: inout HTTPServerConfiguration) {
        configuration.timeouts.head = .milliseconds(300)
        configuration.timeouts.keepAlive = .milliseconds(300)
        configuration.timeouts.bodyIdle = .milliseconds(300)
        configuration.timeouts.body = .milliseconds(900)
        configuration.timeouts.writeIdle = .milliseconds(300)
        configuration.timeouts.linger = .milliseconds(300)
        configuration.timeouts.response = .milliseconds(600)
    }

    /// The seconds that something took.
    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = Date()
        try body()
        return Date().timeIntervalSince(start)
    }

    /// Sends a byte now and then until there is an answer, or the end.
    private static func drip(_ client: TestClient) {
        for _ in 0..<1_000 where client.send("a") {
            if client.readMore(seconds: 0.05) || client.hasEnded { return }
        }
    }

    @Test func `answers 408 to a head that drips, and closes`() async throws {
        let live = try LiveServer(configure: Self.hasShortTimeouts)
        try await onThread {
            let client = try live.connect()
            client.send("GET /hello HTTP/1.1\r\nHost: a\r\nX: ")
            // A head that does not end before the answer, however busy the machine is.
            let seconds = Self.time { Self.drip(client) }
            #expect(client.readResponse()?.status == 408)
            #expect(client.waitForEnd())
            #expect(seconds > 0.25)
        }
    }

    @Test func `answers 408 to a body that drips, and closes`() async throws {
        let live = try LiveServer { configuration in
            Self.hasShortTimeouts(&configuration)
            // Not for a pause of the client, whose machine may be busy.
            configuration.timeouts.bodyIdle = .seconds(60)
        }
        try await onThread {
            let client = try live.connect()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n")
            let seconds = Self.time { Self.drip(client) }
            #expect(client.readResponse()?.status == 408)
            #expect(client.waitForEnd())
            #expect(seconds > 0.8)
        }
        #expect(live.handler.abandonments == [.bodyTimeout])
    }

    @Test func `closes idle connections`() async throws {
        let live = try LiveServer { configuration in
            // Long enough to send a request on a busy machine.
            configuration.timeouts.head = .seconds(2)
            configuration.timeouts.keepAlive = .seconds(2)
        }
        try await onThread {
            let fresh = try live.connect()
            let used = try live.connect()
            #expect(used.get("/hello")?.status == 200)
            #expect(fresh.waitForEnd())
            #expect(used.waitForEnd())
            #expect(!fresh.wasReset && !used.wasReset)
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
        }
    }

    @Test func `cuts a client that does not read`() async throws {
        let live = try LiveServer(configure: Self.hasShortTimeouts)
        try await onThread {
            let client = try live.connect()
            client.send("GET /stream/100000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(eventually { live.handler.outcomes == [.timedOut] })
            #expect(live.handler.lastSource?.wasCancelled == true)
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
        }
    }

    @Test func `cuts a client that reads, but slower than the least rate`() async throws {
        let live = try LiveServer([.unix(path: temporarySocketPath())]) { configuration in
            configuration.limits.leastRate = 100_000_000
            configuration.timeouts.writeLag = .milliseconds(500)
        }
        try await onThread {
            let client = try live.connect()
            client.send("GET /stream/10000000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            let isCut = eventually {
                // Far more often than the time without any progress would notice.
                Thread.sleep(forTimeInterval: 0.02)
                _ = client.readMore(seconds: 0.001)
                return live.handler.outcomes == [.timedOut]
            }
            #expect(isCut)
            #expect(live.handler.lastSource?.wasCancelled == true)
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
        }
    }

    @Test func `answers 503 for a handler that does not`() async throws {
        let live = try LiveServer(configure: Self.hasShortTimeouts)
        try await onThread {
            let client = try live.connect()
            #expect(client.get("/hold")?.status == 503)
            #expect(eventually { live.handler.goneCount == 1 })
        }
    }

    @Test func `holds little of a large stream for a slow reader`() async throws {
        let live = try LiveServer()
        let size = 64 << 20
        try await onThread {
            let client = try live.connect()
            client.send("GET /stream/\(size) HTTP/1.1\r\nHost: a\r\n\r\n")
            var most = 0
            for _ in 0..<100 {
                Thread.sleep(forTimeInterval: 0.003)
                // First what was sent: the difference can only come out too large.
                let sent = live.server.statistics.bytesSent
                let given = live.handler.lastSource?.given ?? 0
                most = max(most, given - sent)
                // More than a loop turn may have passed between the two where sending goes on.
                _ = client.readMore(seconds: 0.001)
            }
            // Until the socket takes no more.
            var sent = 0
            let hasStopped = eventually {
                defer { sent = live.server.statistics.bytesSent }
                Thread.sleep(forTimeInterval: 0.1)
                return sent > 0 && live.server.statistics.bytesSent == sent
            }
            #expect(hasStopped)
            let given = live.handler.lastSource?.given ?? 0
            #expect(given - sent < 256 * 1024)
            #expect(given < size)
            #expect(most < 4 << 20)
            let response = client.readResponse()
            #expect(response?.body.count == size)
            #expect(response?.isComplete == true)
        }
    }

    @Test func `refuses connections beyond the limit with 503`() async throws {
        let live = try LiveServer { $0.limits.connections = 3 }
        try await onThread {
            var clients: [TestClient] = []
            for _ in 0..<3 {
                let client = try live.connect()
                #expect(client.get("/hello")?.status == 200)
                clients.append(client)
            }
            // None of them is idle.
            for client in clients { client.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n") }
            #expect(eventually { live.handler.heldCount == 3 })
            let refused = try live.connect()
            #expect(refused.readResponse()?.status == 503)
            #expect(refused.waitForEnd())
            live.handler.release()
            for client in clients { #expect(client.readResponse()?.status == 200) }
            clients.removeLast()
            #expect(eventually { live.server.statistics.connectionsOpen == 2 })
            let other = try live.connect()
            #expect(other.get("/hello")?.status == 200)
            #expect(clients[0].get("/hello")?.status == 200)
        }
        #expect(live.server.statistics.connectionsRefused == 1)
    }

    @Test func `closes the connection that was idle longest to make room`() async throws {
        let live = try LiveServer { $0.limits.connections = 3 }
        try await onThread {
            var clients: [TestClient] = []
            for _ in 0..<3 {
                let client = try live.connect()
                #expect(client.get("/hello")?.status == 200)
                clients.append(client)
            }
            #expect(clients[0].get("/hello")?.status == 200)
            let newcomer = try live.connect()
            #expect(newcomer.get("/hello")?.status == 200)
            #expect(clients[1].waitForEnd())
            #expect(!clients[1].wasReset)
            #expect(clients[0].get("/hello")?.status == 200)
            #expect(clients[2].get("/hello")?.status == 200)
        }
        #expect(live.server.statistics.connectionsGivenUp == 1)
        #expect(live.server.statistics.connectionsRefused == 0)
    }

    @Test func `answers probes although all connections are taken`() async throws {
        let live = try LiveServer {
            $0.limits.connections = 2
            $0.limits.probePaths = ["/hello"]
        }
        try await onThread {
            let clients = [try live.connect(), try live.connect()]
            for client in clients { client.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n") }
            #expect(eventually { live.handler.heldCount == 2 })
            for _ in 0..<3 {
                let probe = try live.connect()
                #expect(probe.get("/hello")?.status == 200)
                #expect(probe.waitForEnd())
                let other = try live.connect()
                #expect(other.get("/later")?.status == 503)
            }
            live.handler.release()
            // An optimized build would let go of them before that, and make room so.
            for client in clients { #expect(client.readResponse()?.status == 200) }
        }
        #expect(live.server.statistics.connectionsRefused == 3)
    }

    @Test(arguments: [
        "/hello HTTP/1.1\r\nHost: a\r\nX: ",
        "/refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
    ])
    func `holds no connection that drips after its answer`(_ head: String) async throws {
        let live = try LiveServer { configuration in
            configuration.timeouts.head = .milliseconds(300)
            configuration.timeouts.linger = .milliseconds(300)
            // Far longer than the test may take.
            configuration.timeouts.body = .seconds(600)
        }
        try await onThread {
            let client = try live.connect()
            client.send((head.hasPrefix("/hello") ? "GET " : "POST ") + head)
            var bytes = 0
            while client.send("a"), bytes < 10_000 {
                bytes += 1
                // Far below the least rate.
                Thread.sleep(forTimeInterval: 0.005)
                if live.server.statistics.connectionsOpen == 0 { break }
            }
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
            #expect(bytes < 10_000)
        }
    }

    @Test func `lets connections wait that it cannot even refuse`() async throws {
        let live = try LiveServer { $0.limits.connections = 1 }
        try await onThread {
            // Refused ones are held for a moment; sixteen of them are the reserve.
            var clients: [TestClient] = []
            var most = 0
            for _ in 0..<30 {
                clients.append(try live.connect())
                most = max(most, live.server.statistics.connectionsOpen)
            }
            let isTaken = eventually {
                most = max(most, live.server.statistics.connectionsOpen)
                return live.server.statistics.connectionsAccepted == 30
            }
            #expect(isTaken)
            #expect(most <= 17)
            clients.removeAll()
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
            let other = try live.connect()
            #expect(other.get("/hello")?.status == 200)
        }
    }

    @Test func `serves a thousand connections at a time`() async throws {
        raiseDescriptorLimit()
        let live = try LiveServer()
        try await onThread {
            var clients: [TestClient] = []
            for _ in 0..<1_000 { clients.append(try live.connect()) }
            for _ in 0..<2 {
                for client in clients { client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n") }
                for client in clients { #expect(client.readResponse()?.text == "hello") }
            }
            #expect(live.server.statistics.connectionsOpen == 1_000)
            clients.removeAll()
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
        }
        #expect(live.server.statistics.requests == 2_000)
    }
}
