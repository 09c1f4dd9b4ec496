// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Synchronization
import Testing

@Suite(.serialized) struct LiveListenerTests {
    /// Another one for every test: a server may outlive its test by a moment.
    private let path = temporarySocketPath()

    @Test func `gives a unix socket its mode, and removes it`() async throws {
        let live = try LiveServer([.unix(path: path)])
        #expect(permissions(path) == 0o660)
        live.server.stop()
        #expect(permissions(path) == nil)
    }

    @Test func `replaces a unix socket that nobody serves`() async throws {
        // A socket that is bound and closed leaves its file, as a killed server does.
        try #require(leaveStaleSocket(path))
        let live = try LiveServer([.unix(path: path)])
        try await onThread {
            let other = try live.connect()
            #expect(other.get("/hello")?.status == 200)
        }
    }

    @Test func `leaves a unix socket that somebody serves`() throws {
        let live = try LiveServer([.unix(path: path)])
        #expect(throws: ListenError.pathInUse(.unix(path: path))) {
            _ = try LiveServer([.unix(path: path)])
        }
        #expect(permissions(path) != nil)
        _ = live
    }

    @Test func `leaves a file that is not a socket`() throws {
        try Data("precious".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: ListenError.pathInUse(.unix(path: path))) {
            _ = try LiveServer([.unix(path: path)])
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    }

    @Test func `reports a port in use, and opens none`() throws {
        let live = try LiveServer()
        let free = ListenAddress.unix(path: path)
        #expect(throws: ListenError.system(live.address, step: .bind, errno: EADDRINUSE)) {
            _ = try LiveServer([free, live.address])
        }
        #expect(permissions(path) == nil)
    }

    @Test func `reports that there is nothing to listen on`() {
        #expect(throws: ListenError.noAddress) { _ = try LiveServer([]) }
    }

    @Test func `listens on several addresses`() async throws {
        let tcp = ListenAddress.tcp(host: "127.0.0.1", port: 0)
        let live = try LiveServer([tcp, .unix(path: path), tcp])
        try await onThread {
            for address in live.addresses {
                #expect(TestClient(address)?.get("/hello")?.status == 200)
            }
        }
    }

    // MARK: - Drain

    @Test func `drains`() async throws {
        // On one loop, both connections hear of the drain at the same time.
        let live = try LiveServer { $0.eventLoops = 1 }
        let cut = Mutex<Int?>(nil)
        try await onThread {
            let idle = try live.connect()
            #expect(idle.get("/hello")?.status == 200)
            let busy = try live.connect()
            busy.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(eventually { live.handler.heldCount == 1 })
            live.server.drain(timeout: .seconds(20)) { count in cut.withLock { $0 = count } }
            #expect(idle.waitForEnd())
            #expect(eventually { TestClient(live.address) == nil })
            #expect(cut.withLock { $0 } == nil)
            live.handler.release()
            let response = busy.readResponse()
            #expect(response?.text == "held")
            #expect(response?.fields["connection"] == "close")
            #expect(busy.waitForEnd())
            #expect(!busy.wasReset)
        }
        let isDone = try await onThread { eventually { cut.withLock { $0 } == 0 } }
        #expect(isDone)
        #expect(live.server.statistics.connectionsOpen == 0)
    }

    @Test func `cuts what a drain does not end in time`() async throws {
        let live = try LiveServer()
        let cut = Mutex<Int?>(nil)
        try await onThread {
            let busy = try live.connect()
            busy.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(eventually { live.handler.heldCount == 1 })
            live.server.drain(timeout: .milliseconds(200)) { count in cut.withLock { $0 = count } }
            #expect(busy.waitForEnd())
            #expect(eventually { cut.withLock { $0 } == 1 })
        }
        #expect(live.handler.outcomes == [.timedOut])
        #expect(live.handler.goneCount == 1)
    }

    @Test func `stops with connections open`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            #expect(client.get("/hello")?.status == 200)
            live.server.stop()
            #expect(client.waitForEnd())
            #expect(TestClient(live.address) == nil)
        }
    }
}
