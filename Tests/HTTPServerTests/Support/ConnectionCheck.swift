// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

@testable import HTTPServer

/// What must hold of a connection, whatever bytes arrive in whatever pieces and whatever its handler
/// and its client do meanwhile.
///
/// Shared with the fuzzing executable, which links to this file and the one beside it.
struct ConnectionCheck {
    /// A rule that was broken.
    struct Violation: Error {
        let rule: String
    }

    /// A small generator of choices; its seed comes from the input.
    struct Choices {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed
        }

        /// A number in `0..<count`.
        mutating func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
    }

    private final class NoSource: BodySource {
        func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead { .failed }
        func cancel() {}
    }

    private static let largestChunk = 5_000
    static let response = HTTPResponse(status: .ok)

    private var choices: Choices
    private var machine: ConnectionStateMachine
    private var now = Moment(nanoseconds: 0)
    private var running = 0
    private var hasConsumer = false
    private var hasSource = false
    private var isClosed = false
    private var canWrite = true
    private let limits: HTTPServerConfiguration.Limits

    /// Checks one input: eight bytes that choose, and the bytes of a connection.
    static func run(_ input: [UInt8]) throws(Violation) {
        let seed = input.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let bytes = Array(input.dropFirst(8))
        var limits = HTTPServerConfiguration.Limits()
        var choices = Choices(seed: seed)
        if choices.next(2) == 0 {
            limits.headBytes = 1 + choices.next(600)
            limits.targetBytes = 1 + choices.next(80)
            limits.fieldCount = choices.next(6)
            limits.outputBytes = 1 + choices.next(10_000)
        }
        try checkSplits(bytes, limits, &choices)
        var check = ConnectionCheck(choices: choices, limits: limits)
        try check.run(bytes)
    }

    private init(choices: Choices, limits: HTTPServerConfiguration.Limits) {
        self.choices = choices
        self.limits = limits
        machine = ConnectionStateMachine(limits: limits, intervals: .init(.init()), now: now)
    }
}

// MARK: - Events

extension ConnectionCheck {
    enum Step: Equatable {
        case head(RequestHead)
        case body([UInt8])
        case end
        case fault(HTTPFault)
    }

    private static func checkSplits(
        _ bytes: [UInt8],
        _ limits: HTTPServerConfiguration.Limits,
        _ choices: inout Choices
    ) throws(Violation) {
        var cuts: [Int] = []
        var position = 0
        while position < bytes.count {
            cuts.append(position)
            position += 1 + choices.next(choices.next(4) == 0 ? 400 : 9)
        }
        let whole = try steps(bytes, [0], limits)
        let split = try steps(bytes, cuts, limits)
        guard whole == split else { throw Violation(rule: "the same events for every split") }
    }

    /// The pieces of bytes that begin at certain places.
    static func pieces(_ bytes: [UInt8], _ starts: [Int]) -> [[UInt8]] {
        starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
            return Array(bytes[starts[index]..<end])
        }.filter { !$0.isEmpty }
    }

    private static func steps(
        _ bytes: [UInt8],
        _ starts: [Int],
        _ limits: HTTPServerConfiguration.Limits
    ) throws(Violation) -> [Step] {
        var parser = RequestParser(limits: limits)
        var steps: [Step] = []
        for piece in pieces(bytes, starts) {
            var offset = 0
            do throws(HTTPFault) {
                while let event = try parser.next(piece.span, at: &offset) {
                    append(event, piece, to: &steps)
                }
            } catch {
                return steps + [.fault(error)]
            }
            guard offset == piece.count else { throw Violation(rule: "takes all input") }
            guard parser.bufferedBytes <= max(limits.headBytes, ChunkLine.maximumLength, 8_192)
            else { throw Violation(rule: "the parser holds no more than a line may have") }
        }
        return steps
    }

    static func append(
        _ event: RequestParser.Event,
        _ piece: [UInt8],
        to steps: inout [Step]
    ) {
        switch event {
        case .head(let head): steps.append(.head(head))
        case .end: steps.append(.end)
        case .body(let range):
            if case .body(let before) = steps.last {
                steps[steps.count - 1] = .body(before + piece[range])
            } else {
                steps.append(.body(Array(piece[range])))
            }
        }
    }
}

// MARK: - Driving

