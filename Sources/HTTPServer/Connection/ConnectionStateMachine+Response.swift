// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

// MARK: - Calls of the handler

extension ConnectionStateMachine {
    /// Starts to read the request's body, as the handler has asked.
    ///
    /// - Returns: False when it is too late; the consumer is not called then.
    mutating func receiveBody(limit: Int, now: Moment) -> Bool {
        guard phase == .open, writing == .awaiting, var exchange, exchange.fault == nil,
            !exchange.hasAskedForBody, let head = exchange.head
        else { return false }
        exchange.hasAskedForBody = true
        exchange.bodyLimit = limit
        exchange.hasConsumer = true
        if reading == .complete {
            exchange.hasConsumer = false
            self.exchange = exchange
            pending.append(.finishBody)
            return true
        }
        self.exchange = exchange
        if case .known(let length) = head.bodyLength, length > limit {
            fail(.bodyTooLarge(limit: limit), now: now)
            return true
        }
        reading = .body
        clock.bodyStart = now
        clock.bodyProgress = now
        if head.expectsContinue { append(ResponseEncoder.interim, now: now) }
        return true
    }

    /// Stops reading the request's body; the handler will respond without the rest.
    mutating func stopBody(now: Moment) {
        guard reading == .body else { return }
        exchange?.hasConsumer = false
        reading = .held
        clock.awaitingSince = now
    }

    /// Sends a response, whose head is encoded here.
    ///
    ///   - response: The head, with a final status.
    ///   - body: The body; the driver keeps the source of a stream.
    ///   - now: The time.
    ///   - date: The value of `Date`.
    ///   - isFault: Whether this answers ``Action/represent(_:)``. After a fault, the handler's own
    ///     response is ignored.
    /// - Returns: False when it is too late and the body will not be used.
    mutating func respond(
        _ response: HTTPResponse,
        body: ResponseBody,
        now: Moment,
        date: [UInt8],
        toFault isFault: Bool = false
    ) -> Bool {
        guard canRespond(toFault: isFault) else { return false }
        let traits = ResponseTraits(response)
        let (framing, persistence) = begin(traits, body: body)
        let head = ResponseEncoder.head(
            response,
            framing: framing,
            persistence: persistence,
            date: date
        )
        exchange?.respondedAt = now
        append(head, now: now)
        appendBody(body, isSent: !isBodyless(traits))
        return true
    }

    /// Sends a response whose head was encoded before.
    ///
    /// - Parameters:
    ///   - prepared: The head.
    ///   - fields: Additional fields of this response.
    ///   - body: The body.
    ///   - now: The time.
    ///   - date: The value of `Date`.
    /// - Returns: False when it is too late and the body will not be used.
    mutating func respond(
        _ prepared: PreparedResponse,
        adding fields: [PreparedResponse.Field],
        body: ResponseBody,
        now: Moment,
        date: [UInt8]
    ) -> Bool {
        guard canRespond(toFault: false) else { return false }
        let (framing, persistence) = begin(prepared.traits, body: body)
        let head = ResponseEncoder.head(
            prepared,
            adding: fields,
            framing: framing,
            persistence: persistence,
            date: date,
            smallBodyCount: body.knownLength.flatMap { $0 < OutputQueue.smallCount ? $0 : 0 } ?? 0
        )
        exchange?.respondedAt = now
        append(head, now: now)
        appendBody(body, isSent: !isBodyless(prepared.traits))
        return true
    }

    private func canRespond(toFault isFault: Bool) -> Bool {
        phase == .open && writing == .awaiting && exchange != nil
            && isFault == (exchange?.fault != nil)
    }

    /// Decides how the body is framed, and whether the connection persists.
    private mutating func begin(
        _ traits: ResponseTraits,
        body: ResponseBody
    ) -> (ResponseEncoder.Framing, ResponseEncoder.Persistence) {
        clock.probeAt = nil
        // An unread body is discarded; the connection closes after it.
        if reading != .complete { reading = .discard }
        let framing = framing(traits, body: body)
        let isPersistent =
            exchange?.head?.wantsKeepAlive == true && reading == .complete && !traits.isClosing
            && !isDraining && refusal == nil && framing != .close
        exchange?.hasConsumer = false
        exchange?.status = traits.statusCode
        exchange?.framing = framing
        exchange?.isPersistent = isPersistent
        guard isPersistent else { return (framing, .close) }
        return (framing, exchange?.head?.isOldVersion == true ? .keepAlive : .implied)
    }

