// SPDX-License-Identifier: Apache-2.0

/// Where to listen, as the option `listen` writes it.
public enum ListenAddress: Hashable, Sendable {
    /// An IPv4 or IPv6 address, without brackets, and a TCP port; port 0 lets the system choose.
    case tcp(host: String, port: UInt16)

    /// The path of a unix socket.
    case unix(path: String)

    /// The machine itself.
    static func loopback(port: UInt16) -> ListenAddress { .tcp(host: "127.0.0.1", port: port) }

    /// The longest path of a unix socket, in bytes; the system's structure holds no longer one.
    static let unixPathLimit = 107

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `unix:/path`; nil for all else.
    ///
    /// Other names are refused: they may mean another address tomorrow.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard (1...Self.unixPathLimit).contains(path.utf8.count), !path.utf8.contains(0) else {
                return nil
            }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits) else { return nil }
        let host = text[..<colon]
        if host == "localhost" {
            self = .loopback(port: port)
        } else if host.hasPrefix("["), host.hasSuffix("]"),
            IPv6.isAddress(host.dropFirst().dropLast())
        {
            self = .tcp(host: String(host.dropFirst().dropLast()), port: port)
        } else if IPv4.isAddress(host) {
            self = .tcp(host: String(host), port: port)
        } else {
            return nil
        }
    }

    /// Whether only processes of this machine can connect.
    public var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): IPv4.isLoopback(host) || IPv6.isLoopback(host)
        }
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address as the option writes it.
    public var description: String {
        switch self {
        case .tcp(let host, let port) where host.contains(":"): "[\(host)]:\(port)"
        case .tcp(let host, let port): "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// Texts of IPv4 addresses.
private enum IPv4 {
    static func isAddress(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                // A leading zero means octal to some readers.
                (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(\.isDigit)
                    && (part == "0" || !part.hasPrefix("0")) && UInt8(part) != nil
            }
    }

    static func isLoopback(_ text: String) -> Bool { isAddress(text) && text.hasPrefix("127.") }
}

/// Texts of IPv6 addresses.
///
/// Reference: RFC 4291, section 2.2.
private enum IPv6 {
    static func isAddress(_ text: some StringProtocol) -> Bool { groups(of: text) != nil }

    /// The eight groups; an embedded IPv4 address and zones are refused.
    private static func groups(of text: some StringProtocol) -> [UInt16]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        var parts: [[UInt16]] = []
        for half in halves {
            var groups: [UInt16] = []
            for part in half.split(separator: ":", omittingEmptySubsequences: half.isEmpty) {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
            parts.append(groups)
        }
        let count = parts.reduce(0) { $0 + $1.count }
        if parts.count == 1 { return count == 8 ? parts[0] : nil }
        guard count <= 7 else { return nil }
        return parts[0] + Array(repeating: 0, count: 8 - count) + parts[1]
    }

    static func isLoopback(_ text: String) -> Bool { groups(of: text) == [0, 0, 0, 0, 0, 0, 0, 1] }
}