extension ConnectionCheck {
    private mutating func run(_ bytes: [UInt8]) throws(Violation) {
        var rest = bytes[...]
        var backlog: [UInt8] = []
        while !isClosed, !rest.isEmpty {
            if machine.wantsInput, backlog.isEmpty {
                let piece = rest.prefix(1 + choices.next(choices.next(3) == 0 ? 900 : 40))
                rest = rest.dropFirst(piece.count)
                backlog = Array(piece)
            } else {
                act()
            }
            try pump(&backlog)
        }
        if choices.next(2) == 0 { machine.inputEnded(now: now) }
        // A connection that is left alone comes to its end.
        for _ in 0..<200 where !isClosed {
            try pump(&backlog)
            guard !isClosed, let deadline = machine.deadline else { continue }
            now = max(deadline, now)
            machine.tick(now)
        }
        try pump(&backlog)
        guard isClosed else { throw Violation(rule: "every wait has an end") }
        guard running == 0 else { throw Violation(rule: "every exchange ends once") }
    }

    /// Does something that is not reading.
    private mutating func act() {
        switch choices.next(12) {
        case 0...3: respond()
        case 4:
            if machine.receiveBody(limit: choices.next(300), now: now) { hasConsumer = true }
        case 5, 6:
            canWrite = true
            machine.becameWritable()
        case 7: machine.sourceIsReady()
        case 8:
            now = now + Interval(.milliseconds(choices.next(8_000)))
            machine.tick(now)
        case 9: machine.halfClosed(now: now)
        case 10: if choices.next(4) == 0 { machine.drain() }
        default: if choices.next(8) == 0 { machine.lost() }
        }
    }

    private mutating func respond() {
        let body: ResponseBody
        switch choices.next(4) {
        case 0: body = .none
        case 1: body = .bytes([1, 2, 3])
        case 2: body = .stream(NoSource(), length: nil)
        default: body = .stream(NoSource(), length: choices.next(9_000))
        }
        guard machine.respond(Self.response, body: body, now: now, date: []) else { return }
        hasConsumer = false
        if case .stream = body { hasSource = true }
    }

    private mutating func pump(_ backlog: inout [UInt8]) throws(Violation) {
        let input = backlog
        var offset = 0
        var actions = 0
        while let action = machine.next(input.span, at: &offset, now: now) {
            actions += 1
            guard actions < 20_000 + input.count else { throw Violation(rule: "comes to rest") }
            guard !isClosed else { throw Violation(rule: "does nothing after the close") }
            try perform(action, input)
            let bound = limits.outputBytes + Self.largestChunk + 1_000
            guard machine.output.count <= bound else { throw Violation(rule: "bounded output") }
        }
        guard isClosed == (machine.deadline == nil) else {
            throw Violation(rule: "every wait has a deadline")
        }
        backlog = Array(input[offset...])
        if !backlog.isEmpty, machine.wantsInput {
            throw Violation(rule: "asks for no more input than it takes")
        }
    }

    private mutating func perform(
        _ action: ConnectionStateMachine.Action,
        _ input: [UInt8]
    ) throws(Violation) {
        switch action {
        case .identify: throw Violation(rule: "no header of the PROXY protocol where none is due")
        case .handle:
            running += 1
            act()
        case .deliver(let range):
            guard hasConsumer, !range.isEmpty, range.upperBound <= input.count else {
                throw Violation(rule: "delivers bytes of the input to a consumer")
            }
            if choices.next(30) == 0 {
                machine.stopBody(now: now)
                hasConsumer = false
            }
        case .finishBody, .abandonBody:
            guard hasConsumer else { throw Violation(rule: "one end of a body") }
            hasConsumer = false
        case .represent(let fault):
            if running == 0 { running += 1 }
            let response = HTTPResponse(status: fault.status)
            let body = ResponseBody.bytes([102])
            let isTaken = machine.respond(response, body: body, now: now, date: [], toFault: true)
            guard isTaken else { throw Violation(rule: "a fault is answered") }
        case .pull:
            guard hasSource else { throw Violation(rule: "pulls from a source") }
            pull()
        case .cancelSource: hasSource = false
        case .write: write()
        case .endExchange:
            running -= 1
            hasConsumer = false
        case .shutdownWrite: break
        case .close, .abort: isClosed = true
        }
    }

    private mutating func pull() {
        switch choices.next(6) {
        case 0: machine.pulled(.pending, now: now)
        case 1:
            hasSource = false
            machine.pulled(.end(trailers: [:]), now: now)
        case 2 where choices.next(5) == 0:
            hasSource = false
            machine.pulled(.failed, now: now)
        default:
            let count = choices.next(Self.largestChunk + 1)
            machine.pulled(.bytes([UInt8](repeating: 7, count: count)), now: now)
        }
    }

    private mutating func write() {
        canWrite = canWrite && choices.next(3) != 0
        if canWrite {
            machine.wrote(1 + choices.next(machine.output.count), now: now)
        } else {
            machine.writeWouldBlock()
        }
    }
}
