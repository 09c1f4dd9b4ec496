// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization
import Testing

/// Bodies that the system sends by itself, from a file in memory.
@Suite(.serialized) struct LiveFileTests {
    private static let content = TestHandler.fileChunks.flatMap(\.self)

    @Test func `arrives whole, one after the other, on one connection`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            for _ in 0..<3 {
                let response = client.get("/file")
                #expect(response?.body == Self.content)
                #expect(response?.fields["content-length"] == "\(Self.content.count)")
                #expect(client.get("/hello")?.text == "hello")
            }
            #expect(eventually { live.handler.records.withLock { $0.count } == 6 })
        }
        let sent = live.handler.records.withLock { $0.map(\.bytesSent) }
        #expect(sent.filter { $0 > Self.content.count }.count == 3)
        #expect(live.server.statistics.bytesSent == sent.reduce(0, +))
    }

    @Test func `arrives whole among pipelined requests`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let paths = ["/hello", "/file", "/file", "/later", "/file", "/hello"]
            client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for path in paths {
                let response = client.readResponse()
                #expect(path == "/file" ? response?.body == Self.content : response != nil)
            }
        }
    }

    @Test func `is not sent in answer to HEAD`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let response = client.get("/file", method: "HEAD")
            #expect(response?.fields["content-length"] == "\(Self.content.count)")
            #expect(client.get("/hello")?.text == "hello")
        }
    }

    @Test func `arrives whole before the connection ends`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let response = client.get("/file", fields: "Connection: close\r\n")
            #expect(response?.body == Self.content)
            #expect(client.waitForEnd())
        }
    }

    @Test func `arrives whole over a unix socket`() async throws {
        let live = try LiveServer([.unix(path: temporarySocketPath())])
        try await onThread {
            let client = try live.connect()
            #expect(client.get("/file")?.body == Self.content)
        }
    }

    @Test(arguments: [true, false])
    func `harms nobody when its client leaves`(_ resets: Bool) async throws {
        let live = try LiveServer()
        try await onThread {
            for _ in 0..<20 {
                let client = try live.connect()
                client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(client.take(20) != nil)
                if resets { client.resetOnClose() }
            }
            #expect(eventually { live.server.statistics.clientsLeft == 20 })
            let client = try live.connect()
            #expect(client.get("/file")?.body == Self.content)
        }
    }
}