    private func isBodyless(_ traits: ResponseTraits) -> Bool {
        exchange?.isHead == true || traits.forbidsBody
    }

    /// Chooses the framing of the response body; RFC 9110, 8.6 and 15.4.5; RFC 9112, 6.3.
    private func framing(
        _ traits: ResponseTraits,
        body: ResponseBody
    ) -> ResponseEncoder.Framing {
        if traits.forbidsBody { return .none }
        if exchange?.isHead == true {
            if case .none = body { return traits.statedLength.map { .length($0) } ?? .none }
            return body.knownLength.map { .length($0) } ?? .none
        }
        if let length = body.knownLength { return .length(length) }
        // Without a readable request head the response uses the older, simpler framing.
        guard let head = exchange?.head, !head.isOldVersion else { return .close }
        return .chunked(hasTrailers: head.acceptsTrailers)
    }

    private mutating func appendBody(_ body: ResponseBody, isSent: Bool) {
        writing = .finished
        switch body {
        case .none:
            break
        case .bytes(let bytes):
            if isSent { output.append(bytes) }
        case .chunks(let chunks):
            guard isSent else { return }
            for chunk in chunks { output.append(chunk) }
        case .stream(_, let length):
            guard isSent else {
                pending.append(.cancelSource)
                return
            }
            writing = .streaming
            isSourcePending = false
            exchange?.hasSource = true
            exchange?.streamRemaining = length ?? 0
        }
    }

    /// Appends bytes to the output; restarts the write timeouts if it was empty.
    mutating func append(_ bytes: [UInt8], now: Moment) {
        if output.isEmpty {
            clock.writeProgress = now
            allowance.resume(now: now)
        }
        output.append(bytes)
    }
}

// MARK: - Source of the response body

extension ConnectionStateMachine {
    /// Processes the result of reading from the source of the response body.
    mutating func pulled(_ read: BodyRead, now: Moment) {
        guard writing == .streaming, let exchange else { return }
        switch read {
        case .bytes(let bytes):
            guard !bytes.isEmpty else { return }
            takeStream(bytes, exchange.framing, now: now)
        case .pending:
            isSourcePending = true
            clock.awaitingSince = now
        case .end(let trailers):
            self.exchange?.hasSource = false
            writing = .finished
            if case .length = exchange.framing, exchange.streamRemaining > 0 {
                writing = .failing
            }
            if case .chunked(let hasTrailers) = exchange.framing {
                let last = ResponseEncoder.lastChunk(
                    trailers: hasTrailers ? trailers : [:],
                    isFirst: !exchange.owesLineEnd
                )
                append(last, now: now)
            }
        case .failed:
            self.exchange?.hasSource = false
            writing = .failing
        }
    }

    /// Records that the source of the response body, which had no bytes, can be read again.
    mutating func sourceIsReady() {
        isSourcePending = false
    }

    private mutating func takeStream(
        _ bytes: [UInt8],
        _ framing: ResponseEncoder.Framing,
        now: Moment
    ) {
        switch framing {
        case .length:
            let remaining = (exchange?.streamRemaining ?? 0) - bytes.count
            guard remaining >= 0 else {
                writing = .failing
                exchange?.hasSource = false
                pending.append(.cancelSource)
                return
            }
            exchange?.streamRemaining = remaining
        case .chunked:
            let isFirst = exchange?.owesLineEnd == false
            exchange?.owesLineEnd = true
            append(
                ResponseEncoder.chunkPrefix(size: bytes.count, isFirst: isFirst),
                now: now
            )
        case .close, .none:
            break
        }
        append(bytes, now: now)
        if isHalfClosed { scheduleProbe(now) }
    }
}
