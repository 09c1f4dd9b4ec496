// SPDX-License-Identifier: Apache-2.0

import Codecs
import Platform
import Rendering
import Store
import Synchronization

/// The analyses in progress, each shared by all requests with the same key, and recent outcomes.
///
/// An analysis runs as long as a request waits for it. When the last one leaves, it stops between
/// two bands. No lock is held across a callback.
final class AnalysisFlights<Name: AnalysisIdentity, Outcome: Sendable>: Sendable {
    /// The outcome of an analysis, with the picture that it examined.
    ///
    /// A waiting request continues with that picture and drops its own copy of the same bytes,
    /// because no budget counts that copy while the request waits.
    struct Finding: Sendable {
        let outcome: Outcome
        let source: SourceImage
    }

    /// A function that receives the outcome of an analysis, or the error that ended it.
    typealias Waiter = @Sendable (Result<Finding, ServiceError>) -> Void

    /// The result of a request for an analysis.
    enum Lookup: Sendable {
        /// The outcome is in the cache already.
        case known(Outcome)
        /// The analysis is in progress; the waiter will receive its result.
        case joined(Ticket)
        /// No analysis was in progress; the caller must start this one, whose result its waiter
        /// receives too.
        case charged(AnalysisFlight<Name>, Ticket)
    }

    /// A handle of one waiting request, with which it can stop waiting.
    struct Ticket: Sendable {
        fileprivate let flight: AnalysisFlight<Name>
        fileprivate let number: Int
    }

    /// The result of waiting for an analysis.
    enum Waited: Sendable {
        /// The outcome was in the cache; there was no wait.
        case known(Outcome)
        /// The analysis has ended.
        case found(Finding)
    }

    private struct State {
        var flights: [Name: AnalysisFlight<Name>] = [:]
        var waiters: [ObjectIdentifier: [Int: Waiter]] = [:]
        var nextNumber = 0

        /// Removes an analysis in progress from the table, and returns those who wait for it.
        ///
        /// - Returns: All of its waiters, in order of arrival.
        mutating func remove(_ flight: AnalysisFlight<Name>) -> [Waiter] {
            if flights[flight.name] === flight { flights[flight.name] = nil }
            let waiters = waiters.removeValue(forKey: ObjectIdentifier(flight)) ?? [:]
            return waiters.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let state = Mutex(State())
    private let outcomes: MemoryTier<Name, Outcome>
    private let cost: @Sendable (Outcome) -> Int

    /// Creates a table without analyses for one kind of analysis.
    ///
    /// - Parameters:
    ///   - budget: The memory budget for recent outcomes, in bytes.
    ///   - cost: Estimates the size of an outcome in memory, in bytes.
    init(budget: Int, cost: @escaping @Sendable (Outcome) -> Int) {
        outcomes = MemoryTier(budget: budget)
        self.cost = cost
    }

    /// The number of analyses in progress.
    var count: Int { state.withLock { $0.flights.count } }

    /// The number of requests that wait for an analysis.
    var waiterCount: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

    /// The hits, misses and size of the cache of recent outcomes.
    var statistics: TierStatistics { outcomes.statistics }

    /// Finds the outcome of an analysis in the cache of recent outcomes.
    func outcome(of name: Name) -> Outcome? { outcomes.value(for: name) }

    /// Whether the outcome of an analysis is cached, or the analysis is in progress.
    func has(_ name: Name) -> Bool {
        state.withLock { $0.flights[name] != nil } || outcomes.peek(name) != nil
    }

    /// The digests of the images whose outcomes are cached.
    var pictures: Set<Digest> { Set(outcomes.keys.map(\.source)) }

    /// Removes the cached outcomes for some pictures.
    func forget(sources: Set<Digest>) {
        outcomes.remove { sources.contains($0.source) }
    }

    /// Finds a cached outcome, joins an analysis in progress, or registers a new one; atomically.
    ///
    /// - Parameters:
    ///   - name: The identity of the analysis.
    ///   - deadline: The deadline of a new analysis.
    ///   - waiter: Called once, on the thread that ends the analysis, unless the outcome is known.
    /// - Returns: The outcome, a ticket for an analysis in progress, or a new analysis to start.
    func lookup(
        _ name: Name,
        deadline: ContinuousClock.Instant,
        waiter: @escaping Waiter
    ) -> Lookup {
        state.withLock { state in
            let joined = state.flights[name]
            // Checked in this order and under the lock, so that an analysis that ends in between is
            // not missed.
            if joined == nil, let outcome = outcomes.value(for: name) { return .known(outcome) }
            let flight = joined ?? AnalysisFlight(name, deadline: deadline)
            let ticket = Ticket(flight: flight, number: state.nextNumber)
            state.nextNumber += 1
            state.flights[name] = flight
            state.waiters[ObjectIdentifier(flight), default: [:]][ticket.number] = waiter
            return joined == nil ? .charged(flight, ticket) : .joined(ticket)
        }
    }

    /// Finds a cached outcome, or joins or registers an analysis and waits for it.
    ///
    /// If the task is cancelled, the request leaves the analysis, as by ``leave(_:)``.
    ///
    /// - Parameters:
    ///   - name: The identity of the analysis.
    ///   - deadline: The deadline of a new analysis.
    ///   - begin: Called immediately, unless the outcome is cached: with a new analysis for the caller
    ///     to start, or with nil if one is in progress. Then the caller should drop its copy of the
    ///     picture, because no budget counts that copy during the wait.
    /// - Returns: The outcome.
    /// - Throws: The error of the analysis.
    func wait(
        for name: Name,
        deadline: ContinuousClock.Instant,
        _ begin: (AnalysisFlight<Name>?) -> Void
    ) async throws(ServiceError) -> Waited {
        try await Promise<Waited, ServiceError>.value(abandoned: .cancelled) { promise in
            let lookup = lookup(name, deadline: deadline) { promise.end($0.map(Waited.found)) }
            switch lookup {
            case .known(let outcome): promise.succeed(.known(outcome))
            case .joined(let ticket):
                promise.onCancel { [self] in leave(ticket) }
                begin(nil)
            case .charged(let flight, let ticket):
                promise.onCancel { [self] in leave(ticket) }
                begin(flight)
            }
        }
    }

    /// Ends the wait of one request; when the last one leaves, the analysis is cancelled.
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

    /// Ends an analysis: caches its outcome, if it has one, and passes the result to all waiters.
    func end(_ flight: AnalysisFlight<Name>, _ result: Result<Finding, ServiceError>) {
        if case .success(let finding) = result {
            outcomes.insert(finding.outcome, for: flight.name, cost: cost(finding.outcome))
        }
        let waiters = state.withLock { $0.remove(flight) }
        for waiter in waiters { waiter(result) }
    }
}

/// The cache key of an analysis: two analyses with equal keys have equal outcomes.
protocol AnalysisIdentity: Hashable, Sendable {
    /// The digest of the picture.
    var source: Digest { get }
    /// The kinds of damage in the file that are tolerated.
    var damage: DamagePolicy { get }
    /// The frame or page of the file, and the size at which a drawing is drawn.
    var selection: PictureSelection { get }
}

/// An analysis that is in progress.
final class AnalysisFlight<Name: AnalysisIdentity>: Sendable {
    /// The key of the analysis: its picture and whatever else its outcome depends on.
    let name: Name
    /// The means to cancel the analysis, with its deadline.
    let cancellation: Cancellation

    init(_ name: Name, deadline: ContinuousClock.Instant) {
        self.name = name
        cancellation = Cancellation(deadline: deadline)
    }
}
