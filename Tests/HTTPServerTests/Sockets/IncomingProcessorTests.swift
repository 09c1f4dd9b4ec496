// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HTTPServer

@Suite struct IncomingProcessorTests {
    private func processor(_ address: ListenAddress) throws -> Int? {
        let configuration = HTTPServerConfiguration(addresses: [address])
        let opened = try OpenSocket(address, configuration: configuration)
        defer { opened.close() }
        let client = try #require(TestClient(opened.address))
        client.send("x")
        var found: Int?
        let hasConnected = eventually {
            guard case .connection(let socket, let peer) = SocketAddress.accept(opened.socket)
            else { return false }
            defer { Syscall.closeDescriptor(socket) }
            #expect(peer.isLoopback == peer.isInternet)
            found = Syscall.incomingProcessor(socket)
            return true
        }
        #expect(hasConnected)
        return found
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
