// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

/// An event loop: a thread that serves connections when their sockets are ready.
///
/// All sockets of a loop are in one epoll set, for which its thread waits. The same thread reads,
/// handles and writes: passing a request to a queue would cost more than answering it from the
/// cache. The loop is the executor of the requests' tasks, so a task that has waited continues on
/// the same thread.
final class EventLoop {
    /// The least time between two checks for timeouts.
    private static let tick = Interval(.milliseconds(20))
    /// The greatest length of one read, in bytes.
    private static let readSize = 64 * 1024
    /// The size of the thread's stack, in bytes, of which only the used part becomes memory.
    private static let stackByteCount = 1 << 20
    /// The token that stands for the wakeup event instead of a connection.
    private static let wakeupToken = UInt64.max

    let context: ServerContext
    /// The counters of this loop's connections.
    let counters = Counters()
    /// The number of open connections assigned to the loop, including those not adopted yet.
    let assignedCount = Atomic(0)
    private let readinessSet: Int32
    private let wakeup: Int32
    private let tasks = Mutex(TaskQueue())

    private var changes = Syscall.Changes()
    private var buffer = [UInt8](repeating: 0, count: EventLoop.readSize)
    private var table = ConnectionTable()
    private var busy: [UInt64] = []
    private var nextCheck: Moment?
    private var exchangeIDs: Range<UInt64> = 0..<0
    private var isDraining = false
    private var isEnding = false
    private var dateSecond = -1

    /// The monotonic time at the start of the current turn.
    private(set) var now = Moment.now
    /// The value of the header field `Date` in the current turn.
    private(set) var date: [UInt8] = []

    /// Creates an event loop, whose thread is not started yet.
    init(context: ServerContext) throws(Syscall.Failure) {
        self.context = context
        readinessSet = try Syscall.makeReadinessSet()
        do throws(Syscall.Failure) {
            wakeup = try Syscall.makeWakeup(readinessSet, token: Self.wakeupToken)
        } catch {
            try? Syscall.close(readinessSet)
            throw error
        }
    }

    deinit {
        try? Syscall.close(wakeup)
        try? Syscall.close(readinessSet)
    }

    /// Starts the thread, which serves connections until ``end()``.
    func start() throws(Syscall.Failure) {
        try SystemThread.start(name: "event loop", stackByteCount: Self.stackByteCount) { [self] in
            run()
        }
    }

    /// Runs a task on the loop's thread, unless the loop has ended; callable from any thread.
    func perform(_ task: @escaping TaskQueue.LoopTask) {
        _ = queue(.closure(task))
    }

    /// Queues work, and wakes the loop if it sleeps.
    ///
    /// - Returns: Whether the loop will do it; otherwise the loop has ended.
    private func queue(_ work: TaskQueue.Work) -> Bool {
        switch tasks.withLock({ $0.enqueue(work) }) {
        case .enqueued: return true
        case .mustWake:
            Syscall.wake(wakeup)
            return true
        case .closed: return false
        }
    }

    private func run() {
        while !isEnding { turn() }
        for case .job(let job) in tasks.withLock({ $0.close() }) { runHere(job) }
    }
}

// SAFETY: after the initializer, mutable state is used on the thread of the loop only, except the
// task queue behind a lock and the atomic counters.
extension EventLoop: @unchecked Sendable {}

// MARK: - Tasks

extension EventLoop: TaskExecutor {
    /// Queues a job of a request's task, which has waited for something; callable from any thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // After the end of the loop a request has no client, but its task has to end, too.
        if !queue(.job(job)) { runElsewhere(job) }
    }
}

extension EventLoop {
    /// Takes an accepted connection into the loop; with a fault, the connection is refused.
    func adopt(_ newcomer: Newcomer, refusal: HTTPFault?) {
        let socket = newcomer.socket
        let connection = Connection(newcomer, loop: self)
        connection.token = table.insert(connection)
        if let refusal { connection.refuse(refusal) }
        if isDraining { connection.drain() }
        // After a close, another socket may have the same number.
        guard !connection.isClosed else { return }
        guard Syscall.watch(readinessSet, socket, token: connection.token) else {
            connection.cut()
            return
        }
        note(connection)
    }

    /// Closes each connection once no exchange runs on it.
    func drain() {
        isDraining = true
        for connection in table.all {
            connection.drain()
            note(connection)
        }
    }

    /// The connections that have been idle longest, at most a given number, starting with the
    /// longest idle.
    func longestIdle(_ count: Int) -> [IdleConnection] {
        let idle = table.all.compactMap { connection in
            connection.machine.idleSince.map {
                IdleConnection(since: $0, loop: self, token: connection.token)
            }
        }
        return Array(idle.sorted { $0.since < $1.since }.prefix(count))
    }

