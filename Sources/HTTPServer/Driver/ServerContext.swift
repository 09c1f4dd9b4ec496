// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// What all connections of a server share.
final class ServerContext: Sendable {
    let handler: any HTTPHandler
    let limits: HTTPServerConfiguration.Limits
    let intervals: ConnectionStateMachine.Intervals
    /// What happens before a connection has a loop, and the connections that are open.
    let counters = Counters()

    /// Has one entry for every open connection.
    let connections = DispatchGroup()

    /// How many exchanges a loop numbers before it asks again.
    private static let numbersAtOnce: UInt64 = 1_024

    private let nextExchange = Atomic<UInt64>(1)

    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.handler = handler
        limits = configuration.limits
        intervals = ConnectionStateMachine.Intervals(configuration.timeouts)
    }

    /// Numbers for new exchanges, given to nobody else.
    func takeExchangeIDs() -> Range<UInt64> {
        let (first, end) = nextExchange.add(Self.numbersAtOnce, ordering: .relaxed)
        return first..<end
    }
}
