// SPDX-License-Identifier: Apache-2.0

import Platform
import Testing

@Suite struct IPNetworkTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false), ("::/0", "8.8.8.8", true),
        ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe00::1", false), ("::1", "::1", true),
        // An IPv4 address in its mapped form is the same.
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::ffff:10.0.0.0/104", "10.9.9.9", true),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ])
    func `contains the addresses that begin with its bits`(
        network: String,
        address: String,
        isInside: Bool
    ) throws {
        let address = try #require(IPAddress(address))
        #expect(try #require(IPNetwork(network)).contains(address) == isInside)
    }

    @Test(arguments: [
        "", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0/8",
        "10.0.0.1/8", "fd00::1/8", "localhost", "10.0.0.0/8/8", "10.0.0.0/0x8", "[::1]",
    ])
    func `refuses what is no network, and bits behind the common ones`(text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
