// SPDX-License-Identifier: Apache-2.0

import Effects
import Rendering
import Store
import Synchronization

/// The analyses in progress, each shared by all requests for the same table.
///
/// An analysis runs as long as a request waits for it. When the last one leaves, it stops between
/// two bands. No lock is held across a callback.
final class AnalysisFlights: Sendable {
    /// The table of an analysis, with the picture that it examined.
    ///
    /// A waiting request continues with that picture and drops its own copy of the same bytes,
    /// because no budget counts that copy while the request waits.
    struct Finding: Sendable {
        let table: LegibilityTable
        let source: SourceImage
    }

    /// Receives the result of an analysis, or the error that ended it.
    typealias Waiter = @Sendable (Result<Finding, ServiceError>) -> Void

    /// The state of an analysis that a request asks for.
    enum Lookup: Sendable {
        /// The table is known already.
        case known(LegibilityTable)
        /// The analysis is in progress; the waiter will receive its result.
        case joined(Ticket)
        /// No analysis was in progress; the caller must start this one, whose result its waiter
        /// receives too.
        case charged(AnalysisFlight, Ticket)
    }

    /// A reference to one waiting request, with which it can leave.
    struct Ticket: Sendable {
        fileprivate let flight: AnalysisFlight
        fileprivate let number: Int
    }

    private struct State {
        var flights: [AnalysisName: AnalysisFlight] = [:]
        var waiters: [ObjectIdentifier: [Int: Waiter]] = [:]
        var nextNumber = 0

        /// Removes an analysis from the table, so that the next request starts another.
        ///
        /// - Returns: All of its waiters, in order of arrival.
        mutating func remove(_ flight: AnalysisFlight) -> [Waiter] {
            if flights[flight.name] === flight { flights[flight.name] = nil }
            let waiters = waiters.removeValue(forKey: ObjectIdentifier(flight)) ?? [:]
            return waiters.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let state = Mutex(State())

    /// The number of analyses in progress.
    var count: Int { state.withLock { $0.flights.count } }

    /// The number of requests that wait for an analysis.
    var waiterCount: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// Looks up a table, joins the analysis that makes it, or registers a new analysis; atomically.
    ///
    /// - Parameters:
    ///   - name: The identity of the analysis.
    ///   - deadline: The deadline of a new analysis.
    ///   - tables: The cache of finished tables.
    ///   - waiter: Called once, on the thread that ends the analysis, unless the table is known.
    /// - Returns: The table, a ticket for an analysis in progress, or a new analysis to start.
    func lookup(
        _ name: AnalysisName,
        deadline: ContinuousClock.Instant,
        in tables: MemoryTier<AnalysisName, LegibilityTable>,
        waiter: @escaping Waiter
    ) -> Lookup {
        state.withLock { state in
            let joined = state.flights[name]
            // Checked in this order and under the lock, so that an analysis that ends in between is
            // not missed.
            if joined == nil, let table = tables.value(for: name) { return .known(table) }
            let flight = joined ?? AnalysisFlight(name, deadline: deadline)
            let ticket = Ticket(flight: flight, number: state.nextNumber)
            state.nextNumber += 1
            state.flights[name] = flight
            state.waiters[ObjectIdentifier(flight), default: [:]][ticket.number] = waiter
            return joined == nil ? .charged(flight, ticket) : .joined(ticket)
        }
    }

    /// Stops waiting; when the last waiter leaves, the analysis is cancelled.
    func leave(_ ticket: Ticket) {
        let flight = ticket.flight
        let (waiter, isDeserted) = state.withLock { state in
            let waiter = state.waiters[ObjectIdentifier(flight)]?.removeValue(forKey: ticket.number)
            let isDeserted = state.waiters[ObjectIdentifier(flight)]?.isEmpty == true
            if isDeserted { _ = state.remove(flight) }
            return (waiter, isDeserted)
        }
        // Keeps the waiter alive until here, so that its captures are released outside of the lock.
        withExtendedLifetime(waiter) {}
        if isDeserted { flight.cancellation.cancel() }
    }

    /// Passes the result of an analysis to all of its waiters; call it after the table was cached.
    func end(_ flight: AnalysisFlight, _ result: Result<Finding, ServiceError>) {
        let waiters = state.withLock { $0.remove(flight) }
        for waiter in waiters { waiter(result) }
    }
}

/// An analysis in progress.
final class AnalysisFlight: Sendable {
    /// The identity of the analysis: its picture, goal and areas.
    let name: AnalysisName
    /// The cancellation that stops the analysis.
    let cancellation: Cancellation

    init(_ name: AnalysisName, deadline: ContinuousClock.Instant) {
        self.name = name
        cancellation = Cancellation(deadline: deadline)
    }
}
