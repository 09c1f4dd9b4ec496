// SPDX-License-Identifier: Apache-2.0

extension ConnectionStateMachine {
    /// The configured timeouts, converted to nanoseconds.
    struct Intervals: Sendable {
        /// The delay between the client's closing of its sending side and the probe whether it
        /// still reads.
        ///
        /// Until then, work goes on for a client that may have left.
        static let probeDelay = Interval(.milliseconds(10))
        /// The time that a refused connection has to send the head of a request, and to close after
        /// the answer.
        static let refusal = Interval(.milliseconds(250))

        let head: Interval
        let bodyIdle: Interval
        let body: Interval
        let writeIdle: Interval
        let writeLag: Interval
        let keepAlive: Interval
        let response: Interval
        let linger: Interval

        init(_ timeouts: HTTPServerConfiguration.Timeouts) {
            head = Interval(timeouts.head)
            bodyIdle = Interval(timeouts.bodyIdle)
            body = Interval(timeouts.body)
            writeIdle = Interval(timeouts.writeIdle)
            writeLag = Interval(timeouts.writeLag)
            keepAlive = Interval(timeouts.keepAlive)
            response = Interval(timeouts.response)
            linger = Interval(timeouts.linger)
        }
    }

    /// The times from which a connection's timeouts are computed.
    struct Clock: Sendable {
        /// The time at which the connection was accepted.
        let openedAt: Moment
        /// The time at which the connection was accepted, or the first byte of the current head
        /// arrived.
        var headStart: Moment
        var idleSince: Moment
        var bodyStart: Moment
        var bodyProgress: Moment
        var writeProgress: Moment
        /// The time at which the wait for the handler's response, or for bytes of its body source,
        /// began.
        var awaitingSince: Moment
        /// The time at which to probe a client that has closed its sending side; nil if no probe is
        /// scheduled.
        var probeAt: Moment?
        var lingerUntil: Moment
        var lingerEnd: Moment

        init(now: Moment) {
            openedAt = now
            headStart = now
            idleSince = now
            bodyStart = now
            bodyProgress = now
            writeProgress = now
            awaitingSince = now
            lingerUntil = now
            lingerEnd = now
        }
    }

    /// The time of the next timeout, at which ``tick(_:)`` must be called; nil for a closed
    /// connection.
    var deadline: Moment? {
        switch phase {
        case .closed: return nil
        case .lingering: return clock.lingerUntil
        case .open: break
        }
        let other = waitDeadline
        guard let writeDeadline, let other else { return writeDeadline ?? other }
        return min(writeDeadline, other)
    }

    /// The time at which a client that does not read is cut off; nil if no output waits to be
    /// written.
    private var writeDeadline: Moment? {
        output.isEmpty ? nil : min(clock.writeProgress + intervals.writeIdle, allowance.end)
    }

    /// The time at which to stop waiting for the client's input, the handler or its body source, or
    /// to probe the client; nil if none of these is awaited.
    private var waitDeadline: Moment? {
        guard exchange != nil else { return headDeadline }
        switch writing {
        case .idle, .finished, .failing:
            return nil
        case .streaming:
            guard isSourcePending else { return clock.probeAt }
            let end = clock.awaitingSince + intervals.response
            return clock.probeAt.map { min($0, end) } ?? end
        case .awaiting:
            if reading == .body { return bodyDeadline }
            let end = clock.awaitingSince + intervals.response
            return clock.probeAt.map { min($0, end) } ?? end
        }
    }

    private var headDeadline: Moment {
        if parser.isIdle, hasServed { return clock.idleSince + intervals.keepAlive }
        let end = clock.headStart + intervals.head
        return refusal == nil ? end : min(end, clock.openedAt + Intervals.refusal)
    }

    private var bodyDeadline: Moment {
        min(clock.bodyStart + intervals.body, clock.bodyProgress + intervals.bodyIdle)
    }

    /// Acts on the timeout or the probe at ``deadline``, if that time has come.
    mutating func tick(_ now: Moment) {
        guard let deadline, now >= deadline else { return }
        if phase == .lingering {
            closeNow()
        } else if let writeDeadline, now >= writeDeadline {
            leave(.timedOut)
        } else if exchange == nil {
            expireHead(now)
        } else if writing == .streaming {
            probeReader(now)
        } else if reading == .body {
            fail(.bodyTimeout, now: now)
        } else if let probeAt = clock.probeAt, now >= probeAt {
            clock.probeAt = nil
            exchange?.wasProbed = true
            append(ResponseEncoder.interim, now: now)
        } else {
            fail(.responseTimeout, now: now)
        }
    }

    private mutating func expireHead(_ now: Moment) {
        if parser.isIdle, refusal == nil {
            closeNow()
        } else {
            exchange = Exchange(startedAt: clock.headStart)
            fail(refusal ?? .headTimeout, now: now)
        }
    }

    /// Schedules a probe that shows whether a client that has closed its sending side still waits
    /// for the response.
    ///
    /// The probe is an interim response, which every HTTP/1.1 client must accept (RFC 9110, 15.2).
    /// Between two chunks, it is the line end of the first. If the client has closed its socket, its
    /// system answers with a reset, and the work for it can stop.
    mutating func scheduleProbe(_ now: Moment) {
        guard phase == .open, clock.probeAt == nil, let exchange, exchange.fault == nil,
            exchange.head?.isOldVersion == false
        else { return }
        switch writing {
        case .awaiting where !exchange.wasProbed && (reading == .complete || reading == .held),
            .streaming where exchange.owesLineEnd && !exchange.wasReaderProbed:
            clock.probeAt = now + Intervals.probeDelay
        case .idle, .awaiting, .streaming, .finished, .failing: break
        }
    }

    /// While a response streams, probes a client that has closed its sending side, or closes the
    /// connection if the body source took too long.
    private mutating func probeReader(_ now: Moment) {
        guard let probeAt = clock.probeAt, now >= probeAt else {
            return leave(.timedOut)
        }
        clock.probeAt = nil
        exchange?.wasReaderProbed = true
        guard exchange?.owesLineEnd == true else { return }
        exchange?.owesLineEnd = false
        append(ResponseEncoder.lineEnd, now: now)
    }
}
