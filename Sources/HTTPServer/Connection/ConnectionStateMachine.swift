// SPDX-License-Identifier: Apache-2.0

/// Everything that a connection knows and decides, as a value without sockets or clocks.
///
/// Bytes, time and the handler's wishes go in; ``next(_:at:now:)`` says what to do, one
/// ``Action`` after the other, until there is nothing more to do. One exchange runs at a time; what
/// comes after its request stays in the input.
struct ConnectionStateMachine: Sendable {
    /// What the driver has to do.
    enum Action: Sendable {
        /// Give the request to the handler.
        case handle(RequestHead)
        /// Give these bytes of the input to the consumer of the body.
        case deliver(Range<Int>)
        /// Tell the consumer that the body is complete.
        case finishBody
        /// Tell the consumer that the rest will not come.
        case abandonBody(HTTPFault?)
        /// Ask the handler for the response to a fault and give it to
        /// ``ConnectionStateMachine/respond(_:body:now:date:toFault:)``.
        case represent(HTTPFault)
        /// Read from the source of the response.
        case pull
        /// Tell the source that nothing more will be read.
        case cancelSource
        /// Write from ``ConnectionStateMachine/output``.
        case write
        /// The exchange is over.
        case endExchange(ExchangeSummary)
        /// End the output, keep reading.
        case shutdownWrite
        /// Close the socket.
        case close
        /// Close the socket with a reset, so that nobody takes what was sent for the whole.
        case abort
    }

    /// What the state machine knows of an exchange that is over.
    struct ExchangeSummary: Equatable, Sendable {
        var status: Int?
        var bytesReceived: Int
        var bytesSent: Int
        var duration: Interval
        var outcome: ExchangeRecord.Outcome
        /// Whether the handler has to hear that nobody waits any more.
        var isClientGone: Bool
    }

    /// Which bytes are read now, and what for.
    enum Reading: Equatable, Sendable {
        /// A head, when no exchange runs.
        case head
        /// None: the handler has not asked for the body, or has stopped it.
        case held
        /// The body.
        case body
        /// None: the request is complete and its exchange runs.
        case complete
        /// All, to be thrown away: the connection will close.
        case discard
    }

    /// How far the response is.
    enum Writing: Equatable, Sendable {
        /// No exchange runs.
        case idle
        /// The handler has not answered.
        case awaiting
        /// The head is in the output, the body is pulled.
        case streaming
        /// All bytes are in the output.
        case finished
        /// The source has failed; what is in the output is the last.
        case failing
    }

    /// How far the connection is.
    enum Phase: Equatable, Sendable {
        case open
        /// The output was ended, so that the client sees the last response though it still sends.
        case lingering
        case closed
    }

    /// What is known of the running exchange.
    struct Exchange: Sendable {
        let startedAt: Moment
        var head: RequestHead?
        /// Whether the request asks for the head of the response alone.
        var isHead = false
        var bytesReceived = 0
        var bytesSent = 0
        var status: Int?
        var fault: HTTPFault?
        var hasAskedForBody = false
        var hasConsumer = false
        var bodyLimit = 0
        var bodyReceived = 0
        var framing = ResponseEncoder.Framing.none
        var streamRemaining = 0
        var hasChunks = false
        var hasSource = false
        var isPersistent = false
        var wasProbed = false
    }

    let limits: HTTPServerConfiguration.Limits
    let intervals: Intervals
    var parser: RequestParser
    var output = OutputQueue()
    var pending: [Action] = []
    var phase = Phase.open
    var reading = Reading.head
    var writing = Writing.idle
    var exchange: Exchange?
    var isWritable = true
    var isDraining = false
    var isSourcePending = false
    /// No more bytes will be read.
    var hasInputEnded = false
    /// The client has ended its output, which bytes that were not read may precede.
    var isHalfClosed = false
    var hasServed = false
    var clock: Clock
    var allowance: WriteAllowance

    init(limits: HTTPServerConfiguration.Limits, intervals: Intervals, now: Moment) {
        self.limits = limits
        self.intervals = intervals
        parser = RequestParser(limits: limits)
        clock = Clock(now: now)
        allowance = WriteAllowance(lag: intervals.writeLag, rate: limits.leastWriteRate, now: now)
    }

    /// Whether the driver should read from the socket.
    var wantsInput: Bool {
        guard !hasInputEnded else { return false }
        switch phase {
        case .closed: return false
        case .lingering: return true
        case .open: return reading == .head || reading == .body || reading == .discard
        }
    }

    /// Whether the connection waits for the first byte of a request.
    var isIdle: Bool {
        phase == .open && exchange == nil && parser.isIdle
    }

    /// Whether the next byte is the first of a head, and nothing else is to be done before it.
    var awaitsHead: Bool {
        phase == .open && reading == .head && writing == .idle && pending.isEmpty
            && output.isEmpty && parser.isUntouched
    }

    /// Says what to do next, or nil when there is nothing to do before something else comes in.
    ///
    /// - Parameters:
    ///   - input: The bytes that were read and not taken yet.
    ///   - offset: Where they begin; moved past what was taken. What is left after nil has to be
    ///     given again later.
    ///   - now: The time.
    /// - Returns: What to do before the next call.
    mutating func next(
        _ input: Span<UInt8>,
        at offset: inout Int,
        now: Moment
    ) -> Action? {
        while pending.isEmpty {
            switch phase {
            case .closed:
                offset = input.count
                return nil
            case .lingering:
                if offset < input.count {
                    offset = input.count
                    clock.lingerUntil = min(now + intervals.linger, clock.lingerEnd)
                }
                guard hasInputEnded else { return nil }
                phase = .closed
                return .close
            case .open:
                if let action = nextOutput(hasInput: offset < input.count, now: now) {
                    return action
                }
                guard pending.isEmpty else { continue }
                let action = nextInput(input, at: &offset, now: now)
                if action != nil || pending.isEmpty { return action }
            }
        }
        // Mostly there is one alone, for which no others have to be moved.
        return pending.count == 1 ? pending.popLast() : pending.removeFirst()
    }

    private mutating func nextOutput(hasInput: Bool, now: Moment) -> Action? {
        if writing == .streaming, !isSourcePending, output.count < limits.outputBytes {
            return .pull
        }
        if !output.isEmpty { return isWritable ? .write : nil }
        if writing == .finished || writing == .failing {
            finishExchange(hasInput: hasInput, now: now)
        }
        return nil
    }

    private mutating func nextInput(
        _ input: Span<UInt8>,
        at offset: inout Int,
        now: Moment
    ) -> Action? {
        switch reading {
        case .held, .complete:
            return nil
        case .discard:
            offset = input.count
            return nil
        case .head:
            return nextHead(input, at: &offset, now: now)
        case .body:
            return nextBody(input, at: &offset, now: now)
        }
    }
}
