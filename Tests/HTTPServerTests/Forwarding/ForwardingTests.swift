// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ForwardingTests {
    private func read(_ fields: [(String, String)]) throws -> Forwarding {
        var trusted = TrustedProxies()
        for network in ["10.0.0.0/8", "fd00::/8"] { _ = trusted.add(network) }
        var all = HTTPFields()
        for (name, value) in fields {
            all.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return Forwarding(all, trusted: trusted)
    }

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("203.0.113.7, 10.0.0.2", "203.0.113.7"),
        // What the client made up stands before what the proxies added.
        ("127.0.0.1, 203.0.113.7,10.1.1.1 , 10.0.0.2", "203.0.113.7"),
        ("nonsense, 203.0.113.7", "203.0.113.7"), ("10.0.0.9, 10.0.0.2", "10.0.0.9"),
        ("203.0.113.7:4711", "203.0.113.7"), ("[2001:db8::1]:80, fd00::1", "[2001:db8::1]"),
        ("2001:db8::1", "[2001:db8::1]"), ("203.0.113.7, unknown, 10.0.0.2", "10.0.0.2"),
    ])
    func `takes the last address that is no proxy's for the client`(
        value: String,
        client: String
    ) throws {
        #expect(try read([("X-Forwarded-For", value)]).client == client)
    }

    @Test(arguments: ["", "unknown", "_hidden", ",,", "203.0.113", "a b"])
    func `knows no client of a list that ends with nonsense`(value: String) throws {
        #expect(try read([("X-Forwarded-For", value)]).client == nil)
    }

    @Test func `reads the end of a list, however long it is`() throws {
        let made = String(repeating: "198.51.100.1, ", count: 1_000)
        let value = made + "203.0.113.7, 10.0.0.2"
        #expect(try read([("X-Forwarded-For", value)]).client == "203.0.113.7")
        #expect(try read([("Forwarded", "for=1.1.1.1, " + made)]).client == nil)
    }

    @Test func `joins lists in several fields`() throws {
        let fields = [("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-For", "10.0.0.2")]
        #expect(try read(fields).client == "203.0.113.7")
    }

    @Test(
        arguments: [
            ("for=203.0.113.7", "203.0.113.7", nil, nil),
            ("For=\"[2001:db8:cafe::17]:4711\";Proto=HTTPS", "[2001:db8:cafe::17]", "https", nil),
            (
                "for=192.0.2.60;proto=http;by=203.0.113.43;host=example.com:8080, for=10.0.0.1",
                "192.0.2.60", "http", "example.com:8080"
            ),
            (
                "for=1.1.1.1;host=evil.example, for=192.0.2.60;host=a.example", "192.0.2.60", nil,
                "a.example"
            ),
            ("for=_hidden;proto=https", nil, "https", nil),
            ("proto=ftp;host=\"a b\"", nil, nil, nil),
            ("for=\"1.1.1.1, for=2.2.2.2\"", nil, nil, nil), ("nonsense", nil, nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func `reads the standard field`(
        value: String,
        client: String?,
        scheme: String?,
        host: String?
    ) throws {
        let forwarding = try read([("Forwarded", value)])
        #expect(forwarding.client == client)
        #expect(forwarding.scheme == scheme)
        #expect(forwarding.host == host)
    }

    @Test func `reads the scheme, the host and the prefix of the nearest proxy`() throws {
        let forwarding = try read([
            ("X-Forwarded-Proto", "http, HTTPS"), ("X-Forwarded-Host", "evil, img.example.org"),
            ("X-Forwarded-Prefix", "/frost/"),
        ])
        #expect(forwarding.scheme == "https")
        #expect(forwarding.host == "img.example.org")
        #expect(forwarding.prefix == "/frost")
    }

    @Test(arguments: ["frost", "//evil.example", "/a/../b", "/a b", "/a?b", "/a%2F", "/a//b", "/."])
    func `believes no prefix that is no plain path`(value: String) throws {
        #expect(try read([("X-Forwarded-Prefix", value)]).prefix == "")
    }

    @Test(arguments: ["a/b", "a@b", "a%zz", "a:99999", "", "a\"b"])
    func `believes no host that is none`(value: String) throws {
        #expect(try read([("X-Forwarded-Host", value)]).host == nil)
    }

    @Test func `believes neither of two fields that name different clients`() throws {
        let contradiction = [("Forwarded", "for=1.1.1.1"), ("X-Forwarded-For", "2.2.2.2")]
        #expect(try read(contradiction) == Forwarding())
        let agreement = [("Forwarded", "for=2.2.2.2"), ("X-Forwarded-For", "2.2.2.2")]
        #expect(try read(agreement).client == "2.2.2.2")
    }
}
