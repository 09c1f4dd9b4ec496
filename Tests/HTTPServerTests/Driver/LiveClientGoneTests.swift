// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Testing

@Suite(.serialized) struct LiveClientGoneTests {
    /// How a client goes.
    enum Departure: CaseIterable {
        case close
        case reset
    }

    private func hold(_ client: TestClient, _ live: LiveServer, _ departure: Departure) {
        client.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(eventually { live.handler.heldCount == 1 })
        if departure == .reset { client.resetOnClose() }
    }

    @Test(arguments: Departure.allCases, [true, false])
    func `tells the handler that waits`(
        _ departure: Departure,
        _ isLocal: Bool
    ) async throws {
        let local = ListenAddress.unix(path: temporarySocketPath())
        let live = try LiveServer([isLocal ? local : .tcp(host: "127.0.0.1", port: 0)])
        try await onThread {
            var client: TestClient? = try live.connect()
            if let client { hold(client, live, departure) }
            client = nil
            #expect(eventually { live.handler.outcomes == [.clientLeft] })
            #expect(live.handler.goneCount == 1)
            #expect(eventually { live.server.statistics.connectionsOpen == 0 })
        }
        // What comes too late does no harm.
        live.handler.release()
        #expect(live.server.statistics.clientsLeft == 1)
    }

    @Test func `tells the handler though pipelined bytes were not read`() async throws {
        let live = try LiveServer()
        try await onThread {
            var client: TestClient? = try live.connect()
            if let client { hold(client, live, .close) }
            client?.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            client = nil
            #expect(eventually { live.handler.outcomes == [.clientLeft] })
        }
    }

    @Test func `does not tell a handler whose client only ended its output`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            hold(client, live, .close)
            client.shutdownWrite()
            Thread.sleep(forTimeInterval: 0.6)
            #expect(live.handler.goneCount == 0)
            live.handler.release()
            #expect(client.readResponse()?.status == 100)
            #expect(client.readResponse()?.text == "held")
            #expect(eventually { live.handler.outcomes == [.completed] })
        }
    }

    @Test(arguments: Departure.allCases)
    func `abandons an upload`(_ departure: Departure) async throws {
        let live = try LiveServer()
        try await onThread {
            var client: TestClient? = try live.connect()
            client?.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nabc")
            #expect(eventually { live.server.statistics.requests == 1 })
            if departure == .reset { client?.resetOnClose() }
            client = nil
            #expect(eventually { live.handler.outcomes == [.clientLeft] })
        }
        #expect(live.handler.abandonments == [nil])
    }

    @Test(arguments: Departure.allCases)
    func `cancels a download`(_ departure: Departure) async throws {
        let live = try LiveServer()
        try await onThread {
            var client: TestClient? = try live.connect()
            client?.send("GET /stream/900000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = client?.take(1_000_000)
            if departure == .reset { client?.resetOnClose() }
            client = nil
            #expect(eventually { live.handler.outcomes == [.clientLeft] })
        }
        #expect(live.handler.lastSource?.wasCancelled == true)
    }
}
