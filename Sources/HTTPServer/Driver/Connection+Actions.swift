// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTypes
import Platform

extension Connection {
    /// Performs an action of the state machine.
    func perform(_ action: ConnectionStateMachine.Action, _ input: Span<UInt8>) {
        switch action {
        case .identify(let peer): identify(peer)
        case .handle(let head): begin(head)
        case .deliver(let range): deliver(input.extracting(range))
        case .finishBody:
            let finished = take(&consumer)
            withCommands { finished?.finish() }
        case .abandonBody(let reason):
            let abandoned = take(&consumer)
            withCommands { abandoned?.abandon(reason) }
        case .represent(let fault): represent(fault)
        case .pull: pull()
        case .cancelSource: take(&source)?.cancel()
        case .write: write()
        case .endExchange(let summary): end(summary)
        case .shutdownWrite: Syscall.shutdownWrite(socket)
        case .abort:
            Syscall.resetOnClose(socket)
            close()
        case .close: close()
        }
    }

    private func take<Value>(_ value: inout Value?) -> Value? {
        defer { value = nil }
        return value
    }

    /// Replaces the client's address by the one that a proxy states in the PROXY protocol.
    private func identify(_ peer: Peer?) {
        guard let peer else { return }
        self.peer = peer
        isTrusted = loop.context.trustedProxies.includes(peer.address)
    }

    /// Starts an exchange, and passes its request to the handler, in a task on the event loop.
    private func begin(_ head: RequestHead) {
        loop.counters.requests.increment()
        let exchange = makeExchange(head)
        self.head = head
        withCommands { exchange.start(head.request, by: loop.context.handler) }
    }

    private func makeExchange(_ head: RequestHead?) -> HTTPExchange {
        loop.counters.exchangesActive.increment()
        let forwarding =
            isTrusted
            ? head.map {
                Forwarding($0.request.headerFields, trusted: loop.context.trustedProxies)
            } : nil
        let exchange = HTTPExchange(
            id: loop.makeExchangeID(),
            peer: forwarding?.client ?? peer.text,
            bodyLength: head?.bodyLength ?? .none,
            forwarding: forwarding ?? Forwarding(),
            driver: self
        )
        self.exchange = exchange
        return exchange
    }

    private func deliver(_ bytes: Span<UInt8>) {
        exchange?.beginProcessing()
        if consumer?.receive(bytes) == false {
            consumer = nil
            machine.stopBody(now: loop.now)
        }
        if let exchange { carryOut(exchange) }
    }

    private func represent(_ fault: HTTPFault) {
        if fault.isOfConnection { loop.context.counters.connectionsRefused.increment() }
        // The handler has not seen the request if its head was refused.
        head = head ?? machine.exchange?.head
        let exchange = exchange ?? makeExchange(head)
        // Whatever the handler still waits for, its response would be ignored.
        exchange.cancelTask()
        let (response, bytes) = loop.context.handler.response(to: fault, on: exchange)
        precondition((200...599).contains(response.status.code), "not a final status")
        _ = machine.respond(
            response,
            body: .bytes(bytes),
            now: loop.now,
            date: loop.date,
            toFault: true
        )
    }

    private func pull() {
        guard let source, let exchange else { return }
        exchange.beginProcessing()
        let read = source.read { exchange.post(.sourceIsReady) }
        switch read {
        case .end, .failed: self.source = nil
        case .bytes, .pending: break
        }
        machine.pulled(read, now: loop.now)
        carryOut(exchange)
    }

    private func end(_ summary: ConnectionStateMachine.ExchangeSummary) {
        let ended = take(&exchange)
        let head = take(&self.head)
        source = nil
        if ended != nil { loop.counters.exchangesActive.increment(by: -1) }
        loop.counters.count(summary.outcome)
        // Read anew, because an exchange may take one turn, during which the loop's time stands.
        let now = Moment.now
        ended?.end(clientIsGone: summary.isClientGone)
        loop.context.handler.exchangeDidEnd(
            ExchangeRecord(
                id: ended?.id ?? loop.makeExchangeID(),
                peer: ended?.peer ?? peer.text,
                status: summary.status.map { HTTPResponse.Status(code: $0) },
                bytesReceived: summary.bytesReceived,
                bytesSent: summary.bytesSent,
                outcome: summary.outcome,
                annotations: ended?.annotations ?? [:],
                attachment: ended?.attachment,
                head: head,
                interval: now.since(summary.startedAt),
                sendingInterval: summary.respondedAt.map(now.since) ?? Interval(nanoseconds: 0)
            )
        )
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.remove(self)
        // The set forgets the descriptor with the close, and the table the token: nothing that
        // the system gives the same number to later can be taken for this connection.
        try? Syscall.close(socket)
        loop.assignedCount.increment(by: -1)
        loop.context.counters.connectionsOpen.increment(by: -1)
        loop.context.connections.leave()
    }
}

// MARK: - Commands

extension Connection {
    /// Calls code of the handler, and at once executes the commands that it has posted meanwhile.
    private func withCommands(_ body: () -> Void) {
        exchange?.beginProcessing()
        body()
        if let exchange { carryOut(exchange) }
    }

    /// Executes the commands that are queued in an exchange.
    func carryOut(_ exchange: HTTPExchange) {
        while let command = exchange.takeCommand() { carryOut(command, of: exchange) }
    }

    private func carryOut(_ command: consuming HTTPExchange.Command, of exchange: HTTPExchange) {
        guard exchange === self.exchange else {
            command.refuse()
            return
        }
        switch consume command {
        case .receiveBody(let limit, let consumer):
            if machine.receiveBody(limit: limit, now: loop.now) {
                self.consumer = consumer
            } else {
                consumer.abandon(nil)
            }
        case .respond(let response, let body):
            took(
                body,
                machine.respond(response, body: body, now: loop.now, date: loop.date)
            )
        case .respondPrepared(let response, let fields, let body):
            took(
                body,
                machine.respond(
                    response,
                    adding: fields,
                    body: body,
                    now: loop.now,
                    date: loop.date
                )
            )
        case .sourceIsReady:
            machine.sourceIsReady()
        }
    }

    /// Stores the source of a response body, or cancels it if the response came too late.
    private func took(_ body: ResponseBody, _ isUsed: Bool) {
        if isUsed { consumer = nil }
        guard case .stream(let source, _) = body else { return }
        if isUsed { self.source = source } else { source.cancel() }
    }
}
