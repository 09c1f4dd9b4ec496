// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import HTTPTypes
import Platform
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct LiveTaskTests {
    /// A handler whose responses wait for other threads, and which notes the threads that it runs on.
    private final class WaitingHandler: HTTPHandler {
        struct Notes {
            var threads: [String] = []
            var isEnded = false
            var isAbandoned = false
        }

        enum Fault: Error {
            case abandoned
        }

        let notes = Mutex(Notes())
        let held = Held<Promise<String, Fault>>()
        private let threads = BlockingThreads(name: "blocking", limit: 1, queueLimit: 8)

        private func note() {
            let name = threadName()
            notes.withLock { $0.threads.append(name) }
        }

        func handle(_ request: HTTPRequest, on exchange: HTTPExchange) async {
            note()
            let text: String
            do throws(Fault) {
                text = try await self.text(request.path ?? "", exchange)
                note()
            } catch {
                text = "abandoned"
                notes.withLock { $0.isAbandoned = true }
            }
            exchange.respond(HTTPResponse(status: .ok), body: .bytes(Array(text.utf8)))
            notes.withLock { $0.isEnded = true }
        }

        private func text(_ path: String, _ exchange: HTTPExchange) async throws(Fault) -> String {
            switch path {
            case "/hold":
                return try await Promise<String, Fault>.value(abandoned: .abandoned) {
                    held.take($0)
                }
            case "/outlast":
                return try await Promise<String, Fault>.value(
                    abandoned: .abandoned,
                    outlastsCancellation: true
                ) { held.take($0) }
            case "/body":
                return try await Promise<String, Fault>.value(abandoned: .abandoned) { promise in
                    exchange.receiveBody(limit: 1_000, into: Count(promise))
                }
            case "/block":
                return try await threads.run(refusal: .abandoned) { () throws(Fault) -> String in
                    self.note()
                    return "blocked"
                }
            default: return "immediate"
            }
        }

        func response(to fault: HTTPFault, on exchange: HTTPExchange) -> (HTTPResponse, [UInt8]) {
            (HTTPResponse(status: fault.status), [])
        }

        func exchangeDidEnd(_ record: ExchangeRecord) {}

        /// A consumer of a body that delivers its length.
        private final class Count: BodyConsumer {
            private let promise: Promise<String, Fault>
            private let count = Mutex(0)

            init(_ promise: Promise<String, Fault>) { self.promise = promise }

            func receive(_ bytes: Span<UInt8>) -> Bool {
                count.withLock { $0 += bytes.count }
                return true
            }

            func finish() { promise.succeed(String(count.withLock { $0 })) }
            func abandon(_ reason: HTTPFault?) {}
        }
    }

    private let handler = WaitingHandler()
    private let server: HTTPServer

    init() {
        var configuration = HTTPServerConfiguration(
            addresses: [.tcp(host: "127.0.0.1", port: 0)]
        )
        configuration.eventLoops = 1
        server = HTTPServer(configuration: configuration, handler: handler)
    }

    /// Starts the server, and runs a body that blocks, with an open connection.
    private func withClient(
        _ body: @escaping @Sendable (inout TestClient?) throws -> Void
    ) async throws {
        let addresses = try server.start()
        defer { server.stop() }
        try await onThread {
            var client = TestClient(addresses[0])
            #expect(client != nil)
            try body(&client)
        }
    }

    private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test func `responds on the event loop, without leaving it`() async throws {
        try await withClient { [handler] client in
            client?.send(get("/"))
            #expect(client?.readResponse()?.text == "immediate")
            #expect(handler.notes.withLock { $0.threads } == ["event loop", "event loop"])
        }
    }

    @Test func `returns to the event loop after it has blocked another thread`() async throws {
        try await withClient { [handler] client in
            for _ in 0..<3 {
                client?.send(get("/block"))
                #expect(client?.readResponse()?.text == "blocked")
            }
            let names = handler.notes.withLock { $0.threads }
            #expect(names == (0..<3).flatMap { _ in ["event loop", "blocking", "event loop"] })
        }
    }

    @Test func `waits for a body`() async throws {
        try await withClient { client in
            client?.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
            Thread.sleep(forTimeInterval: 0.02)
            client?.send("cde")
            #expect(client?.readResponse()?.text == "5")
        }
    }

    @Test func `ends the wait of a handler whose client leaves`() async throws {
        try await withClient { [handler] client in
            client?.send(get("/hold"))
            #expect(eventually { handler.held.value != nil })
            client = nil
            #expect(eventually { handler.notes.withLock { $0.isEnded } })
            #expect(handler.notes.withLock { $0.isAbandoned })
            #expect(handler.held.value?.isOpen == false)
        }
    }

    @Test(arguments: [
        // A client that leaves in the middle of the body, and a body that breaks the rules.
        "Content-Length: 9\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "Transfer-Encoding: chunked\r\n\r\n800\r\n",
    ])
    func `ends the wait for a body that will not come`(_ rest: String) async throws {
        try await withClient { [handler] client in
            client?.send("POST /body HTTP/1.1\r\nHost: a\r\n" + rest)
            if rest.hasPrefix("T") {
                #expect(client?.readResponse()?.status != 200)
            } else {
                #expect(eventually { handler.notes.withLock { !$0.threads.isEmpty } })
                client = nil
            }
            #expect(eventually { handler.notes.withLock { $0.isEnded } })
            #expect(handler.notes.withLock { $0.isAbandoned })
        }
    }

    @Test func `lets a handler end that waits when the server stops`() async throws {
        try await withClient { [handler, server] client in
            client?.send(get("/hold"))
            #expect(eventually { handler.held.value != nil })
            server.stop()
            #expect(eventually { handler.notes.withLock { $0.isEnded } })
            #expect(handler.notes.withLock { $0.isAbandoned })
        }
    }

    @Test func `continues a task whose event loop has ended`() async throws {
        try await withClient { [handler, server] client in
            client?.send(get("/outlast"))
            #expect(eventually { handler.held.value != nil })
            server.stop()
            #expect(client?.readResponse() == nil)
            Thread.sleep(forTimeInterval: 0.1)
            #expect(handler.notes.withLock { !$0.isEnded })
            handler.held.value?.succeed("late")
            #expect(eventually { handler.notes.withLock { $0.isEnded } })
            #expect(handler.notes.withLock { !$0.isAbandoned })
        }
    }
}

/// The name of the calling thread.
private func threadName() -> String {
    let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    return (text ?? "").trimmingCharacters(in: .newlines)
}
