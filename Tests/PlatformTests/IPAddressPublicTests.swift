// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Platform

@Suite struct IPAddressPublicTests {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
        "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.9",
        "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1",
        "100::1",
        "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1",
        "fe80::1",
        "fec0::1", "ff02::1",
    ])
    func `knows what is no address of the public internet`(_ text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "169.253.0.1", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00::1", "2001:4860::8888",
        "::ffff:1.1.1.1",
        "64:ff9b::1.1.1.1",
    ])
    func `knows addresses of the public internet`(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test func `has every network of its table`() {
        #expect(IPAddress.special.count == 19)
    }
}
