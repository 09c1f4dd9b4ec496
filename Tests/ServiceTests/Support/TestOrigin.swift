// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization

/// A server of pictures on this machine, which answers as a test tells it.
final class TestOrigin: HTTPHandler {
    /// An answer.
    struct Answer: Sendable {
        var status = 200
        var fields: HTTPFields = [:]
        var body: [UInt8] = []
        /// Whether the body is sent without its length, again and again.
        var isEndless = false
        /// Whether nothing is ever sent.
        var isSilent = false
    }

    private let answer: Mutex<Answer>
    private let seen = Mutex<[HTTPRequest]>([])
    private let server = Mutex<HTTPServer?>(nil)

    /// Creates an origin that answers so.
    init(_ answer: Answer) { self.answer = Mutex(answer) }

    /// Starts to serve.
    ///
    /// - Returns: The port.
    func start() throws -> UInt16 {
        let addresses = [ListenAddress.tcp(host: "127.0.0.1", port: 0)]
        let new = HTTPServer(
            configuration: HTTPServerConfiguration(addresses: addresses),
            handler: self
        )
        server.withLock { $0 = new }
        for case .tcp(_, let port) in try new.start() { return port }
        return 0
    }

    /// Stops to serve.
    func stop() { server.withLock { $0.take() }?.stop() }

    /// The requests so far.
    var requests: [HTTPRequest] { seen.withLock { $0 } }

    /// Changes the answers from now on.
    func set(_ change: (inout Answer) -> Void) { answer.withLock { change(&$0) } }

    func handle(_ request: HTTPRequest, on exchange: HTTPExchange) {
        seen.withLock { $0.append(request) }
        let answer = answer.withLock { $0 }
        guard !answer.isSilent else { return }
        var response = HTTPResponse(status: .init(code: answer.status), headerFields: answer.fields)
        if let tag = answer.fields[.eTag], request.headerFields[.ifNoneMatch] == tag {
            response.status = .notModified
            return exchange.respond(response, body: .none)
        }
        let body: ResponseBody =
            answer.isEndless
            ? .stream(Endless(answer.body), length: nil)
            : answer.body.isEmpty ? .none : .bytes(answer.body)
        exchange.respond(response, body: body)
    }

    func response(to fault: HTTPFault, on exchange: HTTPExchange) -> (HTTPResponse, [UInt8]) {
        (HTTPResponse(status: fault.status), [])
    }

    func exchangeDidEnd(_ record: ExchangeRecord) {}

    private final class Endless: BodySource {
        private let piece: [UInt8]

        init(_ piece: [UInt8]) { self.piece = piece }

        func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead { .bytes(piece) }

        func cancel() {}
    }
}
