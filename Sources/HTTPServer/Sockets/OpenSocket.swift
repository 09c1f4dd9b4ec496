// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A listening socket and where it listens.
struct OpenSocket: Sendable {
    let socket: Int32
    /// The address, with the port that the system chose.
    let address: ListenAddress

    init(socket: Int32, address: ListenAddress) {
        self.socket = socket
        self.address = address
    }

    /// Opens an address.
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

    /// Closes the socket, and removes its file where it has one.
    func close() {
        if case .unix(let path) = address { Syscall.remove(path) }
        Syscall.closeDescriptor(socket)
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
        // An IPv4 address first: it is what "localhost" means to most clients.
        let chosen = candidates.first { $0.family == AF_INET } ?? candidates.first
        guard let chosen else { throw .unresolvable(address) }
        let socket = try Self.makeSocket(family: chosen.family, address)
        do throws(ListenError) {
            var isSet = Syscall.setOption(socket, SOL_SOCKET, SO_REUSEADDR)
            if chosen.family == AF_INET6 {
                // [::] and 0.0.0.0 are two addresses, which may both be configured.
                isSet = Syscall.setOption(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY) && isSet
            }
            guard isSet else { throw .system(address, step: .option, errno: errno) }
            try Self.bind(socket, chosen, address)
            try Self.listen(socket, address, backlog: backlog)
        } catch {
            Syscall.closeDescriptor(socket)
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
            // Nobody can connect before the socket listens, so nobody slips in before the mode.
            guard Syscall.setMode(path, configuration.unixSocketMode) else {
                throw .system(address, step: .mode, errno: errno)
            }
            try Self.listen(socket, address, backlog: configuration.backlog)
        } catch {
            Syscall.closeDescriptor(socket)
            throw error
        }
        self.socket = socket
        self.address = address
    }
}

// MARK: - Steps

extension OpenSocket {
    /// Removes what a server that was killed has left behind, and nothing else.
    private static func removeStale(
        _ path: String,
        _ target: SocketAddress,
        _ address: ListenAddress
    ) throws(ListenError) {
        guard Syscall.exists(path) else { return }
        guard Syscall.isSocket(path) else { throw .pathInUse(address) }
        let probe = try makeSocket(family: AF_UNIX, address)
        defer { Syscall.closeDescriptor(probe) }
        guard target.connect(probe) == ECONNREFUSED else { throw .pathInUse(address) }
        Syscall.remove(path)
    }

    private static func makeSocket(
        family: Int32,
        _ address: ListenAddress
    ) throws(ListenError) -> Int32 {
        let socket = Syscall.makeSocket(family: family)
        guard socket >= 0 else { throw .system(address, step: .socket, errno: errno) }
        return socket
    }

    private static func bind(
        _ socket: Int32,
        _ target: SocketAddress,
        _ address: ListenAddress
    ) throws(ListenError) {
        let error = target.bind(socket)
        guard error == 0 else { throw .system(address, step: .bind, errno: error) }
    }

    private static func listen(
        _ socket: Int32,
        _ address: ListenAddress,
        backlog: Int32
    ) throws(ListenError) {
        guard Glibc.listen(socket, backlog) == 0 else {
            throw .system(address, step: .listen, errno: errno)
        }
    }
}
