// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Synchronization
import Testing

/// Bodies in several arrays, some of them longer than what a socket takes at once.
@Suite(.serialized) struct LiveChunksTests {
    private static let contents = TestHandler.chunks.mapValues { $0.flatMap(\.self) }
    private static let paths = contents.keys.sorted()

    @Test(arguments: paths)
    func `arrives whole, one after the other, on one connection`(_ path: String) async throws {
        let content = try #require(Self.contents[path])
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            for _ in 0..<3 {
                let response = client.get(path)
                #expect(response?.body == content)
                #expect(response?.fields["content-length"] == "\(content.count)")
                #expect(client.get("/hello")?.text == "hello")
            }
            #expect(eventually { live.handler.records.withLock { $0.count } == 6 })
        }
        let sent = live.handler.records.withLock { $0.map(\.bytesSent) }
        #expect(sent.filter { $0 > content.count }.count == 3)
        #expect(live.server.statistics.bytesSent == sent.reduce(0, +))
    }

    @Test func `arrives whole among pipelined requests`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let several = ["/chunks", "/small-chunks", "/chunks", "/few-chunks"]
            let paths = ["/hello"] + several + ["/later"] + several + ["/hello"]
            client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for path in paths {
                let response = client.readResponse()
                #expect(response != nil)
                if let content = Self.contents[path] { #expect(response?.body == content) }
            }
        }
    }

    @Test func `arrives whole at a client that takes it in small pieces`() async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try #require(TestClient(live.address, receiveBuffer: 4_096))
            let paths = (0..<100).map { $0.isMultiple(of: 3) ? "/few-chunks" : "/small-chunks" }
            client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            // Until the socket of the server is full, most probably in the middle of a body.
            #expect(eventually { hasStopped(live.server) })
            for path in paths { #expect(client.readResponse()?.body == Self.contents[path]) }
        }
    }

    /// Whether nothing has been sent for a moment.
    private func hasStopped(_ server: HTTPServer) -> Bool {
        let before = server.statistics.bytesSent
        Thread.sleep(forTimeInterval: 0.05)
        return before > 0 && server.statistics.bytesSent == before
    }

    @Test(arguments: paths)
    func `is not sent in answer to HEAD`(_ path: String) async throws {
        let content = try #require(Self.contents[path])
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let response = client.get(path, method: "HEAD")
            #expect(response?.fields["content-length"] == "\(content.count)")
            #expect(client.get("/hello")?.text == "hello")
        }
    }

    @Test(arguments: paths)
    func `arrives whole before the connection ends`(_ path: String) async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            let response = client.get(path, fields: "Connection: close\r\n")
            #expect(response?.body == Self.contents[path])
            #expect(client.waitForEnd())
        }
    }

    @Test(arguments: paths)
    func `arrives whole over a unix socket`(_ path: String) async throws {
        let live = try LiveServer([.unix(path: temporarySocketPath())])
        try await onThread {
            let client = try live.connect()
            for _ in 0..<2 { #expect(client.get(path)?.body == Self.contents[path]) }
        }
    }

    @Test(arguments: [true, false])
    func `harms nobody when its client leaves`(_ resets: Bool) async throws {
        let live = try LiveServer()
        try await onThread {
            for _ in 0..<20 {
                let client = try live.connect()
                client.send("GET /chunks HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(client.take(20) != nil)
                if resets { client.resetOnClose() }
            }
            #expect(eventually { live.server.statistics.clientsLeft == 20 })
            let client = try live.connect()
            #expect(client.get("/chunks")?.body == Self.contents["/chunks"])
        }
    }
}
