// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform
import Synchronization

@testable import HTTPServer

/// What a client does not do that others do.
struct Habits: Sendable {
    /// Falls silent after so many bytes of the body that it states.
    var sentByteCount = Int.max
    /// Takes the head of the answer and nothing more.
    var stallsAtHead = false
}

/// One exchange without a connection: does what the handler asks for, on a queue of its own.
final class RouterExchange: ExchangeDriver {
    private struct State {
        var reply = Reply()
        var isOver = false
        var status: HTTPResponse.Status?
    }

    private let handler: any HTTPHandler
    private let request: HTTPRequest
    private let body: [UInt8]
    private let length: RequestBodyLength
    private let pieceLength: Int
    private let habits: Habits
    private let queue = SerialQueue("exchange")
    var executor: any TaskExecutor { queue }
    private let state = Mutex(State())
    private let onHead: @Sendable () -> Void
    private let completion: @Sendable (Reply) -> Void
    /// Held until the exchange is over.
    private let box = Mutex<HTTPExchange?>(nil)

    /// Prepares an exchange; the body is given to its consumer in pieces of a length, and what is to
    /// happen when the head of the answer is there happens before its body is pulled.
    init(
        _ call: Call,
        to handler: any HTTPHandler,
        host: String? = "localhost",
        pieceLength: Int = 1 << 16,
        habits: Habits = Habits(),
        onHead: @escaping @Sendable () -> Void = {},
        completion: @escaping @Sendable (Reply) -> Void
    ) {
        self.handler = handler
        var fields = HTTPFields()
        for (name, value) in call.fields {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        request = HTTPRequest(
            method: HTTPRequest.Method(call.method) ?? .get,
            scheme: "http",
            authority: host,
            path: call.target,
            headerFields: fields
        )
        body = call.body ?? []
        length = call.body.map { .known($0.count) } ?? .none
        self.pieceLength = pieceLength
        self.habits = habits
        self.onHead = onHead
        self.completion = completion
    }

    /// Hands the request to the handler.
    func begin() {
        let exchange = HTTPExchange(
            id: 1,
            peer: "router",
            bodyLength: length,
            driver: self
        )
        box.withLock { $0 = exchange }
        queue.async { exchange.start(self.request, by: self.handler) }
    }

    /// Goes away as a client does that closes its connection.
    func leave() {
        queue.async { self.end(.clientLeft) }
    }

    func processCommands(of exchange: HTTPExchange) {
        queue.async { self.processCommands() }
    }

    private func processCommands() {
        guard let exchange = box.withLock({ $0 }) else { return }
        while let command = exchange.takeCommand() {
            switch command {
            case .receiveBody(_, let consumer): feed(consumer)
            case .respond(let response, let body): take(response, body)
            case .respondPrepared(let prepared, let fields, let body):
                var response = prepared.response
                for field in fields {
                    response.headerFields.append(HTTPField(name: field.name, value: field.value))
                }
                take(response, body)
            case .sourceIsReady: break
            }
        }
    }

    private var takesTrailers: Bool { request.headerFields[.te] == "trailers" }

    private func feed(_ consumer: any BodyConsumer) {
        var start = 0
        while start < body.count {
            let end = min(start + pieceLength, body.count, habits.sentByteCount)
            guard start < end else { return }
            guard consumer.receive(Array(body[start..<end]).span) else { return }
            start = end
        }
        consumer.finish()
    }

    private func take(_ response: HTTPResponse, _ body: ResponseBody) {
        let isFirst = state.withLock { state in
            guard !state.isOver, state.status == nil else { return false }
            state.status = response.status
            state.reply.status = response.status.code
            state.reply.fields = response.headerFields
            if !takesTrailers { state.reply.fields[.trailer] = nil }
            return true
        }
        guard isFirst else { return }
        onHead()
        let isSent = request.method != .head && ![204, 304].contains(response.status.code)
        switch body {
        case .none: end(.completed)
        case .bytes(let bytes):
            state.withLock { $0.reply.fields[.contentLength] = String(bytes.count) }
            if isSent { state.withLock { $0.reply.body = bytes } }
            end(.completed)
        case .chunks(let chunks):
            let bytes = chunks.flatMap(\.self)
            state.withLock { $0.reply.fields[.contentLength] = String(bytes.count) }
            if isSent { state.withLock { $0.reply.body = bytes } }
            end(.completed)
        case .stream(let source, _):
            guard isSent else {
                source.cancel()
                return end(.completed)
            }
            if !habits.stallsAtHead { pull(source) }
        }
    }

    private func pull(_ source: any BodySource) {
        while true {
            guard !state.withLock({ $0.isOver }) else { return source.cancel() }
            switch source.read(whenReady: { self.queue.async { self.pull(source) } }) {
            case .pending: return
            case .bytes(let bytes): state.withLock { $0.reply.body += bytes }
            case .end(let trailers):
                if takesTrailers { state.withLock { $0.reply.trailers = trailers } }
                return end(.completed)
            case .failed:
                state.withLock { $0.reply.isComplete = false }
                return end(.failedMidway)
            }
        }
    }

    private func end(_ outcome: ExchangeRecord.Outcome) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst, let exchange = box.withLock({ $0.take() }) else { return }
        exchange.end(clientIsGone: outcome == .clientLeft)
        let (reply, status) = state.withLock { ($0.reply, $0.status) }
        handler.exchangeDidEnd(
            ExchangeRecord(
                id: exchange.id,
                peer: exchange.peer,
                status: status,
                bytesReceived: body.count,
                bytesSent: reply.body.count,
                outcome: outcome,
                annotations: exchange.annotations,
                attachment: exchange.attachment,
                head: RequestHead(
                    request: request,
                    bodyLength: exchange.bodyLength,
                    isOldVersion: false,
                    wantsKeepAlive: true,
                    expectsContinue: false,
                    acceptsTrailers: takesTrailers
                ),
                interval: Interval(nanoseconds: 0)
            )
        )
        completion(reply)
    }
}
