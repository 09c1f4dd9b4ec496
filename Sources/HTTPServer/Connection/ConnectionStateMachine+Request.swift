// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

// MARK: - Reading requests

extension ConnectionStateMachine {
    /// Parses the next bytes of a request's head; returns the action to pass it on once it is
    /// complete.
    mutating func nextHead(
        _ input: Span<UInt8>,
        at offset: inout Int,
        now: Moment
    ) -> Action? {
        if offset < input.count {
            let waitingSince = clock.headStart
            if parser.isIdle { clock.headStart = now }
            do throws(HTTPFault) {
                if case .head(let head) = try parser.next(input, at: &offset) {
                    let action = try begin(head, input, at: &offset, now: now)
                    guard let refusal, !limits.isProbe(head.request) else { return action }
                    throw refusal
                }
                // An empty line does not begin a head, and does not extend its timeout.
                if parser.isIdle { clock.headStart = waitingSince }
            } catch {
                if exchange == nil { exchange = Exchange(startedAt: clock.headStart) }
                fail(error, now: now)
                return nil
            }
        }
        // An incomplete head is not answered.
        if hasInputEnded || (isDraining && parser.isIdle) { closeNow() }
        return nil
    }

    private mutating func begin(
        _ head: RequestHead,
        _ input: Span<UInt8>,
        at offset: inout Int,
        now: Moment
    ) throws(HTTPFault) -> Action {
        let taken = parser.messageBytes
        // The end of an empty body consumes no bytes.
        if head.isBodyEmpty { _ = try parser.next(input, at: &offset) }
        begin(head, taken, now: now)
        return .handle(head)
    }

    private mutating func begin(_ head: RequestHead, _ taken: Int, now: Moment) {
        var exchange = Exchange(startedAt: clock.headStart, head: head)
        exchange.isHead = head.request.method == .head
        exchange.bytesReceived = taken
        writing = .awaiting
        clock.awaitingSince = now
        clock.probeAt = nil
        reading = head.isBodyEmpty ? .complete : .held
        self.exchange = exchange
        if isHalfClosed { scheduleProbe(now) }
    }

    /// Parses the next bytes of a request's body, and returns an action to deliver them.
    mutating func nextBody(
        _ input: Span<UInt8>,
        at offset: inout Int,
        now: Moment
    ) -> Action? {
        if offset < input.count { clock.bodyProgress = now }
        do throws(HTTPFault) {
            switch try parser.next(input, at: &offset) {
            case .body(let range):
                exchange?.bytesReceived = parser.messageBytes
                return takeBody(range, now: now)
            case .end:
                exchange?.bytesReceived = parser.lastMessageBytes
                exchange?.hasConsumer = false
                reading = .complete
                clock.awaitingSince = now
                if isHalfClosed { scheduleProbe(now) }
                return .finishBody
            case .head, nil:
                exchange?.bytesReceived = parser.messageBytes
                if hasInputEnded { leave(.clientLeft) }
            }
        } catch {
            fail(error, now: now)
        }
        return nil
    }

    private mutating func takeBody(_ range: Range<Int>, now: Moment) -> Action? {
        let received = (exchange?.bodyReceived ?? 0) + range.count
        let limit = exchange?.bodyLimit ?? 0
        exchange?.bodyReceived = received
        guard received <= limit else {
            fail(.bodyTooLarge(limit: limit), now: now)
            return nil
        }
        return .deliver(range)
    }
}
