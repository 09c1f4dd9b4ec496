// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPServer
import Platform

/// Asks a server on this machine for `/healthz` to learn whether it is alive.
struct HealthProbe {
    /// The timeout of each read and write, in seconds.
    static let timeout = 3

    private let descriptor: Int32

    /// Connects to the server at an address on which it listens.
    ///
    /// - Parameter address: The address on which it listens; an unspecified address stands for the
    ///   loopback.
    /// - Throws: Errors of the system.
    init(_ address: ListenAddress) throws(Syscall.Failure) {
        switch address {
        case .unix(let path):
            guard path.utf8.count <= ListenAddress.maximumPathLength else {
                throw Syscall.Failure(code: ENAMETOOLONG)
            }
            descriptor = try Self.connect(SocketAddress(path: path))
        case .tcp(let host, let port):
            let target = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
            guard let found = SocketAddress.resolve(target, port: port).first else {
                throw Syscall.Failure(code: EADDRNOTAVAIL)
            }
            descriptor = try Self.connect(found)
        }
    }

    /// Returns the HTTP status of the response to `/healthz`; nil if the response is not HTTP.
    consuming func status() throws(Syscall.Failure) -> Int? {
        defer { try? Syscall.close(descriptor) }
        let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        try Syscall.write(Array(request.utf8), to: descriptor)
        let answer = String(decoding: try Syscall.readAll(descriptor).prefix(32), as: UTF8.self)
        let words = answer.split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/1.") else { return nil }
        return Int(words[1])
    }

    /// Opens a blocking socket with timeouts, and connects it to an address.
    private static func connect(_ target: SocketAddress) throws(Syscall.Failure) -> Int32 {
        let socket = try Syscall.makeSocket(family: target.family, blocks: true)
        Syscall.setTimeout(socket, seconds: timeout)
        do throws(Syscall.Failure) {
            try target.connect(socket)
            return socket
        } catch {
            try? Syscall.close(socket)
            throw error
        }
    }
}
