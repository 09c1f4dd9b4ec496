// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform

/// The driver of one connection: executes the actions of its state machine on the thread of its
/// loop.
final class Connection {
    /// The greatest number of reads in one turn, before other connections get theirs.
    ///
    /// They are a quarter of a megabyte, which takes 0.4 ms to receive, hash and store.
    private static let readsPerTurn = 4

    /// The greatest number of writes in one turn.
    private static let writesPerTurn = 16

    /// The client, or the proxy.
    var peer: Peer
    /// Whether the fields of requests about their clients are believed.
    var isTrusted: Bool
    var token: UInt64 = 0

    let socket: Int32
    let loop: EventLoop
    var machine: ConnectionStateMachine
    var exchange: HTTPExchange?
    var head: RequestHead?
    var consumer: (any BodyConsumer)?
    var source: (any BodySource)?
    /// The input that cannot be used before the current exchange is over, at most one read.
    private var backlog: [UInt8] = []
    private var isReadable = false
    private var isHalfClosed = false
    var isClosed = false
    private var writeBudget = Connection.writesPerTurn

    init(_ newcomer: Newcomer, loop: EventLoop) {
        socket = newcomer.socket
        peer = newcomer.peer
        isTrusted = loop.context.trustedProxies.includes(newcomer.peer.address)
        self.loop = loop
        machine = ConnectionStateMachine(
            limits: loop.context.limits,
            intervals: loop.context.intervals,
            now: loop.now,
            hasProxyHeader: newcomer.hasProxyHeader
        )
    }

    /// The time of the next call of ``tick(_:)``.
    var deadline: Moment? {
        machine.deadline
    }

    /// Handles a change of the socket's readiness.
    func serve(_ readiness: Syscall.Readiness, _ buffer: inout [UInt8]) {
        if readiness.contains(.closed) {
            machine.lost()
            advance(&buffer)
            return
        }
        if readiness.contains(.output) { machine.becameWritable() }
        if readiness.contains(.input) { isReadable = true }
        let hasJustEnded = readiness.contains(.halfClosed) && !isHalfClosed
        if hasJustEnded { isHalfClosed = true }
        advance(&buffer)
        // Handled after the bytes before it, some of which may have to wait.
        if hasJustEnded { machine.halfClosed(now: loop.now) }
    }

    /// Continues after a turn has used up its budget.
    func serveAgain(_ buffer: inout [UInt8]) {
        machine.becameWritable()
        advance(&buffer)
    }

    /// Handles timeouts that are due.
    func tick(_ buffer: inout [UInt8]) {
        guard let deadline, deadline <= loop.now else { return }
        machine.tick(loop.now)
        advance(&buffer)
    }

    /// Answers only a probe, and everything else with a refusal.
    func refuse(_ fault: HTTPFault) {
        machine.refuse(fault)
    }

    /// Closes the connection if it is idle, and nothing has arrived meanwhile.
    ///
    /// - Returns: Whether it is closed.
    func giveWay(_ buffer: inout [UInt8]) -> Bool {
        isReadable = true
        advance(&buffer)
        machine.giveWay()
        pumpBacklog()
        return isClosed
    }

    /// Closes the connection as soon as no exchange runs.
    func drain() {
        machine.drain()
        pumpBacklog()
    }

    /// Closes the connection at once.
    func cut() {
        machine.cut()
        pumpBacklog()
    }

    /// Executes the commands of the current exchange; those of an earlier one are dropped.
    func carryOut(_ exchange: HTTPExchange, _ buffer: inout [UInt8]) {
        carryOut(exchange)
        advance(&buffer)
    }
}

// SAFETY: mutable state is used on the thread of the loop only.
extension Connection: @unchecked Sendable {}

extension Connection: ExchangeDriver {
    func processCommands(of exchange: HTTPExchange) {
        loop.perform { [self] loop in loop.processCommands(of: self, exchange) }
    }
}

// MARK: - Bytes

extension Connection {
    /// Executes everything that can be done now.
    private func advance(_ buffer: inout [UInt8]) {
        writeBudget = Self.writesPerTurn
        pumpBacklog()
        var readBudget = Self.readsPerTurn
        while isReadable, !isClosed, machine.wantsInput {
            guard readBudget > 0 else {
                loop.markBusy(self)
                return
            }
            readBudget -= 1
            read(&buffer)
        }
        // A sender that obeys Nagle's algorithm, such as nginx, holds the end of a body back until the
        // part before it is acknowledged, which Linux would delay by 40 ms.
        if !isClosed, machine.awaitsBody { Syscall.acknowledgeAtOnce(socket) }
    }

    private func read(_ buffer: inout [UInt8]) {
        switch Syscall.receive(socket, into: &buffer, discards: machine.discardsInput) {
        case .bytes(let count):
            loop.counters.bytesReceived.increment(by: count)
            // A short read has emptied the socket; the next byte changes its readiness.
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
            machine.lost()
            pumpBacklog()
        }
    }

    private func pumpBacklog() {
        let bytes = backlog
        backlog = []
        pump(bytes.span)
    }

    /// Executes actions until there are none, and keeps the rest of the input.
    private func pump(_ input: Span<UInt8>) {
        var offset = 0
        while let action = machine.next(input, at: &offset, now: loop.now) {
            perform(action, input)
        }
        if offset < input.count { backlog.append(copying: input.extracting(offset...)) }
    }

    /// Writes as much output as the socket accepts.
    func write() {
        guard writeBudget > 0 else {
            machine.writeWouldBlock()
            loop.markBusy(self)
            return
        }
        writeBudget -= 1
        switch machine.output.send(to: socket) {
        case .bytes(let count):
            loop.counters.bytesSent.increment(by: count)
            machine.wrote(count, now: loop.now)
        case .wouldBlock, .ended:
            machine.writeWouldBlock()
        case .failed:
            machine.lost()
        }
    }
}
