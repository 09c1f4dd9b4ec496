// SPDX-License-Identifier: Apache-2.0

import Platform

/// The addresses of proxies whose statements about clients are trusted.
public struct TrustedProxies: Hashable, Sendable {
    private var networks: [IPNetwork] = []
    private var trustsUnixSockets = false

    /// Creates an empty list, which trusts no proxy.
    public init() {}

    /// Adds an IP network, such as `10.0.0.0/8`, `127.0.0.1` or `fd00::/8`, or `unix` for all Unix
    /// sockets.
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

    /// Whether a peer is a trusted proxy; nil stands for a peer on a unix socket.
    func includes(_ address: IPAddress?) -> Bool {
        guard let address else { return trustsUnixSockets }
        return networks.contains { $0.contains(address) }
    }
}
