// SPDX-License-Identifier: Apache-2.0

/// A range of IP addresses that begin with the same bits, such as `10.0.0.0/8`.
package struct IPNetwork: Hashable, Sendable {
    /// The sixteen bytes of the first address; an IPv4 address in its mapped form.
    private let bytes: [UInt8]

    /// The length of the prefix that all addresses share, in bits of the sixteen bytes.
    private let bitCount: Int

    /// Parses an address, or an address with a prefix length such as `10.0.0.0/8`.
    ///
    /// Bits behind the prefix must be zero, as other bits are usually a mistake.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        bytes = address.mapped
        let familyBits = address.familyBits
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count),
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let count = Int(parts[1]), count <= familyBits
            else { return nil }
            bitCount = 128 - familyBits + count
        } else {
            bitCount = 128
        }
        guard (bitCount..<128).allSatisfy({ !Self.bit($0, of: bytes) }) else { return nil }
    }

    /// Whether an address is in the network; an IPv4 address and its mapped form are the same.
    package func contains(_ address: IPAddress) -> Bool {
        let other = address.mapped
        let whole = bitCount / 8
        guard bytes[..<whole].elementsEqual(other[..<whole]) else { return false }
        return (whole * 8..<bitCount).allSatisfy {
            Self.bit($0, of: bytes) == Self.bit($0, of: other)
        }
    }

    private static func bit(_ index: Int, of bytes: [UInt8]) -> Bool {
        bytes[index / 8] >> (7 - index % 8) & 1 != 0
    }
}

extension IPAddress {
    /// The address as sixteen bytes; an IPv4 address is mapped to IPv6.
    ///
    /// Reference: RFC 4291, section 2.5.5.2.
    fileprivate var mapped: [UInt8] {
        switch self {
        case .v4(let bytes): [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
        case .v6(let bytes): bytes
        }
    }

    fileprivate var familyBits: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }
}
