// SPDX-License-Identifier: Apache-2.0

package import Platform

/// An origin server for images, with the URL path under which they are fetched.
package struct SourceOrigin: Hashable, Sendable {
    /// The IP addresses of an origin to which connections are allowed.
    package enum Reach: Hashable, Sendable {
        /// Addresses of the public internet, whichever the name resolves to.
        case anywhere
        /// Loopback addresses, because the URL names `localhost`.
        case machine
        /// Only the IP address that the URL states.
        case one(IPAddress)

        /// Whether a connection to an address is allowed.
        package func allows(_ address: IPAddress) -> Bool {
            switch self {
            case .anywhere: address.isPublic
            case .machine: address.isLoopback
            case .one(let named): address == named
            }
        }
    }

    /// The base URL: scheme, host, port and path, with a slash at the end.
    package let url: String

    /// The query of each URL with its question mark, such as the key of an object store; empty for none.
    private let query: String

    /// The IP addresses to which connections are allowed.
    package let reach: Reach

    /// Parses the base URL of an origin; nil unless it is `http` or `https` with a host, and
    /// optionally a port and a path.
    ///
    /// A URL with the name of a user, a password or a fragment is refused. A query is sent for
    /// every image.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
            return nil
        }
        let mark = text.firstIndex(of: "?") ?? text.endIndex
        query = String(text[mark...])
        guard query.utf8.allSatisfy({ (0x21..<0x7f).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        let parts = text[..<mark].dropFirst(scheme.count).split(
            separator: "/",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let authority = parts.first, let host = Self.host(of: authority) else { return nil }
        var path = parts.count == 2 ? parts[1] : ""
        if path.hasSuffix("/") { path = path.dropLast() }
        var prefix = ""
        if !path.isEmpty {
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            guard
                path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && !"?#@".utf8.contains($0) }),
                let path = SourcePath(segments)
            else { return nil }
            prefix = path.encoded + "/"
        }
        url = "\(scheme)\(authority)/\(prefix)"
        if let address = IPAddress(host) {
            reach = .one(address)
        } else {
            reach = host == "localhost" ? .machine : .anywhere
        }
    }

    /// The URL of an image.
    package func address(of path: SourcePath) -> String { url + path.encoded + query }

    /// The host of a URL's authority part, without brackets; nil if it is not just a host and an
    /// optional port.
    private static func host(of authority: Substring) -> String? {
        let host: Substring
        let rest: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
            guard case .v6 = IPAddress(String(host)) else { return nil }
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            (host, rest) = (authority[..<end], authority[end...])
            guard (1...253).contains(host.utf8.count),
                host.utf8.allSatisfy({
                    PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~")
                })
            else { return nil }
        }
        guard rest.isEmpty || isPort(rest.dropFirst()) && rest.hasPrefix(":") else { return nil }
        return String(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && (1...65_535).contains(Int(text) ?? 0)
    }
}
