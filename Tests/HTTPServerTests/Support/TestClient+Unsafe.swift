// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPServer

/// A client that blocks, on a socket of its own, for tests that run on threads of their own.
final class TestClient {
    private let socket: Int32
    private var buffer: [UInt8] = []
    /// Whether the connection ended with a reset rather than an end.
    private(set) var wasReset = false
    private(set) var hasEnded = false

    /// Connects to an address, or returns nil where nobody accepts.
    ///
    /// All properties are set before the connection is tried, so that `deinit` runs also when it
    /// fails: the socket is closed there and nowhere else. A second close would hit a descriptor
    /// that another thread has just been given.
    init?(_ address: ListenAddress, receiveBuffer: Int32? = nil) {
        switch address {
        case .tcp(let host, let port):
            socket = Glibc.socket(host.contains(":") ? AF_INET6 : AF_INET, Self.stream, 0)
            if let receiveBuffer { setOption(SO_RCVBUF, receiveBuffer) }
            guard host.contains(":") ? connect6(host, port) : connect4(host, port) else {
                return nil
            }
        case .unix(let path):
            socket = Glibc.socket(AF_UNIX, Self.stream, 0)
            guard connectLocal(path) else { return nil }
        }
    }

    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    deinit {
        _ = Glibc.close(socket)
    }

    /// Sends everything; false if the connection broke.
    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// Sends everything; false if the connection broke.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            // SAFETY: the base is moved by less than the count.
            let count = unsafe bytes.withUnsafeBytes { pointer in
                unsafe Glibc.send(
                    socket,
                    pointer.baseAddress.map { unsafe $0 + offset },
                    bytes.count - offset,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    func shutdownWrite() {
        _ = shutdown(socket, Int32(SHUT_WR))
    }

    /// Makes the close, when the client is released, a reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        // SAFETY: the option is read only, with its own size.
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, size)
    }

    /// Reads more into the buffer; false at the end or after the timeout.
    func readMore(seconds: Double = 60) -> Bool {
        var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        // SAFETY: one entry is passed, and one is counted.
        guard unsafe poll(&request, 1, Int32(seconds * 1_000)) == 1 else { return false }
        var piece = [UInt8](repeating: 0, count: 65_536)
        // SAFETY: the call writes at most the count of the buffer.
        let count = unsafe piece.withUnsafeMutableBytes {
            unsafe recv(socket, $0.baseAddress, $0.count, 0)
        }
        guard count > 0 else {
            hasEnded = true
            wasReset = count < 0
            return false
        }
        buffer += piece[..<count]
        return true
    }

    /// Takes a number of bytes, or nil if the connection ends before.
    func take(_ count: Int, seconds: Double = 60) -> [UInt8]? {
        while buffer.count < count {
            guard readMore(seconds: seconds) else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Takes a line without its end.
    func takeLine(seconds: Double = 60) -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
                    .trimmingSuffix { $0 == "\r" }
            }
            guard readMore(seconds: seconds) else { return nil }
        }
    }

    /// Takes everything up to the end.
    func takeAll(seconds: Double = 60) -> [UInt8] {
        while readMore(seconds: seconds) {}
        defer { buffer = [] }
        return buffer
    }

    /// Waits until the connection ends.
    func waitForEnd(seconds: Double = 60) -> Bool {
        _ = takeAll(seconds: seconds)
        return hasEnded
    }

    private func setOption(_ name: Int32, _ value: Int32) {
        var value = value
        // SAFETY: the option is read only, with its own size.
        _ = unsafe setsockopt(socket, SOL_SOCKET, name, &value, socklen_t(4))
    }

    private func connect4(_ host: String, _ port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        // SAFETY: the call writes the four bytes of the address.
        _ = unsafe inet_pton(AF_INET, host, &address.sin_addr)
        return connect(address)
    }

    private func connect6(_ host: String, _ port: UInt16) -> Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        // SAFETY: the call writes the sixteen bytes of the address.
        _ = unsafe inet_pton(AF_INET6, host, &address.sin6_addr)
        return connect(address)
    }

    private func connectLocal(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: the paths of tests are shorter than the array.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8.prefix(100))
        }
        return connect(address)
    }

    private func connect<Address>(_ address: Address) -> Bool {
        // SAFETY: a socket address may be seen as its general form, with its own size.
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}

/// Lets the process have as many descriptors as it may.
func raiseDescriptorLimit() {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    // SAFETY: the structure is written and read whole.
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    _ = unsafe setrlimit(resource, &limit)
}

/// Lets the process have only a few descriptors, for good.
func limitDescriptors(to count: UInt) {
    var limit = rlimit(rlim_cur: count, rlim_max: count)
    // SAFETY: the structure is read whole.
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// The permission bits of a file.
func permissions(_ path: String) -> UInt32? {
    var status = stat()
    // SAFETY: the structure is written whole.
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

/// Leaves the file of a unix socket that nobody serves.
func leaveStaleSocket(_ path: String) -> Bool {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { _ = Glibc.close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: the paths of tests are shorter than the array; a socket address may be seen as its
    // general form, with its own size.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
        unsafe $0.copyBytes(from: path.utf8.prefix(100))
    }
    return unsafe withUnsafePointer(to: address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
    }
}
