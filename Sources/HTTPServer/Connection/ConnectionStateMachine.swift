// SPDX-License-Identifier: Apache-2.0

/// The protocol logic of a connection, as a value without sockets or clocks.
///
/// Inputs are bytes, time and the calls of the handler. The output is one ``Action`` after the
/// other, which the driver performs until there is none:
///
///     var offset = 0
///     while let action = machine.next(input.span, at: &offset, now: now) {
///         perform(action)
///     }
///     backlog = Array(input[offset...])
///
/// The driver passes unconsumed bytes again with the next input, calls ``tick(_:)`` at the
/// ``deadline``, and reports each write by ``wrote(_:now:)``. Time is an argument, so tests replay
/// minutes without sleeping. One exchange runs at a time: bytes after its request stay in the
/// input. The events are the same for every split of the input, every wait has an end, and a
/// connection in any state closes if nothing more happens. `ConnectionCheck` tests this with random
/// histories.
///
/// Bodies pass through: the machine buffers at most one head and the unsent output, which stays
/// below ``HTTPServerConfiguration/Limits/outputBytes`` and one chunk. It knows no routes, and
/// decides no status: the handler responds, to faults as well. It never blocks, and belongs to one
/// event loop.
struct ConnectionStateMachine: Sendable {
    /// An action that the driver of the connection must perform.
    enum Action: Sendable {
        /// Replace the client's address by this one from the PROXY protocol; nil keeps it.
        case identify(Peer?)
        /// Pass the head of a request to the handler.
        case handle(RequestHead)
        /// Pass these bytes of the input to the consumer of the request's body.
        case deliver(Range<Int>)
        /// Tell the consumer that the request's body is complete.
        case finishBody
        /// Tell the consumer that the rest of the request's body will not come.
        case abandonBody(HTTPFault?)
        /// Ask the handler for the response to a fault, and pass it to
        /// ``ConnectionStateMachine/respond(_:body:now:date:toFault:)``.
        case represent(HTTPFault)
        /// Read from the source of the response body, and pass the result back.
        case pull
        /// Tell the source of the response body that it will not be read again.
        case cancelSource
        /// Write bytes of ``ConnectionStateMachine/output`` to the socket.
        case write
        /// Report the end of the exchange to the handler.
        case endExchange(ExchangeSummary)
        /// Shut down the sending side of the socket, and keep reading.
        case shutdownWrite
        /// Close the socket.
        case close
        /// Reset the connection, so that the client notices the incomplete response.
        case abort
    }

    /// The figures of an exchange that has ended, for the log.
    struct ExchangeSummary: Equatable, Sendable {
        var status: Int?
        var bytesReceived: Int
        var bytesSent: Int
        var startedAt: Moment
        /// The time at which the response began; nil if none did.
        var respondedAt: Moment?
        var outcome: ExchangeRecord.Outcome
        /// Whether to call the handler's callbacks for a client that left before the whole response
        /// was sent.
        var isClientGone: Bool
    }

    /// The state of reading: what the next bytes of the input are.
    enum Reading: Equatable, Sendable {
        /// The next bytes belong to the header of the PROXY protocol, before the first request.
        case proxyHeader
        /// The next bytes belong to the head of a request.
        case head
        /// Nothing is read, because the handler has not asked for the body, or has stopped it.
        case held
        /// The next bytes belong to the body of a request.
        case body
        /// Nothing is read, because the request is complete, and its exchange still runs.
        case complete
        /// All further bytes are discarded, because the connection will close.
        case discard
    }

    /// The state of writing: how far the response is.
    enum Writing: Equatable, Sendable {
        /// There is no response to write, because no exchange runs.
        case idle
        /// The handler has not responded yet.
        case awaiting
        /// The head is in the output; the body is pulled from its source.
        case streaming
        /// The whole response is in the output, but not yet written.
        case finished
        /// The body source has failed; the connection breaks after the output is written.
        case failing
    }

    /// The state of the connection: open, closed, or waiting for the client to close.
    enum Phase: Equatable, Sendable {
        case open
        /// The sending side is closed, but the connection still reads, so that a reset does not
        /// destroy the last response.
        case lingering
        case closed
    }

