// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Platform

/// The names under which a service without a token can be reached from a browser.
///
/// A page of any site can point its own name at the address of this machine (DNS rebinding). To the browser, the
/// service then belongs to that site, whose scripts may read all answers. `Host` has the name of the page even so. So
/// a service that asks for no token answers to names that no stranger controls: those of the loopback, the
/// listening addresses, and what the operator lists. An address in numbers is no name: it cannot be rebound.
struct HostNames: Sendable {
    /// The option value that allows all names.
    static let all = "*"

    /// The authorities that clients of this machine usually send, which need not be parsed.
    private let usual: Set<String>
    private let names: Set<String>
    private let acceptsAll: Bool
    /// Whether some listening address means all interfaces, which may have any address.
    private let acceptsAddresses: Bool

    /// Creates the set of names.
    ///
    /// - Parameters:
    ///   - listen: The listening addresses.
    ///   - further: The names that the operator lists.
    init(listen: [ListenAddress], further: [String]) {
        var names: Set<String> = ["localhost"]
        var usual: Set<String> = []
        var acceptsAddresses = false
        for case .tcp(let host, let port) in listen {
            names.insert(host.lowercased())
            usual.formUnion([host, "localhost", "127.0.0.1"].map { "\($0):\(port)" })
            acceptsAddresses = acceptsAddresses || ["0.0.0.0", "::"].contains(host)
        }
        self.usual = usual
        self.names = names.union(further.map { $0.lowercased() })
        self.acceptsAddresses = acceptsAddresses
        acceptsAll = further.contains(Self.all)
    }

    /// Whether a text is the name of a host, as the option takes it.
    static func isValid(_ text: String) -> Bool {
        if text == all { return true }
        return (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }

    /// Whether a request to an authority, a host with or without a port, is answered.
    func include(_ authority: String) -> Bool {
        if acceptsAll || usual.contains(authority) { return true }
        let host = Self.host(of: authority)
        if names.contains(host) { return true }
        if host.hasSuffix(".localhost") { return true }
        guard let address = IPAddress(host) else { return false }
        return acceptsAddresses || address.isLoopback
    }

    /// The host of an authority in lower case, without a port, brackets, and the dot of the root.
    private static func host(of authority: String) -> String {
        var host = authority.utf8[...]
        if host.first == UInt8(ascii: "[") {
            let end = host.firstIndex(of: UInt8(ascii: "]")) ?? host.endIndex
            host = host[..<end].dropFirst()
        } else if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            host = host[..<colon]
        }
        if host.last == UInt8(ascii: ".") { host = host.dropLast() }
        return String(decoding: host, as: UTF8.self).lowercased()
    }
}
