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

    /// Takes what has arrived at the client.
    func receive() -> [UInt8] {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            // SAFETY: the call writes at most the count of the buffer.
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe recv(client, $0.baseAddress, $0.count, 0)
            }
            guard count > 0 else { return received }
            received += piece[..<count]
        }
    }
}

/// A pipe that does not block, and holds so many bytes and no more.
final class NarrowPipe {
    let input: Int32
    private let output: Int32

    init?(capacity: Int) {
        var ends: [Int32] = [-1, -1]
        // SAFETY: the call writes two descriptors.
        guard unsafe pipe(&ends) == 0 else { return nil }
        output = ends[0]
        input = ends[1]
        guard fcntl(input, F_SETFL, O_NONBLOCK) == 0,
            fcntl(input, Self.setSize, Int32(capacity)) == capacity
        else { return nil }
    }

    /// `F_SETPIPE_SZ`, which hides behind a feature macro.
    private static let setSize: Int32 = 1_031

    deinit {
        _ = close(input)
        _ = close(output)
    }
}
