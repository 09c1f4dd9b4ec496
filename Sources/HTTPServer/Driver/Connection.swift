// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform

/// The driver of a connection: performs the actions of its state machine on the thread of its event
/// loop.
final class Connection {
    /// The greatest number of reads in one turn of the event loop, before other connections are
    /// served.
    ///
    /// They are a quarter of a megabyte, which takes 0.4 ms to receive, hash and store.
    private static let readsPerTurn = 4

    /// The greatest number of writes in one turn of the event loop, before other connections are
    /// served.
    private static let writesPerTurn = 16

    /// The address of the client, or of a proxy that connects for it.
    var peer: Peer
    /// Whether the peer is a trusted proxy, whose header fields about clients are used.
    var isTrusted: Bool
    var token: UInt64 = 0

    let socket: Int32
    let loop: EventLoop
    var machine: ConnectionStateMachine
    var exchange: HTTPExchange?
    var head: RequestHead?
    var consumer: (any BodyConsumer)?
    var source: (any BodySource)?
    /// Input that waits for the end of the current exchange, at most as long as one read.
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

    /// The time of the next timeout, at which ``tick(_:)`` must be called; nil if the connection is
    /// closed.
    var deadline: Moment? {
        machine.deadline
    }

    /// Reads and writes after the socket has become readable, writable or closed.
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
        // Handled after the bytes that came before it, which may have to wait.
        if hasJustEnded { machine.halfClosed(now: loop.now) }
    }

    /// Continues to read and write after other connections have had their turn.
    func serveAgain(_ buffer: inout [UInt8]) {
        machine.becameWritable()
        advance(&buffer)
    }

    /// Acts on the timeout or the probe at ``deadline``, if that time has come.
    func tick(_ buffer: inout [UInt8]) {
        guard let deadline, deadline <= loop.now else { return }
        machine.tick(loop.now)
        advance(&buffer)
    }

    /// Refuses the connection: answers only health probes, and everything else with a fault.
    func refuse(_ fault: HTTPFault) {
        machine.refuse(fault)
    }

    /// Closes the connection to make room for another one, if it is idle and no bytes have arrived.
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

    /// Executes the commands that are queued in an exchange; those of an earlier exchange are
    /// refused.
    func carryOut(_ exchange: HTTPExchange, _ buffer: inout [UInt8]) {
        carryOut(exchange)
        advance(&buffer)
    }
}

// SAFETY: mutable state is used on the thread of the loop only.
extension Connection: @unchecked Sendable {}

extension Connection: ExchangeDriver {
    var executor: any TaskExecutor { loop }

    func processCommands(of exchange: HTTPExchange) {
        loop.perform { [self] loop in loop.processCommands(of: self, exchange) }
    }
}

// MARK: - Bytes

extension Connection {
    /// Reads input and performs actions, until nothing is left to do or the turn is over.
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

    /// Performs actions for an input until there are none, and stores the rest of the input.
    private func pump(_ input: Span<UInt8>) {
        var offset = 0
        while let action = machine.next(input, at: &offset, now: loop.now) {
            perform(action, input)
        }
        if offset < input.count { backlog.append(copying: input.extracting(offset...)) }
    }

    /// Writes the output that the socket accepts, unless the turn is over.
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