    /// The state of the current exchange: a request and its response.
    struct Exchange: Sendable {
        let startedAt: Moment
        /// The time when the response began; nil while there is none.
        var respondedAt: Moment?
        var head: RequestHead?
        /// Whether the request's method is `HEAD`.
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
        /// Whether the line end after the data of the last chunk is still to be sent.
        var owesLineEnd = false
        var hasSource = false
        var isPersistent = false
        var wasProbed = false
        /// Whether the client was probed while the response streamed.
        var wasReaderProbed = false
    }

    let limits: HTTPServerConfiguration.Limits
    let intervals: Intervals
    var parser: RequestParser
    private var proxyHeader = ProxyHeader()
    var output = OutputQueue()
    var pending: [Action] = []
    var phase = Phase.open
    var reading: Reading
    var writing = Writing.idle
    var exchange: Exchange?
    var isWritable = true
    var isDraining = false
    var isSourcePending = false
    /// Whether the end of the input was reached.
    var hasInputEnded = false
    /// Whether the client has closed its sending side; bytes may still be unread.
    var isHalfClosed = false
    var hasServed = false
    /// The fault with which every request but a health probe is answered, if the server has no room
    /// for the connection.
    var refusal: HTTPFault?
    var clock: Clock
    var allowance: RateAllowance
    /// The time that the client has left to send further bytes, which are discarded, after the last
    /// response.
    var lingering: RateAllowance

    init(
        limits: HTTPServerConfiguration.Limits,
        intervals: Intervals,
        now: Moment,
        hasProxyHeader: Bool = false
    ) {
        self.limits = limits
        reading = hasProxyHeader ? .proxyHeader : .head
        self.intervals = intervals
        parser = RequestParser(limits: limits)
        clock = Clock(now: now)
        allowance = RateAllowance(lag: intervals.writeLag, rate: limits.leastRate, now: now)
        lingering = RateAllowance(lag: intervals.linger, rate: limits.leastRate, now: now)
    }

    /// Whether the driver should read from the socket.
    var wantsInput: Bool {
        guard !hasInputEnded else { return false }
        switch phase {
        case .closed: return false
        case .lingering: return true
        case .open: break
        }
        switch reading {
        case .proxyHeader, .head, .body, .discard: return true
        case .held, .complete: return false
        }
    }

    /// Whether all bytes that are read are discarded, so that they need not be kept.
    var discardsInput: Bool { phase == .lingering || reading == .discard }

    /// Whether more bytes of a request's body are expected.
    var awaitsBody: Bool { phase == .open && reading == .body && !hasInputEnded }

    /// Whether no exchange runs and no request has begun.
    var isIdle: Bool {
        phase == .open && exchange == nil && parser.isIdle
    }

    /// The time since which a kept-alive connection waits for its next request; nil if it does not.
    var idleSince: Moment? { isIdle && hasServed && !isDraining ? clock.idleSince : nil }

    /// Returns the next action to perform; nil if there is nothing to do until the next event.
    ///
    /// - Parameters:
    ///   - input: The bytes that were read and not consumed yet.
    ///   - offset: The start of them; moved behind the consumed bytes. The rest must be passed
    ///     again in a later call.
    ///   - now: The time.
    /// - Returns: An action to perform before the next call.
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
                    lingering.count(input.count - offset, now: now)
                    offset = input.count
                    clock.lingerUntil = min(lingering.end, clock.lingerEnd)
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
        // Usually there is only one action, which is removed faster from the end.
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

    private mutating func nextProxyHeader(_ input: Span<UInt8>, at offset: inout Int) -> Action? {
        switch proxyHeader.next(input, at: &offset) {
        case .client(let peer):
            reading = .head
            return .identify(peer)
        case .needsMore:
            if hasInputEnded || isDraining { closeNow() }
        case .malformed:
            // Without a valid header, the peer may not speak HTTP, so it gets no answer.
            closeNow()
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
        case .proxyHeader:
            return nextProxyHeader(input, at: &offset)
        case .head:
            return nextHead(input, at: &offset, now: now)
        case .body:
            return nextBody(input, at: &offset, now: now)
        }
    }
}
