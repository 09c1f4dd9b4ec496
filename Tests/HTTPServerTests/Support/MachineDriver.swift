// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

@testable import HTTPServer

/// Drives a connection state machine with bytes and times from a test, and notes what it does.
final class MachineDriver {
    var machine: ConnectionStateMachine
    var now = Moment(nanoseconds: 0)
    /// What was done, in words, in order.
    private(set) var log: [String] = []
    /// What was sent.
    private(set) var sent: [UInt8] = []
    /// How much the socket takes before it would block.
    var room = Int.max
    /// What the source gives; the last element for ever.
    var source: [BodyRead] = []
    private(set) var pulls = 0
    private(set) var mostBuffered = 0
    /// What the handler does with a head.
    var handler: (MachineDriver, RequestHead) -> Void = { _, _ in }
    private(set) var summaries: [ConnectionStateMachine.ExchangeSummary] = []
    private(set) var isClosed = false
    private(set) var body: [UInt8] = []
    private var backlog: [UInt8] = []

    init(
        limits: HTTPServerConfiguration.Limits = .init(),
        timeouts: HTTPServerConfiguration.Timeouts = .init(),
        hasProxyHeader: Bool = false
    ) {
        machine = ConnectionStateMachine(
            limits: limits,
            intervals: .init(timeouts),
            now: Moment(nanoseconds: 0),
            hasProxyHeader: hasProxyHeader
        )
    }

    var sentText: String {
        Escapes.show(sent)
    }

    /// The statuses of the responses that were sent, interim ones included.
    var statuses: [String] {
        String(decoding: sent, as: UTF8.self).components(separated: "HTTP/1.1 ").dropFirst()
            .map { String($0.prefix(3)) }
    }

    var bufferedInput: Int {
        backlog.count + machine.parser.bufferedBytes
    }

    func receive(_ text: String) {
        receive(Array(text.utf8))
    }

    func receive(_ bytes: [UInt8]) {
        pump(backlog + bytes)
    }

    func endInput() {
        machine.inputEnded(now: now)
        resume()
    }

    func resume() {
        pump(backlog)
    }

    /// Lets time pass.
    func wait(_ duration: Duration) {
        now = now + Interval(duration)
        machine.tick(now)
        resume()
    }

    func respond(
        _ status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [:],
        body: ResponseBody = .none
    ) {
        let response = HTTPResponse(status: status, headerFields: fields)
        let isTaken = machine.respond(response, body: body, now: now, date: Array("now".utf8))
        if !isTaken { log.append("refused response") }
    }

    func respond(
        _ prepared: PreparedResponse,
        adding fields: [PreparedResponse.Field],
        body: ResponseBody
    ) {
        let isTaken = machine.respond(
            prepared,
            adding: fields,
            body: body,
            now: now,
            date: Array("now".utf8)
        )
        if !isTaken { log.append("refused response") }
    }

    func receiveBody(limit: Int) {
        if !machine.receiveBody(limit: limit, now: now) { log.append("refused consumer") }
    }

    private func pump(_ input: [UInt8]) {
        backlog = []
        var offset = 0
        while let action = machine.next(input.span, at: &offset, now: now) {
            perform(action, input)
        }
        backlog = Array(input[offset...])
    }

    private func perform(_ action: ConnectionStateMachine.Action, _ input: [UInt8]) {
        mostBuffered = max(mostBuffered, machine.output.count)
        switch action {
        case .identify(let peer): log.append("identify \(peer?.text ?? "nobody")")
        case .handle(let head):
            log.append("handle \(head.request.path ?? "-")")
            handler(self, head)
        case .deliver(let range):
            body += input[range]
            log.append("body " + Escapes.show(input[range]))
        case .finishBody: log.append("finish body")
        case .abandonBody(let fault): log.append("abandon body \(fault?.status.code ?? 0)")
        case .represent(let fault):
            log.append("represent \(fault.status.code)")
            let response = HTTPResponse(status: fault.status)
            let body = ResponseBody.bytes(Array("fault".utf8))
            _ = machine.respond(response, body: body, now: now, date: [], toFault: true)
        case .pull:
            pulls += 1
            machine.pulled(source.count > 1 ? source.removeFirst() : source[0], now: now)
        case .cancelSource: log.append("cancel source")
        case .write: write()
        case .endExchange(let summary):
            summaries.append(summary)
            log.append("end \(summary.outcome)" + (summary.isClientGone ? ", gone" : ""))
        case .shutdownWrite: log.append("shutdown")
        case .close, .abort:
            isClosed = true
            log.append("\(action)")
        }
    }

    private func write() {
        let output = machine.output
        var count = 0
        for index in output.firstIndex..<output.segments.count where count < room {
            let skipped = index == output.firstIndex ? output.firstOffset : 0
            let piece = output.segments[index].dropFirst(skipped).prefix(room - count)
            sent += piece
            count += piece.count
        }
        if count == 0 {
            machine.writeWouldBlock()
        } else {
            if room != Int.max { room -= count }
            machine.wrote(count, now: now)
        }
    }
}

/// Stands for the source of a body: the driver gives what its own ``MachineDriver/source`` says.
final class NoSource: BodySource {
    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead { .failed }
    func cancel() {}
}

extension String {
    func components(separated separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