    /// Closes the connection with a token to make room, if it is still idle.
    func giveUp(_ token: UInt64) {
        guard let connection = table[token] else { return }
        if connection.giveWay(&buffer) {
            counters.connectionsGivenUp.increment()
        } else {
            note(connection)
        }
    }

    /// The number of connections that the loop serves.
    var connectionCount: Int {
        table.all.count
    }

    /// Closes all connections at once.
    func cutAll() {
        for connection in table.all { connection.cut() }
    }

    /// Closes all connections at once, and ends the loop after the current turn.
    func end() {
        cutAll()
        isEnding = true
    }

    /// Executes the commands that are queued in a connection's exchange.
    func processCommands(of connection: Connection, _ exchange: HTTPExchange) {
        connection.carryOut(exchange, &buffer)
        note(connection)
    }

    /// Returns the number for a new exchange, which is unique within the process.
    func makeExchangeID() -> UInt64 {
        if exchangeIDs.isEmpty { exchangeIDs = context.takeExchangeIDs() }
        defer { exchangeIDs = exchangeIDs.dropFirst() }
        return exchangeIDs.lowerBound
    }

    /// Removes a connection from the loop after its socket was closed.
    func remove(_ connection: Connection) {
        table.remove(connection.token)
    }

    /// Notes that a connection has more to do after other connections have had their turn.
    func markBusy(_ connection: Connection) {
        busy.append(connection.token)
    }
}

// MARK: - Turns

extension EventLoop {
    private func turn() {
        var isAtRest = takeWork()
        if !isAtRest {
            // An ended loop has no connection left to serve.
            if isEnding { return }
            // A task that has continued usually responds, for which it has queued more work.
            isAtRest = takeWork()
            if isEnding { return }
        }
        if !busy.isEmpty { serveBusy() }
        changes.take(from: readinessSet, milliseconds: isAtRest ? timeout() : 0)
        if isAtRest { tasks.withLock { $0.wake() } }
        updateTime()
        let changes = changes
        for index in 0..<changes.count {
            let change = changes[index]
            // An earlier change may have closed the socket.
            guard let connection = table[change.token] else { continue }
            connection.serve(change.readiness, &buffer)
            note(connection)
        }
        if let nextCheck, nextCheck <= now { checkDeadlines() }
    }

    /// Does the work in the queue; if there is none, notes whether the loop goes to sleep.
    ///
    /// - Returns: Whether the loop goes to sleep.
    private func takeWork() -> Bool {
        let hasNoMore = busy.isEmpty
        let work = tasks.withLock { $0.take(thenSleep: hasNoMore) }
        guard !work.isEmpty else { return hasNoMore }
        updateTime()
        for item in work {
            switch item {
            case .closure(let closure): closure(self)
            case .job(let job): runHere(job)
            }
        }
        return false
    }

    private func serveBusy() {
        updateTime()
        let tokens = busy
        busy.removeAll(keepingCapacity: true)
        for token in tokens {
            guard let connection = table[token] else { continue }
            connection.serveAgain(&buffer)
            note(connection)
        }
    }

    private func updateTime() {
        now = Moment.now
        let second = Syscall.wallSeconds()
        guard second != dateSecond else { return }
        dateSecond = second
        date = HTTPDate.text(seconds: second)
    }
}

// MARK: - Deadlines

extension EventLoop {
    /// The time until the next check for timeouts, in milliseconds; −1 if no check is scheduled.
    private func timeout() -> Int32 {
        guard let nextCheck else { return -1 }
        let delay = nextCheck.nanoseconds - Moment.now.nanoseconds
        return Int32(clamping: max(0, (delay + 999_999) / 1_000_000))
    }

    /// Schedules a check for timeouts at a connection's deadline, unless an earlier one is
    /// scheduled.
    private func note(_ connection: Connection) {
        guard let deadline = connection.deadline else { return }
        if let nextCheck, nextCheck <= deadline + Self.tick { return }
        scheduleCheck(deadline)
    }

    /// Checks all connections for timeouts.
    ///
    /// This is seldom necessary, and then visiting some thousand connections costs less than
    /// keeping them sorted at every request.
    private func checkDeadlines() {
        nextCheck = nil
        var earliest: Moment?
        for connection in table.all {
            connection.tick(&buffer)
            guard let deadline = connection.deadline else { continue }
            earliest = earliest.map { min($0, deadline) } ?? deadline
        }
        if let earliest { scheduleCheck(earliest) }
    }

    private func scheduleCheck(_ deadline: Moment) {
        nextCheck = max(deadline, now + Self.tick)
    }
}
