// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Two connected sockets, neither of which blocks.
final class SocketPair {
    private(set) var server: Int32
    private var client: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the call writes two descriptors.
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        server = ends[0]
        client = ends[1]
    }

    deinit {
        if server >= 0 { _ = close(server) }
        closeClient()
    }

    /// The socket of the server, which is somebody else's to close from now on.
    func giveServer() -> Int32 {
        defer { server = -1 }
        return server
    }

    func closeClient() {
        if client >= 0 { _ = close(client) }
        client = -1
    }
}
