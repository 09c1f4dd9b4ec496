// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A kept-alive connection that waits for its next request.
struct IdleConnection: Sendable {
    /// The time at which its last exchange ended.
    let since: Moment
    let loop: EventLoop
    let token: UInt64
}

/// Makes room when the limit of connections is reached, by closing those that have been idle
/// longest.
///
/// Every loop is asked for its longest idle connections. So an exchange pays nothing for the order.
final class ConnectionRoom: Sendable {
    /// A function that assigns a connection to an event loop, which refuses it if a fault is given.
    typealias Assignment = @Sendable (Newcomer, _ refusal: HTTPFault?) -> Void

    /// The time for which new connections are refused at once, after no idle connection was found.
    private static let pause = Interval(.milliseconds(20))
    /// The divisor of the connection limit that gives the least number of connections to close in
    /// one search, so that many new connections need few searches.
    private static let divisor = 128

    private struct Waiting: Sendable {
        let newcomer: Newcomer
        let assign: Assignment
    }

    private struct End {
        let found: [IdleConnection]
        let waiting: [Waiting]
    }

    private struct Search: Sendable {
        var waiting: [Waiting] = []
        var idle: [IdleConnection] = []
        var batch = 0
        /// The number of event loops that have not reported their idle connections yet; 1 while the
        /// connections chosen from the reports are being closed.
        var answersDue = 0
        var isBarrenUntil = Moment(nanoseconds: .min)
    }

    private let loops: [EventLoop]
    private let limit: Int
    private let search = Mutex(Search())

    init(context: ServerContext, loops: [EventLoop]) {
        self.loops = loops
        limit = context.limits.connections
    }

    /// Makes room for a connection beyond the limit, then assigns it to an event loop, or refuses
    /// it, possibly later.
    func make(for newcomer: Newcomer, assign: @escaping Assignment) {
        let now = Moment.now
        let (isRefused, begins) = search.withLock { search in
            guard search.isBarrenUntil <= now else { return (true, false) }
            search.waiting.append(Waiting(newcomer: newcomer, assign: assign))
            return (false, search.answersDue == 0 && begin(&search))
        }
        if isRefused { return assign(newcomer, .tooManyConnections(limit: limit)) }
        if begins { ask() }
    }

    private func begin(_ search: inout Search) -> Bool {
        search.batch = max(search.waiting.count, limit / Self.divisor)
        search.answersDue = loops.count
        search.idle = []
        return true
    }

    private func ask() {
        let batch = search.withLock { $0.batch }
        for loop in loops { loop.perform { [self] loop in take(loop.longestIdle(batch)) } }
    }

    /// Receives the idle connections of one event loop; once all loops have reported, closes those
    /// idle longest.
    private func take(_ idle: [IdleConnection]) {
        guard let end = search.withLock({ end(&$0, with: idle) }) else { return }
        for connection in end.found {
            connection.loop.perform { loop in loop.giveUp(connection.token) }
        }
        // Not before: the next search would find the same connections, and one of them makes room
        // only once.
        let beginsAnother = search.withLock { search in
            search.answersDue = 0
            return !search.waiting.isEmpty && begin(&search)
        }
        for (index, waiting) in end.waiting.enumerated() {
            let refusal: HTTPFault? =
                index < end.found.count ? nil : .tooManyConnections(limit: limit)
            waiting.assign(waiting.newcomer, refusal)
        }
        if beginsAnother { ask() }
    }

    private func end(_ search: inout Search, with idle: [IdleConnection]) -> End? {
        search.idle += idle
        search.answersDue -= 1
        guard search.answersDue == 0 else { return nil }
        search.answersDue = 1
        let found = Array(search.idle.sorted { $0.since < $1.since }.prefix(search.batch))
        // If no idle connection is left, connections that came meanwhile are refused as well.
        let hasMore = found.count == search.batch
        let waiting = Array(hasMore ? search.waiting.prefix(search.batch) : search.waiting[...])
        search.waiting.removeFirst(waiting.count)
        if !hasMore { search.isBarrenUntil = Moment.now + Self.pause }
        return End(found: found, waiting: waiting)
    }
}
