// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// An accepted connection that no event loop has taken yet.
struct Newcomer: Sendable {
    let socket: Int32
    let peer: Peer
    /// Whether the connection begins with a header of the PROXY protocol.
    let hasProxyHeader: Bool
}

/// Assigns accepted connections to event loops, and limits their number.
final class ConnectionDistributor: Sendable {
    private let context: ServerContext
    private let loops: [EventLoop]
    private let hardLimit: Int
    private let room: ConnectionRoom
    private let firstSpareDescriptor: Int32
    /// The number of open connections when the process last ran out of descriptors.
    private let shortage = Atomic(Int.max)
    private let next = Atomic<UInt>(0)

    init(context: ServerContext, loops: [EventLoop], reserve: (divisor: Int, minimum: Int)) {
        self.context = context
        self.loops = loops
        let limit = context.limits.connections
        hardLimit = limit + max(reserve.minimum, limit / reserve.divisor)
        firstSpareDescriptor = DescriptorReserve.first()
        room = ConnectionRoom(context: context, loops: loops)
    }

    /// Whether one more connection can be accepted, even if only to be refused.
    @Sendable
    func mayAccept() -> Bool {
        let open = context.counters.connectionsOpen.load(ordering: .relaxed)
        // A single connection may always try, because something else may have used up the
        // descriptors.
        return open < hardLimit && (open == 0 || open < shortage.load(ordering: .relaxed))
    }

    /// Takes an accepted connection; beyond the limit, it replaces an idle one or is answered with
    /// 503.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - peer: The address of its peer.
    ///   - hasProxyHeader: Whether its first bytes are a header of the PROXY protocol.
    /// - Returns: False if the process has no descriptor to spare; the socket is closed then.
    @Sendable
    func take(_ socket: Int32, _ peer: SocketAddress, hasProxyHeader: Bool = false) -> Bool {
        let counters = context.counters
        let before = counters.connectionsOpen.load(ordering: .relaxed)
        guard socket < firstSpareDescriptor else {
            shortage.store(before, ordering: .relaxed)
            counters.connectionsRefused.increment()
            try? Syscall.close(socket)
            return false
        }
        shortage.store(.max, ordering: .relaxed)
        counters.connectionsAccepted.increment()
        let open = counters.connectionsOpen.add(1, ordering: .relaxed).newValue
        context.connections.enter()
        if peer.isInternet { Syscall.disableDelay(socket) }
        let newcomer = Newcomer(
            socket: socket,
            peer: Peer(peer),
            hasProxyHeader: hasProxyHeader
        )
        if open > context.limits.connections {
            room.make(for: newcomer) { [self] in assign($0, refusal: $1) }
        } else {
            assign(newcomer, refusal: nil)
        }
        return true
    }

    private func assign(_ newcomer: Newcomer, refusal: HTTPFault?) {
        let loop = nextLoop()
        loop.assignedCount.increment()
        loop.perform { loop in loop.adopt(newcomer, refusal: refusal) }
    }

    /// Chooses the event loop with the fewest connections; equal ones take turns.
    private func nextLoop() -> EventLoop {
        let start = Int(next.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(loops.count))
        let order = loops[start...] + loops[..<start]
        let least = order.min {
            $0.assignedCount.load(ordering: .relaxed) < $1.assignedCount.load(ordering: .relaxed)
        }
        return least ?? loops[start]
    }
}
