// SPDX-License-Identifier: Apache-2.0

import Effects
import Rendering
import Store
import Synchronization

/// The analyses that go on, each for all who want to know the same.
///
/// An analysis goes on as long as anybody waits for it; when the last one has left, it stops between
/// two bands. No lock is held across a callback.
final class AnalysisFlights: Sendable {
    /// What was found out, and the picture that was looked at.
    ///
    /// Who waits goes on with that picture and lets go of its own copy of the same bytes, which
    /// nothing would count while it waits.
    struct Finding: Sendable {
        let table: LegibilityTable
        let source: SourceImage
    }

    /// Hears what was found out, or why nothing was.
    typealias Waiter = @Sendable (Result<Finding, ServiceError>) -> Void

    /// What there is under a name.
    enum Lookup: Sendable {
        /// It is known.
        case known(LegibilityTable)
        /// Somebody finds it out right now, and the waiter will hear of it.
        case joined(Ticket)
        /// Nobody does: the caller finds it out, and the waiter hears of it with all others.
        case charged(AnalysisFlight, Ticket)
    }

    /// What one who waits leaves by.
    struct Ticket: Sendable {
        fileprivate let flight: AnalysisFlight
        fileprivate let number: Int
    }

    private struct State {
        var flights: [AnalysisName: AnalysisFlight] = [:]
        var waiters: [ObjectIdentifier: [Int: Waiter]] = [:]
        var nextNumber = 0

        /// Takes an analysis out of the table, so that who comes next begins another.
        ///
        /// - Returns: All who wait for it, in the order in which they came.
        mutating func remove(_ flight: AnalysisFlight) -> [Waiter] {
            if flights[flight.name] === flight { flights[flight.name] = nil }
            let waiters = waiters.removeValue(forKey: ObjectIdentifier(flight)) ?? [:]
            return waiters.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let state = Mutex(State())

    /// How many analyses go on that can be joined.
    var count: Int { state.withLock { $0.flights.count } }

    /// How many wait for one of them.
    var waiterCount: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// Finds a table, joins who makes it, or charges the caller with making it, in one step.
    ///
    /// - Parameters:
    ///   - name: What is to be found out.
    ///   - deadline: When the time of an analysis is up that begins now.
    ///   - tables: The tables of earlier.
    ///   - waiter: Called once, on the thread that ends the analysis, unless the table is known.
    /// - Returns: What the caller is to do.
    func lookup(
        _ name: AnalysisName,
        deadline: ContinuousClock.Instant,
        in tables: MemoryTier<AnalysisName, LegibilityTable>,
        waiter: @escaping Waiter
    ) -> Lookup {
        state.withLock { state in
            let joined = state.flights[name]
            // In this order, and under the lock: one that ends between the two looks cannot be missed.
            if joined == nil, let table = tables.value(for: name) { return .known(table) }
            let flight = joined ?? AnalysisFlight(name, deadline: deadline)
            let ticket = Ticket(flight: flight, number: state.nextNumber)
            state.nextNumber += 1
            state.flights[name] = flight
            state.waiters[ObjectIdentifier(flight), default: [:]][ticket.number] = waiter
            return joined == nil ? .charged(flight, ticket) : .joined(ticket)
        }
    }

    /// Waits no longer; the last one to leave ends the analysis.
    func leave(_ ticket: Ticket) {
        let flight = ticket.flight
        let (waiter, isDeserted) = state.withLock { state in
            let waiter = state.waiters[ObjectIdentifier(flight)]?.removeValue(forKey: ticket.number)
            let isDeserted = state.waiters[ObjectIdentifier(flight)]?.isEmpty == true
            if isDeserted { _ = state.remove(flight) }
            return (waiter, isDeserted)
        }
        // Held until here, so that what it holds is released outside the lock.
        withExtendedLifetime(waiter) {}
        if isDeserted { flight.cancellation.cancel() }
    }

    /// Tells all who wait what was found out, after it was kept.
    func end(_ flight: AnalysisFlight, _ result: Result<Finding, ServiceError>) {
        let waiters = state.withLock { $0.remove(flight) }
        for waiter in waiters { waiter(result) }
    }
}
