// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import TestSupport

/// A server with a handler for tests.
final class LiveServer: Sendable {
    let server: HTTPServer
    let handler: TestHandler
    let addresses: [ListenAddress]

    var address: ListenAddress {
        addresses[0]
    }

    init(
        _ addresses: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 0)],
        configure: (inout HTTPServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = HTTPServerConfiguration(addresses: addresses)
        configuration.eventLoops = 2
        configure(&configuration)
        handler = TestHandler()
        server = HTTPServer(configuration: configuration, handler: handler)
        self.addresses = try server.start()
    }

    deinit {
        server.stop()
        handler.forget()
    }

    func connect() throws -> TestClient {
        guard let client = TestClient(address) else { throw NoConnection() }
        return client
    }

    struct NoConnection: Error {}
}

/// Runs a body that blocks on a thread of its own, so that the threads of tests stay free.
func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await delivery { deliver in
        Thread.detachNewThread { deliver(Swift.Result { try body() }) }
    }.get()
}

/// A path for a unix socket that nobody has used.
func temporarySocketPath() -> String {
    "/tmp/frostpane-test-\(UUID().uuidString)"
}

/// Waits until something is so; false after a minute, which no busy machine needs.
func eventually(seconds: Double = 60, _ condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !condition() {
        if Date() > end { return false }
        Thread.sleep(forTimeInterval: 0.005)
    }
    return true
}

/// Answers what the tests of live sockets ask.
final class TestHandler: HTTPHandler {
    let records = Mutex<[ExchangeRecord]>([])
    let clientsGone = Atomic(0)
    let held = Mutex<[HTTPExchange]>([])
    let abandoned = Mutex<[HTTPFault?]>([])
    let source = Mutex<PatternSource?>(nil)

    /// The bodies at some paths: one that is larger than what the system holds for a connection, and
    /// two that are small.
    static let chunks: [String: [[UInt8]]] = [
        "/chunks": (0..<40).map { pattern(200_003, $0) },
        "/small-chunks": [pattern(50_000, 3), pattern(49_999, 7)],
        "/few-chunks": [pattern(40_961, 11)],
    ]

    private static func pattern(_ count: Int, _ start: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 + start) &* 31) }
    }

    func handle(_ request: HTTPRequest, on exchange: HTTPExchange) {
        let ok = HTTPResponse(status: .ok)
        let path = request.path ?? ""
        exchange.annotate("path", path)
        switch path {
        case "/hello":
            exchange.respond(ok, body: .bytes(Array("hello".utf8)))
        case "/slow":
            Thread.sleep(forTimeInterval: 0.02)
            exchange.respond(ok, body: .bytes(Array("slow".utf8)))
        case "/later":
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
                exchange.respond(ok, body: .bytes(Array("later".utf8)))
            }
        case "/hold":
            exchange.onClientGone { [self] in
                clientsGone.add(1, ordering: .relaxed)
            }
            held.withLock { $0.append(exchange) }
        case "/refuse":
            exchange.respond(HTTPResponse(status: .forbidden), body: .none)
        case "/echo":
            exchange.receiveBody(limit: 1 << 20, into: Echo(exchange, handler: self))
        case "/stop":
            exchange.receiveBody(limit: 1 << 30, into: Stop(exchange))
        case "/fail":
            exchange.respond(ok, body: .stream(PatternSource(100_000, fails: true), length: nil))
        default:
            if let chunks = Self.chunks[path] { return exchange.respond(ok, body: .chunks(chunks)) }
            guard path.hasPrefix("/stream/"), let count = Int(path.dropFirst(8)) else {
                exchange.respond(HTTPResponse(status: .notFound), body: .none)
                return
            }
            let pattern = PatternSource(count)
            source.withLock { $0 = pattern }
            exchange.respond(ok, body: .stream(pattern, length: nil))
        }
    }

    func response(to fault: HTTPFault, on exchange: HTTPExchange) -> (HTTPResponse, [UInt8]) {
        exchange.annotate("fault", "\(exchange.id) \(exchange.annotations["path"] ?? "-")")
        return (HTTPResponse(status: fault.status), Array("fault \(exchange.id)".utf8))
    }

    func exchangeDidEnd(_ record: ExchangeRecord) {
        records.withLock { $0.append(record) }
    }

    /// Answers what is held.
    func release() {
        let exchanges = held.withLock { held in
            defer { held = [] }
            return held
        }
        for exchange in exchanges {
            exchange.respond(HTTPResponse(status: .ok), body: .bytes(Array("held".utf8)))
        }
    }

    /// Lets go of what is held and will not be answered; it keeps the server, which keeps the handler.
    func forget() {
        held.withLock { $0 = [] }
    }

    var heldCount: Int {
        held.withLock { $0.count }
    }

    var goneCount: Int {
        clientsGone.load(ordering: .relaxed)
    }

    var abandonments: [HTTPFault?] {
        abandoned.withLock { $0 }
    }

    var lastSource: PatternSource? {
        source.withLock { $0 }
    }

    var firstPeer: String {
        records.withLock { $0.first?.peer } ?? ""
    }

    var durations: [Duration] {
        records.withLock { $0.map(\.duration) }
    }

    var outcomes: [ExchangeRecord.Outcome] {
        records.withLock { $0.map(\.outcome) }
    }
}

/// Sends a body back.
private final class Echo: BodyConsumer {
    private let bytes = Mutex<[UInt8]>([])
    private let exchange: HTTPExchange
    private let handler: TestHandler

    init(_ exchange: HTTPExchange, handler: TestHandler) {
        self.exchange = exchange
        self.handler = handler
    }

    func receive(_ piece: Span<UInt8>) -> Bool {
        bytes.withLock { bytes in
            for index in piece.indices { bytes.append(piece[index]) }
        }
        return true
    }

    func finish() {
        exchange.respond(HTTPResponse(status: .ok), body: .bytes(bytes.withLock { $0 }))
    }

    func abandon(_ reason: HTTPFault?) {
        handler.abandoned.withLock { $0.append(reason) }
    }
}

/// Refuses a body after its first bytes.
private final class Stop: BodyConsumer {
    private let exchange: HTTPExchange

    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
    }

    func receive(_ piece: Span<UInt8>) -> Bool {
        exchange.respond(HTTPResponse(status: .unprocessableContent), body: .none)
        return false
    }

    func finish() {}
    func abandon(_ reason: HTTPFault?) {}
}

/// Gives a number of bytes in pieces, now and then only after a while.
final class PatternSource: BodySource {
    private struct State {
        var given = 0
        var reads = 0
        var wasCancelled = false
    }

    private static let piece = [UInt8](repeating: 0x61, count: 50_000)
    private let count: Int
    private let fails: Bool
    private let state = Mutex(State())

    init(_ count: Int, fails: Bool = false) {
        self.count = count
        self.fails = fails
    }

    var given: Int {
        state.withLock { $0.given }
    }

    var wasCancelled: Bool {
        state.withLock { $0.wasCancelled }
    }

    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead {
        state.withLock { state in
            state.reads += 1
            if state.reads % 50 == 49 {
                DispatchQueue.global().async(execute: whenReady)
                return .pending
            }
            let rest = count - state.given
            if rest == 0 { return fails ? .failed : .end(trailers: [:]) }
            let piece = rest < Self.piece.count ? Array(Self.piece.prefix(rest)) : Self.piece
            state.given += piece.count
            return .bytes(piece)
        }
    }

    func cancel() {
        state.withLock { $0.wasCancelled = true }
    }
}
