// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

@testable import HTTPServer

extension ConnectionCheck {
    private final class Known: Sendable {}

    /// What the handler, its consumers and the client see of a connection.
    private struct Transcript: Equatable {
        var steps: [Step] = []
        var endings: [ConnectionStateMachine.ExchangeSummary] = []
        var output: [UInt8] = []
        var isAborted = false
    }

    /// Heads that are known from an earlier connection, or from this one, change nothing.
    static func checkMemory(
        _ bytes: [UInt8],
        _ splits: [[Int]],
        _ limits: HTTPServerConfiguration.Limits
    ) throws(Violation) {
        var heads = HeadMemory()
        var none: HeadMemory?
        for starts in splits {
            let plain = transcript(pieces(bytes, starts), limits, &none)
            var memory: HeadMemory? = heads
            for _ in 0..<2 {
                guard transcript(pieces(bytes, starts), limits, &memory) == plain else {
                    throw Violation(rule: "the same for heads that came before")
                }
            }
            heads = memory ?? heads
        }
    }

    /// Serves a connection whose client takes everything at once and whose handler takes every
    /// body, answers when it has the request, and notes every head.
    private static func transcript(
        _ pieces: [[UInt8]],
        _ limits: HTTPServerConfiguration.Limits,
        _ heads: inout HeadMemory?
    ) -> Transcript {
        let now = Moment(nanoseconds: 0)
        var machine = ConnectionStateMachine(limits: limits, intervals: .init(.init()), now: now)
        var transcript = Transcript()
        var rest: [UInt8] = []
        for piece in pieces {
            rest = serve(rest + piece, &machine, &heads, &transcript)
        }
        machine.inputEnded(now: now)
        _ = serve(rest, &machine, &heads, &transcript)
        return transcript
    }

    /// Does with the input what the driver of connections does with it.
    private static func serve(
        _ input: [UInt8],
        _ machine: inout ConnectionStateMachine,
        _ heads: inout HeadMemory?,
        _ transcript: inout Transcript
    ) -> [UInt8] {
        let now = Moment(nanoseconds: 0)
        var offset = 0
        while true {
            let isHeadNext = offset < input.count && machine.awaitsHead
            if isHeadNext, let known = heads?.find(input.span, at: offset) {
                offset += known.bytes.count
                machine.begin(known: known.head, byteCount: known.bytes.count, now: now)
                take(known.head, &machine, &transcript)
                continue
            }
            let start = offset
            guard let action = machine.next(input.span, at: &offset, now: now) else { break }
            perform(action, input, &machine, &transcript)
            guard isHeadNext, case .handle(let head) = action, head.isBodyEmpty else { continue }
            heads?.keep(head, Known(), input.span, start..<offset)
        }
        return Array(input[offset...])
    }

    private static func take(
        _ head: RequestHead,
        _ machine: inout ConnectionStateMachine,
        _ transcript: inout Transcript
    ) {
        transcript.steps.append(.head(head))
        let now = Moment(nanoseconds: 0)
        if head.isBodyEmpty {
            _ = machine.respond(response, body: .bytes([1, 2, 3]), now: now, date: [])
        } else {
            _ = machine.receiveBody(limit: 1_000, now: now)
        }
    }

    private static func perform(
        _ action: ConnectionStateMachine.Action,
        _ input: [UInt8],
        _ machine: inout ConnectionStateMachine,
        _ transcript: inout Transcript
    ) {
        let now = Moment(nanoseconds: 0)
        switch action {
        case .handle(let head): take(head, &machine, &transcript)
        case .deliver(let range): append(.body(range), input, to: &transcript.steps)
        case .finishBody:
            transcript.steps.append(.end)
            _ = machine.respond(response, body: .bytes([4]), now: now, date: [])
        case .represent(let fault):
            transcript.steps.append(.fault(fault))
            let response = HTTPResponse(status: fault.status)
            _ = machine.respond(response, body: .none, now: now, date: [], toFault: true)
        case .write:
            let output = machine.output
            transcript.output += output.segments[output.firstIndex...].joined()
                .dropFirst(output.firstOffset)
            machine.wrote(output.count, now: now)
        case .endExchange(let summary): transcript.endings.append(summary)
        case .abort: transcript.isAborted = true
        case .abandonBody, .pull, .cancelSource, .shutdownWrite, .close: break
        }
    }
}
