// SPDX-License-Identifier: Apache-2.0

// MARK: - What the socket says

extension ConnectionStateMachine {
    /// Hears that bytes of the output were written.
    mutating func wrote(_ count: Int, now: Moment) {
        output.removeFirst(count)
        exchange?.bytesSent += count
        clock.writeProgress = now
        allowance.count(count, now: now)
    }

    /// Hears that the socket takes no more bytes.
    mutating func writeWouldBlock() {
        isWritable = false
    }

    /// Hears that the socket takes bytes again.
    mutating func becameWritable() {
        isWritable = true
    }

    /// Hears that no more bytes will be read.
    mutating func inputEnded(now: Moment) {
        hasInputEnded = true
        halfClosed(now: now)
    }

    /// Hears that the client has ended its output.
    ///
    /// It may still wait for the response, or have closed its end altogether; TCP does not tell.
    mutating func halfClosed(now: Moment) {
        isHalfClosed = true
        scheduleProbe(now)
    }

    /// Hears that the connection is broken.
    mutating func lost(now: Moment) {
        guard phase != .closed else { return }
        leave(.clientLeft, now: now)
    }
}

// MARK: - Ends

extension ConnectionStateMachine {
    /// Refuses the connection before anything is read.
    mutating func refuse(_ fault: HTTPFault, now: Moment) {
        exchange = Exchange(startedAt: now)
        fail(fault, now: now)
    }

    /// Closes after the running exchange, or at once if none runs.
    ///
    /// A request whose head has begun is still answered.
    mutating func drain() {
        isDraining = true
    }

    /// Closes at once, whatever runs.
    mutating func cut(now: Moment) {
        guard phase != .closed else { return }
        leave(.timedOut, now: now)
    }

    /// Answers a fault; the rest of the request is thrown away.
    mutating func fail(_ fault: HTTPFault, now: Moment) {
        if exchange?.hasConsumer == true { pending.append(.abandonBody(fault)) }
        exchange?.hasConsumer = false
        exchange?.fault = fault
        reading = .discard
        writing = .awaiting
        clock.awaitingSince = now
        pending.append(.represent(fault))
    }

    /// Ends the exchange whose response was written whole, and perhaps the connection.
    mutating func finishExchange(hasInput: Bool, now: Moment) {
        guard let exchange = exchange.take() else { return }
        let hasFailed = writing == .failing
        let outcome: ExchangeRecord.Outcome =
            hasFailed ? .failedMidway : exchange.fault.map { .fault($0) } ?? .completed
        let isGone = exchange.fault == .responseTimeout
        pending.append(.endExchange(summary(exchange, outcome, isGone: isGone, now: now)))
        writing = .idle
        allowance.refill()
        hasServed = true
        if hasFailed {
            phase = .closed
            // Where the end of the connection is the end of the body, only a reset says "broken".
            pending.append(exchange.framing == .close ? .abort : .close)
        } else if exchange.isPersistent, !isDraining {
            reading = .head
            clock.idleSince = now
        } else {
            close(after: exchange, hasInput: hasInput, now: now)
        }
    }

    /// Closes so that the client can still read the response.
    ///
    /// A socket that is closed with unread bytes resets the connection, and the reset can overtake
    /// the response (RFC 9112, 9.6). Where the client has asked for the end itself and has sent
    /// nothing more, there is nothing to wait for.
    private mutating func close(after exchange: Exchange, hasInput: Bool, now: Moment) {
        let isExpected = exchange.head?.wantsKeepAlive == false || exchange.framing == .close
        if hasInputEnded || (reading == .complete && isExpected && !hasInput) {
            closeNow()
            return
        }
        phase = .lingering
        clock.lingerEnd = now + intervals.body
        clock.lingerUntil = min(now + intervals.linger, clock.lingerEnd)
        pending.append(.shutdownWrite)
    }

    /// Closes a connection on which no exchange runs.
    mutating func closeNow() {
        phase = .closed
        pending.append(.close)
    }

    /// Ends the exchange that cannot be completed, and the connection.
    mutating func leave(_ outcome: ExchangeRecord.Outcome, now: Moment) {
        // What waits to be represented has nobody to be shown to.
        pending.removeAll { action in
            if case .represent = action { true } else { false }
        }
        if let exchange {
            if exchange.hasConsumer { pending.append(.abandonBody(nil)) }
            if exchange.hasSource { pending.append(.cancelSource) }
            let outcome = exchange.fault.map { .fault($0) } ?? outcome
            pending.append(.endExchange(summary(exchange, outcome, isGone: true, now: now)))
        }
        exchange = nil
        writing = .idle
        output.removeAll()
        closeNow()
    }

    private func summary(
        _ exchange: Exchange,
        _ outcome: ExchangeRecord.Outcome,
        isGone: Bool,
        now: Moment
    ) -> ExchangeSummary {
        ExchangeSummary(
            status: exchange.status,
            bytesReceived: exchange.head == nil ? parser.messageBytes : exchange.bytesReceived,
            bytesSent: exchange.bytesSent,
            duration: now.since(exchange.startedAt),
            outcome: outcome,
            isClientGone: isGone
        )
    }
}
