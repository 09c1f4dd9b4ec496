// SPDX-License-Identifier: Apache-2.0

import Platform

/// The peers whose word about the client of a request is believed.
public struct TrustedProxies: Hashable, Sendable {
    private var networks: [IPNetwork] = []
    private var trustsUnixSockets = false

    /// Creates an empty list, which trusts no proxy.
    public init() {}

    /// Adds a network, such as `10.0.0.0/8`, `127.0.0.1` or `fd00::/8`, or `unix` for all unix sockets.
    ///
    /// - Returns: False if the text is neither.
    public mutating func add(_ text: String) -> Bool {
        if text == "unix" {
            trustsUnixSockets = true
            return true
        }
        guard let network = IPNetwork(text) else { return false }
        networks.append(network)
        return true
    }

    /// Whether no proxy is trusted.
    public var isEmpty: Bool { networks.isEmpty && !trustsUnixSockets }

    /// Whether a peer is trusted; nil stands for that of a unix socket.
    func includes(_ address: IPAddress?) -> Bool {
        guard let address else { return trustsUnixSockets }
        return networks.contains { $0.contains(address) }
    }
}
