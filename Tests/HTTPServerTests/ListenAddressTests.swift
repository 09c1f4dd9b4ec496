// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", ListenAddress.tcp(host: "127.0.0.1", port: 8080)),
        ("0.0.0.0:0", .tcp(host: "0.0.0.0", port: 0)),
        ("[::1]:65535", .tcp(host: "::1", port: 65_535)),
        ("[::]:80", .tcp(host: "::", port: 80)),
        ("localhost:80", .tcp(host: "localhost", port: 80)),
        ("my-host.example.org:80", .tcp(host: "my-host.example.org", port: 80)),
        ("unix:/run/frostpane.sock", .unix(path: "/run/frostpane.sock")),
        ("unix:relative", .unix(path: "relative")),
    ])
    func `reads and writes`(_ text: String, _ address: ListenAddress) throws {
        #expect(try ListenAddress(parsing: text) == address)
        #expect(address.description == text)
    }

    @Test(arguments: [
        ("", ListenAddress.ParseError.missingPort),
        ("127.0.0.1", .missingPort),
        ("127.0.0.1:", .missingPort),
        ("[::1]", .missingPort),
        (":8080", .missingHost),
        ("127.0.0.1:65536", .invalidPort("65536")),
        ("127.0.0.1:-1", .invalidPort("-1")),
        ("127.0.0.1:+1", .invalidPort("+1")),
        ("127.0.0.1:http", .invalidPort("http")),
        ("127.0.0.1 :80", .invalidHost("127.0.0.1 ")),
        ("127.0.0:80", .invalidHost("127.0.0")),
        ("256.0.0.1:80", .invalidHost("256.0.0.1")),
        ("::1:80", .invalidHost("::1")),
        ("[127.0.0.1]:80", .invalidHost("[127.0.0.1]")),
        ("[::1:80", .invalidHost("[::1")),
        ("http://a:80", .invalidHost("http://a")),
        ("unix:", .missingPath),
        ("unix:/a\0b", .invalidPath),
    ])
    func `refuses by the name of the fault`(_ text: String, _ fault: ListenAddress.ParseError) {
        #expect(throws: fault) { try ListenAddress(parsing: text) }
    }

    @Test func `accepts a path of 107 bytes and no more`() throws {
        let longest = "unix:" + String(repeating: "a", count: 107)
        #expect(try ListenAddress(parsing: longest).description == longest)
        #expect(throws: ListenAddress.ParseError.pathTooLong(limit: 107)) {
            try ListenAddress(parsing: longest + "a")
        }
    }

    @Test(arguments: [
        ("127.0.0.1:1", true), ("127.9.9.9:1", true), ("[::1]:1", true), ("localhost:1", true),
        ("[::ffff:127.0.0.1]:1", true), ("unix:/a", true), ("LOCALHOST:1", true),
        ("0.0.0.0:1", false), ("[::]:1", false), ("10.0.0.1:1", false), ("[::2]:1", false),
        ("[::ffff:10.0.0.1]:1", false), ("example.org:1", false),
        ("localhost.example.org:1", false),
    ])
    func `knows what only this machine reaches`(_ text: String, _ isLoopback: Bool) throws {
        #expect(try ListenAddress(parsing: text).isLoopback == isLoopback)
    }
}
