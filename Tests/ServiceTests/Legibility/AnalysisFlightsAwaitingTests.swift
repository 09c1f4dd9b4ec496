// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct AnalysisFlightsAwaitingTests {
    private struct Name: AnalysisIdentity {
        var source = Digest(of: [1])
        var damage = DamagePolicy.partial
        var selection = PictureSelection()
    }

    private typealias Flights = AnalysisFlights<Name, Int>

    private let flights = Flights(budget: 1_000) { _ in 1 }
    private let flight = Held<AnalysisFlight<Name>>()
    private let joins = Shared(0)

    /// Waits for the outcome; −1 for an error.
    private func outcome() async -> Int {
        do throws(ServiceError) {
            let waited = try await flights.wait(for: Name(), deadline: .now + .seconds(60)) { new in
                if let new { flight.take(new) } else { joins.change { $0 += 1 } }
            }
            return switch waited {
            case .known(let outcome): outcome
            case .found(let finding): finding.outcome
            }
        } catch {
            return -1
        }
    }

    private func end(_ outcome: Int) throws {
        let source = try SourceImage(bytes: try TestPicture.png(), limits: DecodeLimits())
        flights.end(
            try #require(flight.value),
            .success(Flights.Finding(outcome: outcome, source: source))
        )
    }

    @Test func `waits once for all, and finds the outcome in the cache afterwards`() async throws {
        let first = Task { await outcome() }
        try await eventually { flight.value != nil }
        let second = Task { await outcome() }
        try await eventually { joins.value == 1 }
        try end(7)
        #expect(await first.value == 7)
        #expect(await second.value == 7)
        flight.drop()
        #expect(await outcome() == 7)
        #expect(flight.value == nil)
        #expect(joins.value == 1)
    }

    @Test func `stops the analysis when the last waiting task is cancelled`() async throws {
        let first = Task { await outcome() }
        try await eventually { flight.value != nil }
        let second = Task { await outcome() }
        try await eventually { joins.value == 1 }
        first.cancel()
        #expect(await first.value == -1)
        #expect(flight.value?.cancellation.isCancelled == false)
        second.cancel()
        #expect(await second.value == -1)
        #expect(flight.value?.cancellation.isCancelled == true)
        #expect(flights.count == 0)
        #expect(flights.waiterCount == 0)
    }

    @Test func `throws the error of the analysis`() async throws {
        let task = Task { await outcome() }
        try await eventually { flight.value != nil }
        flights.end(try #require(flight.value), .failure(.imageNotFound))
        #expect(await task.value == -1)
    }
}
