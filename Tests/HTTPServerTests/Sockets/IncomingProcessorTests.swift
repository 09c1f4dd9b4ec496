// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct IncomingProcessorTests {
    private func processor(_ address: ListenAddress) throws -> Int? {
        try accepted(address) { socket, peer in
            #expect(peer.isLoopback == peer.isInternet)
            return Syscall.incomingProcessor(socket)
        }
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1"])
    func `is one of the processors for a connection to the machine itself`(_ host: String) throws {
        let found = try #require(try processor(.tcp(host: host, port: 0)))
        #expect((0..<1 << 16).contains(found))
    }

    @Test(arguments: ["10.127.0.1", "128.0.0.1", "::2", "::ffff:10.0.0.1", "fe80::1"])
    func `is not asked of other machines`(_ host: String) throws {
        #expect(!SocketAddress(try #require(IPAddress(host)), port: 1).isLoopback)
    }

    @Test func `is unknown for what has no packets`() throws {
        #expect(try processor(.unix(path: temporarySocketPath())) == nil)
        #expect(Syscall.incomingProcessor(-1) == nil)
    }
}
