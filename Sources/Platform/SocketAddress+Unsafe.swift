// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

/// A socket address in the form of the operating system.
package struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    private init() {}

    /// The address family: `AF_INET`, `AF_INET6` or `AF_UNIX`.
    package var family: Int32 {
        Int32(storage.ss_family)
    }

    /// Whether this is the address of a TCP socket, not of a unix socket.
    package var isInternet: Bool {
        family != AF_UNIX
    }

    /// Creates the address of a TCP socket from an IP address and a port.
    package init(_ address: IPAddress, port: UInt16) {
        switch address {
        case .v4(let bytes):
            var internet = sockaddr_in()
            internet.sin_family = sa_family_t(AF_INET)
            internet.sin_port = port.bigEndian
            // SAFETY: both are four trivial bytes.
            unsafe withUnsafeMutableBytes(of: &internet.sin_addr) {
                unsafe $0.copyBytes(from: bytes)
            }
            set(internet)
        case .v6(let bytes):
            var internet = sockaddr_in6()
            internet.sin6_family = sa_family_t(AF_INET6)
            internet.sin6_port = port.bigEndian
            // SAFETY: both are sixteen trivial bytes.
            unsafe withUnsafeMutableBytes(of: &internet.sin6_addr) {
                unsafe $0.copyBytes(from: bytes)
            }
            set(internet)
        }
    }

    /// Creates the address of a unix socket from a path of at most 107 bytes.
    package init(path: String) {
        var local = sockaddr_un()
        local.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the path is shorter than the array, so a NUL remains after it.
        unsafe withUnsafeMutableBytes(of: &local.sun_path) { buffer in
            precondition(path.utf8.count < buffer.count, "a path that no socket can have")
            unsafe buffer.copyBytes(from: path.utf8)
        }
        set(local)
    }

    /// Copies the bytes of a C `sockaddr`; nil if there are too many.
    package init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= MemoryLayout<sockaddr_storage>.size else { return nil }
        length = socklen_t(bytes.count)
        // SAFETY: the bytes fit the storage, all of whose values are valid.
        unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: bytes) }
    }

    /// Resolves a host name with the system's resolver, which may block.
    package static func resolve(_ host: String, port: UInt16) -> [SocketAddress] {
        // SAFETY: null is a valid value of each pointer in the structure.
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var first: UnsafeMutablePointer<addrinfo>?
        // SAFETY: the strings are NUL-terminated for the call; the list is freed exactly once.
        guard unsafe getaddrinfo(host, String(port), &hints, &first) == 0 else { return [] }
        defer { unsafe freeaddrinfo(first) }
        var found: [SocketAddress] = []
        var next = unsafe first
        // SAFETY: the list is well formed, and each address has the stated length.
        while let entry = unsafe next {
            var address = SocketAddress()
            address.length = unsafe entry.pointee.ai_addrlen
            unsafe withUnsafeMutableBytes(of: &address.storage) { buffer in
                let source = unsafe UnsafeRawBufferPointer(
                    start: entry.pointee.ai_addr,
                    count: Int(entry.pointee.ai_addrlen)
                )
                unsafe buffer.copyMemory(from: source)
            }
            found.append(address)
            unsafe next = entry.pointee.ai_next
        }
        return found
    }

    /// The address and port of a TCP socket in the usual text form; `unix` for a unix socket.
    package var text: String {
        switch family {
        case AF_INET: "\(host):\(port)"
        case AF_INET6: "[\(host)]:\(port)"
        default: "unix"
        }
    }

    /// The port of a TCP address; 0 for a unix socket.
    package var port: UInt16 {
        switch family {
        case AF_INET: UInt16(bigEndian: get(sockaddr_in.self).sin_port)
        case AF_INET6: UInt16(bigEndian: get(sockaddr_in6.self).sin6_port)
        default: 0
        }
    }

    /// The IP address of a TCP socket; nil for a unix socket.
    package var numeric: IPAddress? {
        switch family {
        case AF_INET:
            // SAFETY: the address is four trivial bytes, which are copied.
            .v4(unsafe withUnsafeBytes(of: get(sockaddr_in.self).sin_addr) { unsafe Array($0) })
        case AF_INET6:
            // SAFETY: the address is sixteen trivial bytes, which are copied.
            .v6(unsafe withUnsafeBytes(of: get(sockaddr_in6.self).sin6_addr) { unsafe Array($0) })
        default: nil
        }
    }

    /// The host of a TCP address in its usual text form, without brackets.
    package var host: String {
        var buffer = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // SAFETY: the offset is that of the address in its structure, the buffer has the size that
        // the longest text needs, and the text in it ends in a NUL.
        unsafe buffer.withUnsafeMutableBytes { output in
            unsafe withUnsafeBytes(of: storage) { bytes in
                let offset =
                    family == AF_INET
                    ? MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
                    : MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
                guard let base = bytes.baseAddress, let offset else { return }
                _ = unsafe inet_ntop(
                    family,
                    base + offset,
                    output.baseAddress?.assumingMemoryBound(to: CChar.self),
                    socklen_t(output.count)
                )
            }
        }
        return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }

    private mutating func set<Address>(_ address: Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        // SAFETY: every socket address is trivial and fits the storage, which is aligned for all.
        unsafe withUnsafeMutableBytes(of: &storage) { buffer in
            unsafe withUnsafeBytes(of: address) { unsafe buffer.copyMemory(from: $0) }
        }
    }

    private func get<Address>(_ type: Address.Type) -> Address {
        // SAFETY: every socket address is trivial and fits the storage, which is aligned for all.
        unsafe withUnsafeBytes(of: storage) { buffer in
            unsafe buffer.load(as: type)
        }
    }
}

