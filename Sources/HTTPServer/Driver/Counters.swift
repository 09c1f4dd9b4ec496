// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts of a server, each of which is true by itself; they are not taken at one instant.
///
/// What happens at each request every loop counts by itself, so that no two cores write to the same
/// line of memory.
final class Counters: Sendable {
    let connectionsAccepted = Atomic(0)
    let connectionsRefused = Atomic(0)
    let connectionsOpen = Atomic(0)
    let requests = Atomic(0)
    let exchangesActive = Atomic(0)
    let faults = Atomic(0)
    let clientsLeft = Atomic(0)
    let timeouts = Atomic(0)
    let bytesReceived = Atomic(0)
    let bytesSent = Atomic(0)

    /// Adds the counts to a sum.
    func add(to statistics: inout ServerStatistics) {
        statistics.connectionsAccepted += connectionsAccepted.load(ordering: .relaxed)
        statistics.connectionsRefused += connectionsRefused.load(ordering: .relaxed)
        statistics.connectionsOpen += connectionsOpen.load(ordering: .relaxed)
        statistics.requests += requests.load(ordering: .relaxed)
        statistics.exchangesActive += exchangesActive.load(ordering: .relaxed)
        statistics.faults += faults.load(ordering: .relaxed)
        statistics.clientsLeft += clientsLeft.load(ordering: .relaxed)
        statistics.timeouts += timeouts.load(ordering: .relaxed)
        statistics.bytesReceived += bytesReceived.load(ordering: .relaxed)
        statistics.bytesSent += bytesSent.load(ordering: .relaxed)
    }

    /// Counts the end of an exchange.
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
    /// Adds to a count.
    func increment(by amount: Int = 1) {
        add(amount, ordering: .relaxed)
    }
}
