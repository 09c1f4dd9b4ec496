// SPDX-License-Identifier: Apache-2.0

/// A numeric IP address.
package enum IPAddress: Hashable, Sendable {
    /// An IPv4 address: its four bytes in network order.
    case v4([UInt8])

    /// An IPv6 address: its sixteen bytes in network order.
    case v6([UInt8])

    /// Parses a numeric address; names and brackets are not accepted.
    package init?(_ text: String) {
        if let bytes = SocketAddress.parseIPv4(text) {
            self = .v4(bytes)
        } else if let bytes = SocketAddress.parseIPv6(text) {
            self = .v6(bytes)
        } else {
            return nil
        }
    }

    /// Whether the address is a loopback address, whose packets never leave the machine.
    package var isLoopback: Bool {
        switch self {
        case .v4(let bytes):
            return bytes[0] == 127
        case .v6(let bytes):
            if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes[15] == 1 }
            // IPv4-mapped IPv6 addresses.
            let isMapped =
                bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return isMapped && bytes[12] == 127
        }
    }
}
