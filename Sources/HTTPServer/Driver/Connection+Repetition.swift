// SPDX-License-Identifier: Apache-2.0

// Requests that are answered at once: read, answered and over in one step, as hits of a cache mostly are.
// Nothing of theirs is left between two steps, so that neither an exchange nor the state machine has to
// hold it.
extension Connection {
    /// What became of a request whose head came before.
    enum KnownStep {
        /// It was answered and is over, and nothing but more input can follow.
        case over
        /// Its exchange runs.
        case begun
    }

    /// Answers a request whose head came before from what its handler noted.
    ///
    /// What the socket does not take is sent as any other response is.
    ///
    /// - Returns: What became of it; nil where the handler is to be asked in the usual way.
    func answerAtOnce(_ known: HeadMemory.Entry) -> KnownStep? {
        guard known.isPlain, writeBudget > 0, machine.mayAnswerAtOnce else { return nil }
        var head = ResponseHead()
        guard let body = loop.context.handler.answer(from: known.note, head: &head) else {
            return nil
        }
        guard let traits = head.traits, let count = body.knownLength else {
            preconditionFailure("an answer without a head, or of unknown length")
        }
        if case .stream = body { preconditionFailure("a stream needs an exchange") }
        loop.counters.requests.increment()
        writeBudget -= 1
        ResponseEncoder.finish(
            &head.bytes,
            framing: .length(count),
            persistence: .implied,
            date: head.hasDate ? nil : loop.date
        )
        let sent = send(head.bytes, body, count)
        if sent > 0 { loop.counters.bytesSent.increment(by: sent) }
        guard sent < head.bytes.count + count else {
            machine.answeredAtOnce(now: loop.now)
            return .over
        }
        machine.begin(known: known.head, byteCount: known.bytes.count, now: loop.now)
        begin(known)
        machine.respond(head.bytes, traits, body: body, after: sent, now: loop.now)
        return .begun
    }

    /// Sends as much of an answer as the socket takes now.
    ///
    /// - Returns: The bytes sent. What is wrong with the connection is found out by whoever sends the rest.
    private func send(_ head: consuming [UInt8], _ body: ResponseBody, _ count: Int) -> Int {
        let isSmall = count < OutputQueue.smallCount
        switch body {
        case .none: break
        case .bytes(let bytes) where isSmall: head += bytes
        case .chunks(let chunks) where isSmall: for chunk in chunks { head += chunk }
        case .file(let file):
            let sent = Syscall.send(socket, head, isLast: false)
            return sent == head.count ? sent + send(file) : sent
        // Large bodies go out with the head by one call for all pieces, which is the machine's way.
        case .bytes, .chunks, .stream: return 0
        }
        return Syscall.send(socket, head, isLast: true)
    }

    private func send(_ file: ResidentFile) -> Int {
        let transfer = sendPages(of: file) ?? Syscall.send(socket, file, from: 0)
        guard case .bytes(let sent) = transfer else { return 0 }
        return sent
    }
}
