// SPDX-License-Identifier: Apache-2.0

extension ConnectionStateMachine {
    /// The configured timeouts in a form that is cheap to add.
    struct Intervals: Sendable {
        /// How long after the end of a client's output it is asked whether it is still there.
        static let probeDelay = Interval(.milliseconds(250))

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

    /// When the things happened that the timeouts count from.
    struct Clock: Sendable {
        /// The accept, or the first byte of a head.
        var headStart: Moment
        var idleSince: Moment
        var bodyStart: Moment
        var bodyProgress: Moment
        var writeProgress: Moment
        /// Since when the handler, or its source, has to act.
        var awaitingSince: Moment
        /// When to ask a silent client whether it is still there.
        var probeAt: Moment?
        var lingerUntil: Moment
        var lingerEnd: Moment

        init(now: Moment) {
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

    /// When ``tick(_:)`` has to be called at the latest; nil when the connection is closed.
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

    /// When the wait for the socket's room ends.
    private var writeDeadline: Moment? {
        output.isEmpty ? nil : min(clock.writeProgress + intervals.writeIdle, allowance.end)
    }

    /// When the wait for anything but the socket's room ends.
    private var waitDeadline: Moment? {
        guard exchange != nil else { return headDeadline }
        switch writing {
        case .idle, .finished, .failing:
            return nil
        case .streaming:
            return isSourcePending ? clock.awaitingSince + intervals.response : nil
        case .awaiting:
            if reading == .body { return bodyDeadline }
            let end = clock.awaitingSince + intervals.response
            return clock.probeAt.map { min($0, end) } ?? end
        }
    }

    private var headDeadline: Moment {
        if parser.isIdle, hasServed { return clock.idleSince + intervals.keepAlive }
        return clock.headStart + intervals.head
    }

    private var bodyDeadline: Moment {
        min(clock.bodyStart + intervals.body, clock.bodyProgress + intervals.bodyIdle)
    }

    /// Acts on what is overdue.
    mutating func tick(_ now: Moment) {
        guard let deadline, now >= deadline else { return }
        if phase == .lingering {
            closeNow()
        } else if let writeDeadline, now >= writeDeadline {
            leave(.timedOut, now: now)
        } else if exchange == nil {
            expireHead(now)
        } else if writing == .streaming {
            leave(.timedOut, now: now)
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
        if parser.isIdle {
            closeNow()
        } else {
            exchange = Exchange(startedAt: clock.headStart)
            fail(.headTimeout, now: now)
        }
    }

    /// Plans to ask a client that has ended its output whether it still waits for the response.
    ///
    /// The question is an interim response, which every client of HTTP/1.1 has to accept (RFC 9110,
    /// 15.2). One that has closed its socket answers with a reset, so that work for nobody can stop.
    mutating func scheduleProbe(_ now: Moment) {
        guard phase == .open, writing == .awaiting, reading == .complete || reading == .held,
            clock.probeAt == nil, let exchange, exchange.fault == nil,
            !exchange.wasProbed, exchange.head?.isOldVersion == false
        else { return }
        clock.probeAt = now + Intervals.probeDelay
    }
}
