// SPDX-License-Identifier: Apache-2.0

import Platform

/// The address of a connection's other end: a client or a proxy.
struct Peer: Hashable, Sendable {
    /// The address and port in the form of ``HTTPExchange/peer``.
    let text: String

    /// The IP address; nil for a unix socket.
    let address: IPAddress?

    /// Creates a peer from the socket address of a connection.
    init(_ address: SocketAddress) {
        text = address.text
        self.address = address.numeric
    }
}

extension IPAddress {
    /// The address in the form of ``HTTPExchange/peer``, without a port.
    var peerText: String {
        let host = SocketAddress(self, port: 0).host
        switch self {
        case .v4: return host
        case .v6: return "[\(host)]"
        }
    }
}
