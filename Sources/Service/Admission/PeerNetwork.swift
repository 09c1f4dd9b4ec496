// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Rendering

extension RequestContext {
    /// The client that the queue counts the request for: the owner of its token, or else its network.
    var caller: WorkerPool.Caller {
        access.identity ?? WorkerPool.Caller(PeerNetwork.name(of: exchange.peer))
    }
}

/// The grouping of clients by their network.
enum PeerNetwork {
    /// Returns the part of a client's IP address that all clients of its network share.
    ///
    /// - Parameter peer: An address with a port, as ``HTTPExchange/peer`` has it.
    /// - Returns: The first 24 bits of an IPv4 address, about the first 64 of an IPv6 address, and
    ///   any other text as it is.
    static func name(of peer: String) -> Substring {
        if peer.utf8.first == UInt8(ascii: "[") {
            var colons = 0
            var last = UInt8(0)
            let end = peer.utf8.firstIndex { byte in
                defer { last = byte }
                guard byte == UInt8(ascii: ":") else { return byte == UInt8(ascii: "]") }
                colons += 1
                return colons == 4 || last == byte
            }
            return peer[..<(end ?? peer.endIndex)]
        }
        let end = peer.utf8.lastIndex(of: UInt8(ascii: "."))
        return peer[..<(end ?? peer.endIndex)]
    }
}
