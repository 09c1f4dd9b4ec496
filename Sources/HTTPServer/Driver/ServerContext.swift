// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The state that all connections of a server share.
final class ServerContext: Sendable {
    let handler: any HTTPHandler
    let limits: HTTPServerConfiguration.Limits
    let intervals: ConnectionStateMachine.Intervals
    let trustedProxies: TrustedProxies
    /// The counters of accepted, open and refused connections; event loops count their exchanges.
    let counters = Counters()

    /// A dispatch group that is entered for each open connection, to wait until all are closed.
    let connections = DispatchGroup()

    /// The number of exchange IDs that an event loop reserves at once.
    private static let numbersAtOnce: UInt64 = 1_024

    private let nextExchange = Atomic<UInt64>(1)

    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.handler = handler
        limits = configuration.limits
        trustedProxies = configuration.trustedProxies
        intervals = ConnectionStateMachine.Intervals(configuration.timeouts)
    }

    /// Reserves numbers for an event loop's next exchanges.
    func takeExchangeIDs() -> Range<UInt64> {
        let (first, end) = nextExchange.add(Self.numbersAtOnce, ordering: .relaxed)
        return first..<end
    }
}
