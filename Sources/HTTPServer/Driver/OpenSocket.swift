// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform

/// A socket that listens on an address.
struct OpenSocket: Sendable {
    let socket: Int32
    /// The local address; a port of 0 is replaced by the one that the system chose.
    let address: ListenAddress

    init(socket: Int32, address: ListenAddress) {
        self.socket = socket
        self.address = address
    }

    /// Opens a socket that listens on an address.
    init(
        _ address: ListenAddress,
        configuration: HTTPServerConfiguration
    ) throws(ListenError) {
        switch address {
        case .tcp(let host, let port):
            try self.init(host: host, port: port, address, backlog: configuration.backlog)
        case .unix(let path):
            try self.init(path: path, address, configuration: configuration)
        }
    }

    /// Closes the socket, and removes the file of a unix socket.
    func close() {
        if case .unix(let path) = address { Syscall.remove(path) }
        try? Syscall.close(socket)
    }

    private init(
        host: String,
        port: UInt16,
        _ address: ListenAddress,
        backlog: Int32
    ) throws(ListenError) {
        let candidates =
            IPAddress(host).map { [SocketAddress($0, port: port)] }
            ?? SocketAddress.resolve(host, port: port)
        // An IPv4 address first, because most clients resolve "localhost" to it.
        let chosen = candidates.first { $0.family == AF_INET } ?? candidates.first
        guard let chosen else { throw .unresolvable(address) }
        let socket = try Self.makeSocket(family: chosen.family, address)
        do throws(ListenError) {
            try Self.attempt(.option, address) { () throws(Syscall.Failure) in
                try Syscall.enable(SO_REUSEADDR, of: SOL_SOCKET, on: socket)
                // [::] and 0.0.0.0 are two addresses, which may both be configured.
                guard chosen.family == AF_INET6 else { return }
                try Syscall.enable(IPV6_V6ONLY, of: Int32(IPPROTO_IPV6), on: socket)
            }
            try Self.bind(socket, chosen, address)
            try Self.listen(socket, address, backlog: backlog)
        } catch {
            try? Syscall.close(socket)
            throw error
        }
        self.socket = socket
        self.address = .tcp(host: host, port: SocketAddress(boundTo: socket).port)
    }

    private init(
        path: String,
        _ address: ListenAddress,
        configuration: HTTPServerConfiguration
    ) throws(ListenError) {
        let target = SocketAddress(path: path)
        try Self.removeStale(path, target, address)
        let socket = try Self.makeSocket(family: AF_UNIX, address)
        do throws(ListenError) {
            try Self.bind(socket, target, address)
            // Clients cannot connect before the socket listens, so the mode is set in time.
            try Self.attempt(.mode, address) { () throws(Syscall.Failure) in
                try Syscall.setPermissions(configuration.unixSocketMode, of: path)
            }
            try Self.listen(socket, address, backlog: configuration.backlog)
        } catch {
            try? Syscall.close(socket)
            throw error
        }
        self.socket = socket
        self.address = address
    }
}

// MARK: - Steps

extension OpenSocket {
    /// Removes the file of a unix socket on which no server answers; throws if the path is anything
    /// else.
    private static func removeStale(
        _ path: String,
        _ target: SocketAddress,
        _ address: ListenAddress
    ) throws(ListenError) {
        guard let status = try? Syscall.linkStatus(path) else { return }
        guard status.kind == .socket else { throw .pathInUse(address) }
        let probe = try makeSocket(family: AF_UNIX, address)
        defer { try? Syscall.close(probe) }
        do throws(Syscall.Failure) {
            try target.connect(probe)
            throw Syscall.Failure(code: EADDRINUSE)
        } catch {
            guard error.code == ECONNREFUSED else { throw .pathInUse(address) }
        }
        Syscall.remove(path)
    }

    private static func makeSocket(
        family: Int32,
        _ address: ListenAddress
    ) throws(ListenError) -> Int32 {
        try attempt(.socket, address) { () throws(Syscall.Failure) in
            try Syscall.makeSocket(family: family)
        }
    }

    private static func bind(
        _ socket: Int32,
        _ target: SocketAddress,
        _ address: ListenAddress
    ) throws(ListenError) {
        try attempt(.bind, address) { () throws(Syscall.Failure) in try target.bind(socket) }
    }

    private static func listen(
        _ socket: Int32,
        _ address: ListenAddress,
        backlog: Int32
    ) throws(ListenError) {
        try attempt(.listen, address) { () throws(Syscall.Failure) in
            try Syscall.listen(socket, backlog: backlog)
        }
    }

    /// Performs one step of opening a socket, and names the step in an error.
    private static func attempt<Result>(
        _ step: ListenError.Step,
        _ address: ListenAddress,
        _ call: () throws(Syscall.Failure) -> Result
    ) throws(ListenError) -> Result {
        do throws(Syscall.Failure) {
            return try call()
        } catch {
            throw .system(address, step: step, errno: error.code)
        }
    }
}
