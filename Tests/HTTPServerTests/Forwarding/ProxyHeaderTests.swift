// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct ProxyHeaderTests {
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10]

    private static func binary(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
        signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 255)] + rest
    }

    private static let four: [UInt8] = [203, 0, 113, 7, 10, 0, 0, 1, 0x12, 0x67, 0, 80]
    private static let six: [UInt8] =
        [0x20, 1, 13, 184] + [UInt8](repeating: 0, count: 11) + [1]
        + [UInt8](repeating: 0, count: 16) + [0x12, 0x67, 0, 80]

    /// Reads a header and what follows it, in pieces.
    private func read(_ bytes: [UInt8], step: Int) -> (found: String, rest: String) {
        var header = ProxyHeader()
        var start = 0
        while start < bytes.count {
            let end = min(start + step, bytes.count)
            let piece = Array(bytes[start..<end])
            var offset = 0
            switch header.next(piece.span, at: &offset) {
            case .needsMore: start = end
            case .malformed: return ("malformed", "")
            case .client(let peer):
                let rest = bytes[(start + offset)...]
                return (peer?.text ?? "nobody", String(decoding: rest, as: UTF8.self))
            }
        }
        return ("needs more", "")
    }

    private static let headers: [([UInt8], String)] = [
        (Array("PROXY TCP4 203.0.113.7 10.0.0.1 4711 80\r\n".utf8), "203.0.113.7:4711"),
        (Array("PROXY TCP6 2001:db8::1 ::1 4711 80\r\n".utf8), "[2001:db8::1]:4711"),
        (Array("PROXY UNKNOWN\r\n".utf8), "nobody"),
        (Array("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n".utf8), "nobody"),
        (binary(0x21, 0x11, four), "203.0.113.7:4711"),
        (binary(0x21, 0x21, six), "[2001:db8::1]:4711"),
        // With extensions behind the addresses.
        (binary(0x21, 0x11, four + [4, 0, 1, 0]), "203.0.113.7:4711"),
        (binary(0x20, 0x00, []), "nobody"), (binary(0x21, 0x00, []), "nobody"),
        (binary(0x21, 0x31, [UInt8](repeating: 47, count: 216)), "nobody"),
    ]

    @Test(arguments: headers)
    func `reads the client of both versions, however they are split`(
        bytes: [UInt8],
        client: String
    ) {
        for step in 1...bytes.count {
            let (found, rest) = read(bytes + Array("GET /".utf8), step: step)
            #expect(found == client)
            #expect(rest == "GET /")
        }
    }

    @Test(arguments: headers)
    func `waits for the end of a header`(bytes: [UInt8], client: String) {
        for count in 1..<bytes.count {
            #expect(read(Array(bytes[..<count]), step: 7).found == "needs more", "\(count)")
        }
    }

    private static let malformed: [[UInt8]] = [
        Array("GET / HTTP/1.1\r\n".utf8), Array("PROXY\r\n".utf8), Array("PROXY TCP4\r\n".utf8),
        Array("PROXY TCP4 203.0.113.7 10.0.0.1 4711 80\n".utf8),
        Array("PROXY TCP4 2001:db8::1 ::1 4711 80\r\n".utf8),
        Array("PROXY TCP4 203.0.113.7 10.0.0.1 65536 80\r\n".utf8),
        Array("PROXY TCP4 203.0.113.7 10.0.0.1 +1 80\r\n".utf8),
        Array("PROXY TCP4 203.0.113.7  10.0.0.1 1 80\r\n".utf8),
        Array(("PROXY UNKNOWN " + String(repeating: "x", count: 93)).utf8),
        signature + [0x11, 0x11, 0, 12] + four, signature + [0x22, 0x11, 0, 12] + four,
        signature + [0x21, 0x11, 0, 4, 1, 2, 3, 4], signature + [0x21, 0x11, 0x10, 0],
        [13, 10, 13, 11],
    ]

    @Test(arguments: malformed)
    func `refuses what is no header`(bytes: [UInt8]) {
        for step in [1, 2, 5, 1000] { #expect(read(bytes, step: step).found == "malformed") }
    }

    // MARK: In a connection

    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `serves requests behind a header`() {
        let driver = MachineDriver(hasProxyHeader: true)
        driver.handler = { driver, _ in driver.respond() }
        driver.receive("PROXY TCP4 203.0.113.7 10.0.0.1 4711 80\r\n" + get)
        driver.receive(get)
        #expect(driver.log.first == "identify 203.0.113.7:4711")
        #expect(driver.statuses == ["200", "200"])
    }

    @Test func `serves the proxy's own requests`() {
        let driver = MachineDriver(hasProxyHeader: true)
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(Self.binary(0x20, 0, []) + Array(get.utf8))
        #expect(driver.log.first == "identify nobody")
        #expect(driver.statuses == ["200"])
    }

    @Test func `closes a connection without a header, unanswered`() {
        let driver = MachineDriver(hasProxyHeader: true)
        driver.receive(get)
        #expect(driver.log == ["close"])
        #expect(driver.sent.isEmpty)
    }

    @Test func `waits no longer for a header than for a head`() {
        let driver = MachineDriver(hasProxyHeader: true)
        driver.receive("PROXY ")
        driver.wait(.milliseconds(4_999))
        #expect(driver.log.isEmpty)
        driver.wait(.milliseconds(1))
        #expect(driver.log == ["close"])
    }

    @Test func `closes when the input ends within a header`() {
        let driver = MachineDriver(hasProxyHeader: true)
        driver.receive("PROXY ")
        driver.endInput()
        #expect(driver.log == ["close"])
    }

    @Test func `takes the address of a header for the peer`() async throws {
        let live = try LiveServer([]) { $0.proxyAddresses = [.tcp(host: "127.0.0.1", port: 0)] }
        try await onThread {
            let client = try live.connect()
            client.send("PROXY TCP4 203.0.113.7 10.0.0.1 4711 80\r\n")
            #expect(client.get("/hello")?.status == 200)
        }
        #expect(eventually { live.handler.firstPeer == "203.0.113.7:4711" })
    }

    @Test(arguments: [("127.0.0.1", "203.0.113.7"), ("10.0.0.0/8", "127.0.0.1:")])
    func `believes the fields of trusted peers only`(network: String, peer: String) async throws {
        let live = try LiveServer { _ = $0.trustedProxies.add(network) }
        try await onThread {
            let client = try live.connect()
            let response = client.get("/hello", fields: "X-Forwarded-For: 203.0.113.7\r\n")
            #expect(response?.status == 200)
        }
        #expect(eventually { live.handler.firstPeer.hasPrefix(peer) })
    }
}
