// SPDX-License-Identifier: Apache-2.0

// MARK: - Events of the socket

extension ConnectionStateMachine {
    /// Records that the driver has written bytes of the output to the socket.
    mutating func wrote(_ count: Int, now: Moment) {
        output.removeFirst(count)
        exchange?.bytesSent += count
        clock.writeProgress = now
        allowance.count(count, now: now)
    }

    /// Records that the socket's send buffer is full, so that no write is asked for.
    mutating func writeWouldBlock() {
        isWritable = false
    }

    /// Records that the socket's send buffer has room again.
    mutating func becameWritable() {
        isWritable = true
    }

    /// Records the end of the input: all bytes were read, and the client has closed its sending
    /// side.
    mutating func inputEnded(now: Moment) {
        hasInputEnded = true
        halfClosed(now: now)
    }

    /// Records that the client has closed its sending side; bytes may still be unread.
    ///
    /// It may still wait for the response, or have closed the socket; TCP does not tell which.
    mutating func halfClosed(now: Moment) {
        isHalfClosed = true
        scheduleProbe(now)
    }

    /// Records that the connection was reset or has failed.
    mutating func lost() {
        guard phase != .closed else { return }
        leave(.clientLeft)
    }
}

// MARK: - Ends of exchanges and connections

extension ConnectionStateMachine {
    /// Refuses the connection: answers only health probes, and closes after the first request.
    ///
    /// All others are answered with a fault once their head has arrived, or after
    /// ``Intervals/refusal`` without one.
    mutating func refuse(_ fault: HTTPFault) {
        refusal = fault
    }

    /// Closes an idle connection, to make room for another one; does nothing if it is not idle.
    mutating func giveWay() {
        if idleSince != nil { closeNow() }
    }

    /// Closes the connection after the current exchange, or at once if there is none.
    ///
    /// A request that has begun is still answered.
    mutating func drain() {
        isDraining = true
    }

    /// Closes the connection at once, even within an exchange.
    mutating func cut() {
        guard phase != .closed else { return }
        leave(.timedOut)
    }

    /// Asks the handler for the response to a fault, and discards the rest of the request.
    mutating func fail(_ fault: HTTPFault, now: Moment) {
        if exchange?.hasConsumer == true { pending.append(.abandonBody(fault)) }
        exchange?.hasConsumer = false
        exchange?.fault = fault
        reading = .discard
        writing = .awaiting
        clock.awaitingSince = now
        pending.append(.represent(fault))
    }

    /// Ends the exchange after its response was written, and closes the connection unless it
    /// persists.
    mutating func finishExchange(hasInput: Bool, now: Moment) {
        guard let exchange = exchange.take() else { return }
        let hasFailed = writing == .failing
        let outcome: ExchangeRecord.Outcome =
            hasFailed ? .failedMidway : exchange.fault.map { .fault($0) } ?? .completed
        let isGone = exchange.fault == .responseTimeout
        pending.append(.endExchange(summary(exchange, outcome, isGone: isGone)))
        writing = .idle
        allowance.refill()
        hasServed = true
        if hasFailed {
            phase = .closed
            // If the body ends with the connection, only a reset tells the client that it is
            // incomplete.
            pending.append(exchange.framing == .close ? .abort : .close)
        } else if exchange.isPersistent, !isDraining {
            reading = .head
            clock.idleSince = now
        } else {
            close(after: exchange, hasInput: hasInput, now: now)
        }
    }

    /// Closes the connection in such a way that the client can still read the response.
    ///
    /// Closing a socket with unread bytes sends a reset, which can overtake the response (RFC 9112,
    /// 9.6). So the connection lingers, unless the client has asked for the end itself and has sent
    /// nothing more.
    private mutating func close(after exchange: Exchange, hasInput: Bool, now: Moment) {
        let isExpected = exchange.head?.wantsKeepAlive == false || exchange.framing == .close
        if hasInputEnded || (reading == .complete && isExpected && !hasInput) {
            closeNow()
            return
        }
        phase = .lingering
        // A client that sends on without reading gets the time for a whole body, so that it finds the
        // answer. One that drips does not.
        let lag = refusal == nil ? intervals.linger : Intervals.refusal
        lingering = RateAllowance(lag: lag, rate: limits.leastRate, now: now)
        clock.lingerEnd = now + intervals.body
        clock.lingerUntil = min(lingering.end, clock.lingerEnd)
        pending.append(.shutdownWrite)
    }

    /// Closes a connection on which no exchange runs.
    mutating func closeNow() {
        phase = .closed
        pending.append(.close)
    }

    /// Aborts the current exchange, if there is one, and closes the connection.
    mutating func leave(_ outcome: ExchangeRecord.Outcome) {
        // No client is left to receive a response to a fault.
        pending.removeAll { action in
            if case .represent = action { true } else { false }
        }
        if let exchange {
            if exchange.hasConsumer { pending.append(.abandonBody(nil)) }
            if exchange.hasSource { pending.append(.cancelSource) }
            let outcome = exchange.fault.map { .fault($0) } ?? outcome
            pending.append(.endExchange(summary(exchange, outcome, isGone: true)))
        }
        exchange = nil
        writing = .idle
        output.removeAll()
        closeNow()
    }

    private func summary(
        _ exchange: Exchange,
        _ outcome: ExchangeRecord.Outcome,
        isGone: Bool
    ) -> ExchangeSummary {
        ExchangeSummary(
            status: exchange.status,
            bytesReceived: exchange.head == nil ? parser.messageBytes : exchange.bytesReceived,
            bytesSent: exchange.bytesSent,
            startedAt: exchange.startedAt,
            respondedAt: exchange.respondedAt,
            outcome: outcome,
            isClientGone: isGone
        )
    }
}
