// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTypes

/// One connection: performs what the state machine says, on the queue of its loop.
final class Connection {
    /// The reads, and separately the writes, of one turn before other connections have theirs.
    private static let turnBudget = 16

    let peer: String
    var token: UInt64 = 0

    private let socket: Int32
    private let loop: EventLoop
    private var machine: ConnectionStateMachine
    private var exchange: HTTPExchange?
    private var request: HTTPRequest?
    private var consumer: (any BodyConsumer)?
    private var source: (any BodySource)?
    /// What was read and cannot be used before the running exchange is over; at most one read.
    private var backlog: [UInt8] = []
    private var isReadable = false
    private var isHalfClosed = false
    private var isClosed = false
    private var writeBudget = Connection.turnBudget

    init(socket: Int32, peer: String, loop: EventLoop) {
        self.socket = socket
        self.peer = peer
        self.loop = loop
        machine = ConnectionStateMachine(
            limits: loop.context.limits,
            intervals: loop.context.intervals,
            now: loop.now
        )
    }

    /// When ``tick(_:)`` has to be called.
    var deadline: Moment? {
        machine.deadline
    }

    /// Serves the socket, whose readiness has changed.
    func serve(_ readiness: Syscall.Readiness, _ buffer: inout [UInt8]) {
        if readiness.contains(.closed) {
            machine.lost(now: loop.now)
            advance(&buffer)
            return
        }
        if readiness.contains(.output) { machine.becameWritable() }
        if readiness.contains(.input) { isReadable = true }
        let hasJustEnded = readiness.contains(.halfClosed) && !isHalfClosed
        if hasJustEnded { isHalfClosed = true }
        advance(&buffer)
        // After the bytes before it, of which some may have to wait.
        if hasJustEnded { machine.halfClosed(now: loop.now) }
    }

    /// Goes on after the budget of a turn was used up.
    func serveAgain(_ buffer: inout [UInt8]) {
        machine.becameWritable()
        advance(&buffer)
    }

    /// Acts on what is overdue.
    func tick(_ buffer: inout [UInt8]) {
        guard let deadline, deadline <= loop.now else { return }
        machine.tick(loop.now)
        advance(&buffer)
    }

    /// Answers with a refusal before anything is read.
    func refuse(_ fault: HTTPFault) {
        machine.refuse(fault, now: loop.now)
        pumpBacklog()
    }

    /// Closes as soon as no exchange runs.
    func drain() {
        machine.drain()
        pumpBacklog()
    }

    /// Closes at once.
    func cut() {
        machine.cut(now: loop.now)
        pumpBacklog()
    }

    /// Carries out the commands of the running exchange; those of an older one were dropped.
    func carryOut(_ exchange: HTTPExchange, _ buffer: inout [UInt8]) {
        carryOut(exchange)
        advance(&buffer)
    }
}

// SAFETY: everything that changes is used on the queue of the loop only.
extension Connection: @unchecked Sendable {}

extension Connection: ExchangeAttendant {
    func attend(to exchange: HTTPExchange) {
        loop.queue.async { [self] in loop.attend(self, exchange) }
    }
}

// MARK: - Bytes

extension Connection {
    /// Does all that can be done now.
    private func advance(_ buffer: inout [UInt8]) {
        writeBudget = Self.turnBudget
        pumpBacklog()
        var readBudget = Self.turnBudget
        while isReadable, !isClosed, machine.wantsInput {
            guard readBudget > 0 else {
                loop.markBusy(self)
                return
            }
            readBudget -= 1
            read(&buffer)
        }
    }

    private func read(_ buffer: inout [UInt8]) {
        switch Syscall.receive(socket, into: &buffer) {
        case .bytes(let count):
            loop.context.counters.bytesReceived.increment(by: count)
            // A short read has emptied the socket, and its next byte is a change of readiness.
            if count < buffer.count, !isHalfClosed { isReadable = false }
            pump(buffer.span.extracting(0..<count))
        case .wouldBlock:
            isReadable = false
        case .ended:
            isReadable = false
            machine.inputEnded(now: loop.now)
            pumpBacklog()
        case .failed:
            isReadable = false
            machine.lost(now: loop.now)
            pumpBacklog()
        }
    }

    private func pumpBacklog() {
        let bytes = backlog
        backlog = []
        pump(bytes.span)
    }

