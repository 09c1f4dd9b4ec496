// SPDX-License-Identifier: Apache-2.0

import Platform

/// An address to listen on: a TCP host and port, or the path of a unix socket.
///
/// Written as `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `unix:/run/frostpane.sock`. A
/// bare `:8080` is refused: every interface must be written as `0.0.0.0` or `[::]`.
public enum ListenAddress: Hashable, Sendable {
    /// An IPv4 address, an IPv6 address without brackets, or a name; port 0 lets the system choose.
    case tcp(host: String, port: UInt16)

    /// The path of a unix socket in the file system, 1...107 bytes.
    case unix(path: String)

    /// The reason why a text is not a valid address.
    public enum ParseError: Error, Hashable, Sendable {
        /// The host is missing; every interface is spelled `0.0.0.0` or `[::]`.
        case missingHost
        /// The colon and the port are missing.
        case missingPort
        /// The port is not a decimal number in 0...65535.
        case invalidPort(String)
        /// The host is neither an IPv4 address, nor an IPv6 address in brackets, nor a name.
        case invalidHost(String)
        /// The path after `unix:` is missing.
        case missingPath
        /// The path is longer than a socket address can hold, in bytes.
        case pathTooLong(limit: Int)
        /// The path contains a NUL byte, which no file name can.
        case invalidPath
    }

    /// The greatest length of a unix socket's path, in bytes.
    public static let maximumPathLength = 107

    /// Parses an address such as `127.0.0.1:8080` or `unix:/run/frostpane.sock`.
    ///
    /// - Parameter text: The address, without surrounding white space.
    /// - Throws: A ``ParseError``.
    public init(parsing text: String) throws(ParseError) {
        if text.hasPrefix("unix:") {
            self = .unix(path: try Self.checkedPath(String(text.dropFirst(5))))
            return
        }
        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else {
            throw .missingPort
        }
        let host = String(text[..<colon])
        let port = String(text[text.index(after: colon)...])
        guard !port.isEmpty else { throw .missingPort }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(port) else {
            throw .invalidPort(port)
        }
        self = .tcp(host: try Self.checkedHost(host), port: port)
    }

    /// Whether only this machine can connect to the address.
    public var isLoopback: Bool {
        guard case .tcp(let host, _) = self else { return true }
        if host.lowercased() == "localhost" { return true }
        return IPAddress(host)?.isLoopback ?? false
    }

    private static func checkedPath(_ path: String) throws(ParseError) -> String {
        guard !path.isEmpty else { throw .missingPath }
        guard !path.utf8.contains(0) else { throw .invalidPath }
        guard path.utf8.count <= maximumPathLength else {
            throw .pathTooLong(limit: maximumPathLength)
        }
        return path
    }

    private static func checkedHost(_ host: String) throws(ParseError) -> String {
        guard !host.isEmpty else { throw .missingHost }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = String(host.dropFirst().dropLast())
            guard case .v6 = IPAddress(inner) else { throw .invalidHost(host) }
            return inner
        }
        if case .v4 = IPAddress(host) { return host }
        let isName = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        // A text of digits and dots is a mistyped IPv4 address, not a name to resolve.
        let isNumeric = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isName, !isNumeric, host.utf8.count <= 253 else { throw .invalidHost(host) }
        return host
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address in the syntax of ``init(parsing:)``.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// The reason why a server could not listen on its addresses.
public enum ListenError: Error, Hashable, Sendable {
    /// No address was configured.
    case noAddress
    /// The host name resolves to no address.
    case unresolvable(ListenAddress)
    /// A step of opening the address failed with this value of `errno`.
    case system(ListenAddress, step: Step, errno: Int32)
    /// The path of the unix socket belongs to a running server, or to a file that is not a socket.
    case pathInUse(ListenAddress)
    /// The event loops could not be created, with this value of `errno`.
    case eventLoop(errno: Int32)

    /// A step of opening a listening socket.
    public enum Step: String, Hashable, Sendable {
        /// Creating the socket.
        case socket
        /// Setting an option of the socket.
        case option
        /// Binding the address.
        case bind
        /// Listening on the socket.
        case listen
        /// Setting the permissions of the unix socket's file.
        case mode
    }
}
