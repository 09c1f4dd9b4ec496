// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization
import Testing

/// What a handler notes about a head comes back with the same bytes, and with no others.
@Suite(.serialized) struct LiveNoteTests {
    private let head = "GET /note HTTP/1.1\r\nHost: a\r\n\r\n"

    private func answers(to pieces: [String], _ count: Int) async throws -> [String?] {
        let live = try LiveServer()
        return try await onThread {
            let client = try live.connect()
            for piece in pieces { client.send(piece) }
            return (0..<count).map { _ in client.readResponse()?.text }
        }
    }

    @Test func `comes back with the next request, on this connection or another`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [head] in
            for expected in ["1", "2", "3"] {
                let client = try live.connect()
                client.send(head)
                #expect(client.readResponse()?.text == expected)
            }
            #expect(eventually { live.handler.records.withLock { $0.count } == 3 })
        }
        let records = live.handler.records.withLock { $0 }
        #expect(records.allSatisfy { $0.bytesReceived == head.utf8.count })
        #expect(records.allSatisfy { $0.request?.authority == "a" })
        #expect(Set(records.map(\.id)).count == 3)
    }

    @Test func `comes back among pipelined requests`() async throws {
        let other = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
        let answers = try await answers(to: [head + other + head + head + other], 5)
        #expect(answers == ["1", "hello", "2", "3", "hello"])
    }

    @Test(arguments: [
        ("", "GET", "Host: b\r\n"), ("", "GET", "HOST: a\r\n"), ("", "GET", "Host: a\r\nX: \r\n"),
        ("", "HEAD", "Host: a\r\n"), ("\r\n", "GET", "Host: a\r\n"),
    ])
    func `stays away from another head`(
        _ before: String,
        _ method: String,
        _ fields: String
    ) async throws {
        let isHEAD = method == "HEAD"
        let (head, other) = apart { number in
            let line = "/note HTTP/1.1\r\nN: \(number)\r\n"
            return ("GET \(line)Host: a\r\n\r\n", "\(before)\(method) \(line)\(fields)\r\n")
        }
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread {
            let client = try live.connect()
            client.send(head)
            #expect(client.readResponse()?.text == "1")
            client.send(other)
            #expect(client.readResponse(hasBody: !isHEAD)?.text == (isHEAD ? "" : "1"))
            client.send(head)
            #expect(client.readResponse()?.text == "2")
        }
    }

    @Test func `is asked for only where a head begins and is there whole`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread { [head] in
            let client = try live.connect()
            client.send(head)
            #expect(client.readResponse()?.text == "1")
            // In two pieces, the parser has the first when the second comes.
            client.send(String(head.prefix(9)))
            #expect(eventually { live.server.statistics.bytesReceived == head.utf8.count + 9 })
            client.send(String(head.dropFirst(9)))
            #expect(client.readResponse()?.text == "1")
            // The bytes of the head as a body.
            client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(head.utf8.count)\r\n\r\n"
            )
            client.send(head)
            #expect(client.readResponse()?.text == head)
            client.send(head)
            #expect(client.readResponse()?.text == "2")
        }
    }

    @Test func `is not kept for a request with a body`() async throws {
        let post = "POST /note HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread {
            for _ in 0..<2 {
                let client = try live.connect()
                client.send(post + "x")
                #expect(client.readResponse()?.text == "1")
            }
        }
    }

    @Test func `closes where the head asks for it`() async throws {
        let live = try LiveServer { $0.eventLoops = 1 }
        try await onThread {
            for expected in ["1", "2"] {
                let client = try live.connect()
                client.send("GET /note HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(client.readResponse()?.text == expected)
                #expect(client.waitForEnd())
            }
        }
    }
}