// MARK: - Calls

extension SocketAddress {
    /// Calls a closure with a pointer to the address as a C `sockaddr`, and its length.
    private func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        // SAFETY: the interface allows access to a socket address as its general type.
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe body(general, length)
            }
        }
    }

    private mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // SAFETY: the interface allows access to a socket address as its general type, and the
        // length limits the bytes that may be written.
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe withUnsafeMutablePointer(to: &length) { unsafe body(general, $0) }
            }
        }
    }

    /// Binds a socket to the address.
    package func bind(_ socket: Int32) throws(Syscall.Failure) {
        // SAFETY: the pointer and the length belong together.
        let result = unsafe withPointer { unsafe Glibc.bind(socket, $0, $1) }
        let code = errno
        guard result == 0 else { throw Syscall.Failure(code: code) }
    }

    /// Connects a socket to the address; on a blocking socket, waits for the connection.
    package func connect(_ socket: Int32) throws(Syscall.Failure) {
        // SAFETY: the pointer and the length belong together.
        let result = unsafe withPointer { unsafe Glibc.connect(socket, $0, $1) }
        let code = errno
        guard result == 0 else { throw Syscall.Failure(code: code) }
    }

    /// Reads the local address to which a socket is bound.
    package init(boundTo socket: Int32) {
        // SAFETY: the pointer and the length belong together.
        _ = unsafe withMutablePointer { unsafe getsockname(socket, $0, $1) }
    }

    /// The result of accepting a connection.
    package enum Accepted: Sendable {
        /// A nonblocking socket, and the address of its peer.
        case connection(Int32, SocketAddress)
        /// No connection was accepted, for this reason.
        case failed(AcceptError)
    }

    /// Accepts one waiting connection of a listening socket.
    package static func accept(_ socket: Int32) -> Accepted {
        var address = SocketAddress()
        // SAFETY: the pointer and the length belong together.
        let descriptor = unsafe address.withMutablePointer {
            unsafe CPlatform_accept(socket, $0, $1)
        }
        let code = errno
        return descriptor >= 0 ? .connection(descriptor, address) : .failed(AcceptError(code))
    }

    /// Parses an IPv4 address in dotted form to four bytes.
    static func parseIPv4(_ text: String) -> [UInt8]? {
        parse(text, family: AF_INET, count: 4)
    }

    /// Parses an IPv6 address without brackets to sixteen bytes.
    static func parseIPv6(_ text: String) -> [UInt8]? {
        parse(text, family: AF_INET6, count: 16)
    }

    private static func parse(_ text: String, family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        // SAFETY: the text is NUL-terminated for the call, which writes the size of the family.
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe inet_pton(family, text, buffer.baseAddress)
        }
        return result == 1 ? bytes : nil
    }
}
