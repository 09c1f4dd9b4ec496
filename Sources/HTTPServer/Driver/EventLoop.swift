// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A serial queue that owns connections and serves them when their sockets are ready.
///
/// All sockets of a loop are in one readiness set, and the set itself is what a dispatch source
/// watches: one wakeup of the queue then serves every socket that became ready meanwhile, where a
/// source for each socket would take two trips through the manager thread per request.
final class EventLoop {
    /// How often the set is asked again before other work of the queue gets its turn.
    private static let maximumRounds = 8
    /// The least time between two looks at the deadlines.
    private static let tick = Interval(.milliseconds(20))
    /// The bytes of one read.
    private static let readSize = 64 * 1024

    let queue: DispatchQueue
    let context: ServerContext
    private let readinessSet: Int32
    private let source: any DispatchSourceRead
    private let timer: any DispatchSourceTimer

    private var changes: [Syscall.Change] = []
    private var buffer = [UInt8](repeating: 0, count: EventLoop.readSize)
    private var table = ConnectionTable()
    private var busy: [UInt64] = []
    private var isTurnScheduled = false
    private var nextLook: Moment?
    private var isDraining = false
    private var dateSecond = -1

    /// The time of the current turn.
    private(set) var now = Syscall.monotonicTime()
    /// The value of `Date` in the current turn.
    private(set) var date: [UInt8] = []

    /// Creates a loop that runs, or returns nil and leaves the reason in `errno`.
    init?(context: ServerContext, index: Int) {
        readinessSet = Syscall.makeReadinessSet()
        guard readinessSet >= 0 else { return nil }
        self.context = context
        // The root without overcommit keeps the number of threads at the number of cores.
        queue = DispatchQueue(
            label: "frostpane.http.\(index)",
            target: DispatchQueue.global(qos: .userInitiated)
        )
        source = DispatchSource.makeReadSource(fileDescriptor: readinessSet, queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler { [weak self] in self?.turn() }
        timer.setEventHandler { [weak self] in self?.look() }
        let descriptor = readinessSet
        source.setCancelHandler { Syscall.closeDescriptor(descriptor) }
        source.activate()
        timer.activate()
    }

    deinit {
        timer.cancel()
        source.cancel()
    }

    /// Takes a socket that was accepted.
    func adopt(_ socket: Int32, peer: String, refusal: HTTPFault?) {
        updateTime()
        let connection = Connection(socket: socket, peer: peer, loop: self)
        connection.token = table.insert(connection)
        if let refusal { connection.refuse(refusal) }
        if isDraining { connection.drain() }
        guard Syscall.watch(readinessSet, socket, token: connection.token) else {
            connection.cut()
            return
        }
        note(connection)
    }

    /// Closes connections as soon as they are idle.
    func drain() {
        isDraining = true
        updateTime()
        for connection in table.all {
            connection.drain()
            note(connection)
        }
    }

    /// How many connections the loop has.
    var connectionCount: Int {
        table.all.count
    }

    /// Closes all connections.
    func cutAll() {
        updateTime()
        for connection in table.all { connection.cut() }
    }

    /// Carries out the commands of an exchange.
    func attend(_ connection: Connection, _ exchange: HTTPExchange) {
        updateTime()
        connection.carryOut(exchange, &buffer)
        note(connection)
    }

    /// Forgets a connection whose socket is closed.
    func remove(_ connection: Connection) {
        table.remove(connection.token)
    }

    /// Serves a connection again after others had their turn.
    func markBusy(_ connection: Connection) {
        busy.append(connection.token)
        scheduleTurn()
    }
}

// SAFETY: after the initializer everything that changes is used on the queue only.
extension EventLoop: @unchecked Sendable {}

// MARK: - Turns

extension EventLoop {
    private func scheduleTurn() {
        guard !isTurnScheduled else { return }
        isTurnScheduled = true
        queue.async { [self] in
            isTurnScheduled = false
            turn()
        }
    }

    private func turn() {
        updateTime()
        serveBusy()
        for round in 1...Self.maximumRounds {
            Syscall.takeChanges(readinessSet, into: &changes)
            if changes.isEmpty { return }
            if round > 1 { updateTime() }
            for change in changes {
                // The socket may have been closed by what was done for one before it.
                guard let connection = table[change.token] else { continue }
                connection.serve(change.readiness, &buffer)
                note(connection)
            }
        }
        // More may be ready; the queue's other work goes first.
        scheduleTurn()
    }

    private func serveBusy() {
        guard !busy.isEmpty else { return }
        let tokens = busy
        busy.removeAll(keepingCapacity: true)
        for token in tokens {
            guard let connection = table[token] else { continue }
            connection.serveAgain(&buffer)
            note(connection)
        }
    }

    private func updateTime() {
        now = Syscall.monotonicTime()
        let second = Syscall.wallSeconds()
        guard second != dateSecond else { return }
        dateSecond = second
        date = HTTPDate.text(seconds: second)
    }
}

// MARK: - Deadlines

extension EventLoop {
    /// Makes sure that the deadline of a connection is looked at in time.
    private func note(_ connection: Connection) {
        guard let deadline = connection.deadline else { return }
        if let nextLook, nextLook <= deadline + Self.tick { return }
        scheduleLook(deadline)
    }

    /// Looks at all deadlines: the earliest is seldom due, and then a walk over some thousand
    /// connections costs less than keeping them in order at every request.
    private func look() {
        updateTime()
        nextLook = nil
        var earliest: Moment?
        for connection in table.all {
            connection.tick(&buffer)
            guard let deadline = connection.deadline else { continue }
            earliest = earliest.map { min($0, deadline) } ?? deadline
        }
        if let earliest { scheduleLook(earliest) }
    }

    private func scheduleLook(_ deadline: Moment) {
        let moment = max(deadline, now + Self.tick)
        nextLook = moment
        let delay = max(0, moment.nanoseconds - Syscall.monotonicTime().nanoseconds)
        timer.schedule(deadline: .now() + .nanoseconds(Int(delay)), leeway: .milliseconds(5))
    }
}
