// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Atomic counters of a server; they are exact, but not all read at the same instant.
///
/// Every loop counts its own requests, so that no two cores write to the same cache line.
final class Counters: Sendable {
    let connectionsAccepted = Atomic(0)
    let connectionsRefused = Atomic(0)
    let connectionsGivenUp = Atomic(0)
    let connectionsOpen = Atomic(0)
    let requests = Atomic(0)
    let exchangesActive = Atomic(0)
    let faults = Atomic(0)
    let clientsLeft = Atomic(0)
    let timeouts = Atomic(0)
    let bytesReceived = Atomic(0)
    let bytesSent = Atomic(0)

    /// Adds the current values of the counters to statistics.
    func add(to statistics: inout ServerStatistics) {
        statistics.connectionsAccepted += connectionsAccepted.load(ordering: .relaxed)
        statistics.connectionsRefused += connectionsRefused.load(ordering: .relaxed)
        statistics.connectionsGivenUp += connectionsGivenUp.load(ordering: .relaxed)
        statistics.connectionsOpen += connectionsOpen.load(ordering: .relaxed)
        statistics.requests += requests.load(ordering: .relaxed)
        statistics.exchangesActive += exchangesActive.load(ordering: .relaxed)
        statistics.faults += faults.load(ordering: .relaxed)
        statistics.clientsLeft += clientsLeft.load(ordering: .relaxed)
        statistics.timeouts += timeouts.load(ordering: .relaxed)
        statistics.bytesReceived += bytesReceived.load(ordering: .relaxed)
        statistics.bytesSent += bytesSent.load(ordering: .relaxed)
    }

    /// Counts the outcome of an exchange that has ended.
    func count(_ outcome: ExchangeRecord.Outcome) {
        switch outcome {
        case .completed, .failedMidway: break
        case .clientLeft: clientsLeft.increment()
        case .timedOut: timeouts.increment()
        case .fault(let fault):
            faults.increment()
            if fault == .headTimeout || fault == .bodyTimeout { timeouts.increment() }
        }
    }
}

extension Atomic<Int> {
    /// Adds an amount to the counter, without ordering other memory accesses.
    func increment(by amount: Int = 1) {
        add(amount, ordering: .relaxed)
    }
}
