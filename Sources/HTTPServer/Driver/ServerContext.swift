// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The state shared by all connections of a server.
final class ServerContext: Sendable {
    let handler: any HTTPHandler
    let limits: HTTPServerConfiguration.Limits
    let intervals: ConnectionStateMachine.Intervals
    let trustedProxies: TrustedProxies
    /// The counters for connections without a loop, and for open connections.
    let counters = Counters()

    /// A group with one entry for every open connection.
    let connections = DispatchGroup()

    /// The number of exchange numbers that a loop reserves at once.
    private static let numbersAtOnce: UInt64 = 1_024

    private let nextExchange = Atomic<UInt64>(1)

    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.handler = handler
        limits = configuration.limits
        trustedProxies = configuration.trustedProxies
        intervals = ConnectionStateMachine.Intervals(configuration.timeouts)
    }

    /// Reserves numbers for new exchanges.
    func takeExchangeIDs() -> Range<UInt64> {
        let (first, end) = nextExchange.add(Self.numbersAtOnce, ordering: .relaxed)
        return first..<end
    }
}
