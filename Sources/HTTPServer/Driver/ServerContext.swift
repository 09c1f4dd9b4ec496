// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// What all connections of a server share.
final class ServerContext: Sendable {
    let handler: any HTTPHandler
    let limits: HTTPServerConfiguration.Limits
    let intervals: ConnectionStateMachine.Intervals
    let counters = Counters()

    /// Has one entry for every open connection.
    let connections = DispatchGroup()

    private let nextExchange = Atomic<UInt64>(1)

    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.handler = handler
        limits = configuration.limits
        intervals = ConnectionStateMachine.Intervals(configuration.timeouts)
    }

    /// The number of a new exchange.
    func makeExchangeID() -> UInt64 {
        nextExchange.add(1, ordering: .relaxed).oldValue
    }
}
