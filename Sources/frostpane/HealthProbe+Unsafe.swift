// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPServer

/// Checks whether a server on this machine is alive.
struct HealthProbe {
    /// The timeout of each read and write, in seconds.
    static let timeout = 3

    private let descriptor: Int32

    /// Connects to a server.
    ///
    /// - Parameter address: The address on which it listens; an unspecified address stands for the
    ///   loopback.
    /// - Throws: Errors of the system.
    init(_ address: ListenAddress) throws(Syscall.Failure) {
        switch address {
        case .unix(let path): descriptor = try Self.connect(path: path)
        case .tcp(let host, let port):
            let target = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
            descriptor = try Self.connect(host: target, port: port)
        }
    }

    /// The status of the response to `/healthz`; nil if the response is not HTTP.
    consuming func status() throws(Syscall.Failure) -> Int? {
        defer { try? Syscall.close(descriptor) }
        let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        try Syscall.write(Array(request.utf8), to: descriptor)
        let answer = String(decoding: try Syscall.readAll(descriptor).prefix(32), as: UTF8.self)
        let words = answer.split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/1.") else { return nil }
        return Int(words[1])
    }

    private static func connect(host: String, port: UInt16) throws(Syscall.Failure) -> Int32 {
        // SAFETY: null is a valid value of each pointer in the structure.
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        // SAFETY: the strings are C strings for the time of the call; the list is freed below.
        guard unsafe getaddrinfo(host, "\(port)", &hints, &list) == 0, let entry = unsafe list
        else {
            throw Syscall.Failure(code: EADDRNOTAVAIL)
        }
        defer { unsafe freeaddrinfo(list) }
        return try unsafe connect(
            entry.pointee.ai_family,
            entry.pointee.ai_addr,
            entry.pointee.ai_addrlen
        )
    }

    private static func connect(path: String) throws(Syscall.Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the path is shorter than the array, so a NUL is left behind it.
        let isLongEnough = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard path.utf8.count < place.count else { return false }
            unsafe place.copyBytes(from: path.utf8)
            return true
        }
        guard isLongEnough else { throw Syscall.Failure(code: ENAMETOOLONG) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // SAFETY: every kind of socket address starts like `sockaddr`, and is `size` bytes long.
        let result: Result<Int32, Syscall.Failure> = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                do throws(Syscall.Failure) {
                    return .success(try unsafe connect(AF_UNIX, pointer, size))
                } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    private static func connect(
        _ family: Int32,
        _ address: UnsafePointer<sockaddr>?,
        _ size: socklen_t
    ) throws(Syscall.Failure) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let code = errno
        guard descriptor >= 0 else { throw Syscall.Failure(code: code) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        let limitSize = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            // SAFETY: the structure is a local variable, and as long as stated.
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, limitSize)
        }
        // SAFETY: the caller vouches for the address and its size.
        let result = unsafe Glibc.connect(descriptor, address, size)
        let connectCode = errno
        guard result == 0 else {
            try? Syscall.close(descriptor)
            throw Syscall.Failure(code: connectCode)
        }
        return descriptor
    }
}