    /// Performs actions until there are none; what is left of the input is kept.
    private func pump(_ input: Span<UInt8>) {
        var offset = 0
        while let action = machine.next(input, at: &offset, now: loop.now) {
            perform(action, input)
        }
        if offset < input.count { backlog.append(copying: input.extracting(offset...)) }
    }

    private func write() {
        guard writeBudget > 0 else {
            machine.writeWouldBlock()
            loop.markBusy(self)
            return
        }
        writeBudget -= 1
        switch Syscall.send(socket, machine.output) {
        case .bytes(let count):
            loop.context.counters.bytesSent.increment(by: count)
            machine.wrote(count, now: loop.now)
        case .wouldBlock, .ended:
            machine.writeWouldBlock()
        case .failed:
            machine.lost(now: loop.now)
        }
    }
}

// MARK: - Actions

extension Connection {
    private func perform(_ action: ConnectionStateMachine.Action, _ input: Span<UInt8>) {
        switch action {
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

    private func begin(_ head: RequestHead) {
        let context = loop.context
        context.counters.requests.increment()
        context.counters.exchangesActive.increment()
        let exchange = HTTPExchange(
            id: context.makeExchangeID(),
            peer: peer,
            bodyLength: head.bodyLength,
            attendant: self
        )
        self.exchange = exchange
        request = head.request
        withCommands { context.handler.handle(head.request, on: exchange) }
    }

    private func deliver(_ bytes: Span<UInt8>) {
        exchange?.attend()
        if consumer?.receive(bytes) == false {
            consumer = nil
            machine.stopBody(now: loop.now)
        }
        if let exchange { carryOut(exchange) }
    }

    private func represent(_ fault: HTTPFault) {
        let (response, bytes) = loop.context.handler.response(to: fault)
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
        exchange.attend()
        let read = source.read { exchange.post(.sourceIsReady) }
        switch read {
        case .end, .failed: self.source = nil
        case .bytes, .pending: break
        }
        machine.pulled(read, now: loop.now)
        carryOut(exchange)
    }

    private func end(_ summary: ConnectionStateMachine.ExchangeSummary) {
        let context = loop.context
        let ended = take(&exchange)
        let request = take(&self.request)
        source = nil
        if ended != nil { context.counters.exchangesActive.increment(by: -1) }
        context.counters.count(summary.outcome)
        ended?.end(clientIsGone: summary.isClientGone)
        context.handler.exchangeDidEnd(
            ExchangeRecord(
                id: ended?.id ?? context.makeExchangeID(),
                peer: peer,
                request: request,
                status: summary.status.map { HTTPResponse.Status(code: $0) },
                bytesReceived: summary.bytesReceived,
                bytesSent: summary.bytesSent,
                duration: summary.duration,
                outcome: summary.outcome,
                annotations: ended?.annotations ?? [:]
            )
        )
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        loop.remove(self)
        // The set forgets the descriptor with the close, and the table the token: nothing that
        // the system gives the same number to later can be taken for this connection.
        Syscall.closeDescriptor(socket)
        loop.context.counters.connectionsOpen.increment(by: -1)
        loop.context.connections.leave()
    }
}

// MARK: - Commands

extension Connection {
    /// Calls the handler's side and carries out what it asks for meanwhile, without a trip
    /// through the queue.
    private func withCommands(_ body: () -> Void) {
        exchange?.attend()
        body()
        if let exchange { carryOut(exchange) }
    }

    private func carryOut(_ exchange: HTTPExchange) {
        while true {
            let commands = exchange.takeCommands()
            if commands.isEmpty { return }
            for command in commands { carryOut(command, of: exchange) }
        }
    }

    private func carryOut(_ command: HTTPExchange.Command, of exchange: HTTPExchange) {
        guard exchange === self.exchange else {
            command.refuse()
            return
        }
        switch command {
        case .receiveBody(let limit, let consumer):
            if machine.receiveBody(limit: limit, now: loop.now) {
                self.consumer = consumer
            } else {
                command.refuse()
            }
        case .respond(let response, let body):
            guard machine.respond(response, body: body, now: loop.now, date: loop.date) else {
                command.refuse()
                return
            }
            consumer = nil
            if case .stream(let source, _) = body { self.source = source }
        case .sourceIsReady:
            machine.sourceIsReady()
        }
    }
}
