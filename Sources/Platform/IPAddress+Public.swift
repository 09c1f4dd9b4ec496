// SPDX-License-Identifier: Apache-2.0

extension IPAddress {
    /// Whether the address belongs to the public internet.
    ///
    /// Not public are addresses of this machine, its link, private networks and networks of
    /// carriers, and those for groups, documentation or later use.
    ///
    /// An IPv4 address within an IPv6 address counts as itself.
    ///
    /// Reference: IANA, Special-Purpose Address Registries for IPv4 and IPv6 (RFC 6890); RFC 6052, section 2.1.
    package var isPublic: Bool {
        switch self {
        case .v4:
            return !Self.special.contains { $0.contains(self) }
        case .v6(let bytes):
            if Self.carriers.contains(where: { $0.contains(self) }) {
                return IPAddress.v4(Array(bytes[12...])).isPublic
            }
            return Self.unicast.contains { $0.contains(self) }
                && !Self.special.contains { $0.contains(self) }
        }
    }

    /// The special-purpose networks that are not part of the public internet.
    static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap { IPNetwork($0) }

    /// The networks of public IPv6 addresses; all others are reserved.
    private static let unicast = ["2000::/3"].compactMap { IPNetwork($0) }

    /// The IPv6 networks that carry IPv4 addresses in their last four bytes: mapped and translated
    /// ones.
    private static let carriers = ["::ffff:0:0/96", "64:ff9b::/96"].compactMap { IPNetwork($0) }
}
