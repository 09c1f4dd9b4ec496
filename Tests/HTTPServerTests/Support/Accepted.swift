// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

/// Connects to an address that is opened for it, and looks at the socket that is accepted there.
func accepted<Result>(
    _ address: ListenAddress,
    _ look: (_ socket: Int32, _ peer: SocketAddress) -> Result
) throws -> Result {
    let configuration = HTTPServerConfiguration(addresses: [address])
    let opened = try OpenSocket(address, configuration: configuration)
    defer { opened.close() }
    let client = try #require(TestClient(opened.address))
    client.send("x")
    var found: Result?
    _ = eventually {
        guard case .connection(let socket, let peer) = SocketAddress.accept(opened.socket)
        else { return false }
        defer { Syscall.closeDescriptor(socket) }
        found = look(socket, peer)
        return true
    }
    return try #require(found)
}
