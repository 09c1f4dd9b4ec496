// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Decides which loop gets a connection, and which connections are refused.
final class Door: Sendable {
    private let context: ServerContext
    private let loops: [EventLoop]
    private let hardLimit: Int
    private let next = Atomic(0)

    init(context: ServerContext, loops: [EventLoop], reserve: (divisor: Int, minimum: Int)) {
        self.context = context
        self.loops = loops
        let limit = context.limits.connections
        hardLimit = limit + max(reserve.minimum, limit / reserve.divisor)
    }

    /// Whether one more connection can be taken, if only to be refused.
    @Sendable
    func mayAccept() -> Bool {
        context.counters.connectionsOpen.load(ordering: .relaxed) < hardLimit
    }

    /// Takes a connection; beyond the limit it is answered with 503.
    @Sendable
    func take(_ socket: Int32, _ peer: SocketAddress) {
        let counters = context.counters
        counters.connectionsAccepted.increment()
        let open = counters.connectionsOpen.add(1, ordering: .relaxed).newValue
        let limit = context.limits.connections
        let refusal: HTTPFault? = open > limit ? .tooManyConnections(limit: limit) : nil
        if refusal != nil { counters.connectionsRefused.increment() }
        context.connections.enter()
        if peer.isInternet { Syscall.disableDelay(socket) }
        let turn = next.add(1, ordering: .relaxed).oldValue
        let loop = loops[turn % loops.count]
        let text = peer.text
        loop.queue.async { loop.adopt(socket, peer: text, refusal: refusal) }
    }
}
