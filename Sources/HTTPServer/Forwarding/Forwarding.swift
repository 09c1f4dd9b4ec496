// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform

/// The client, scheme, host and path prefix that a trusted proxy states about a request that it
/// forwards.
///
/// Each proxy adds the address of its peer at the end of a list. So the list is read from its end: the first
/// address that is not that of a trusted proxy is the client. Everything before it may be made up.
///
/// Reference: RFC 7239; for the fields that are older, the documentation of proxies.
public struct Forwarding: Hashable, Sendable {
    /// The address of the client in the form of ``HTTPExchange/peer``, without a port; nil if unknown.
    public private(set) var client: String?

    /// The scheme of the client's request, `http` or `https`; nil if unknown.
    public private(set) var scheme: String?

    /// The host of the client's request, with a port unless it is the scheme's default; nil if
    /// unknown.
    public private(set) var host: String?

    /// The path prefix that the proxy has removed from the request target, without a trailing
    /// slash; empty for none.
    public private(set) var prefix = ""

    /// Creates an empty description, for requests without a trusted proxy.
    public init() {}

    /// Reads `Forwarded` and the `X-Forwarded-…` fields of a request from a trusted proxy.
    ///
    /// A proxy passes on the fields that it does not write itself, as any client may have sent them. So where
    /// `Forwarded` and `X-Forwarded-For` name two clients, neither is believed.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request.
    ///   - trusted: The proxies that may be in the lists.
    init(_ fields: HTTPFields, trusted: TrustedProxies) {
        let standard = Self.element(fields[.forwarded], trusted)
        let older = fields[.forwardedFor].flatMap { Self.client(Self.end(of: $0), trusted) }
        if let stated = standard?.client, let older, stated != older { return }
        client = standard?.client ?? older
        func short(_ name: HTTPField.Name) -> String? {
            fields[name].flatMap { $0.utf8.count <= Self.lengthLimit ? $0 : nil }
        }
        scheme = standard?.scheme ?? short(.forwardedProto).flatMap(Self.scheme)
        host = standard?.host ?? short(.forwardedHost).flatMap(Self.host)
        prefix = short(.forwardedPrefix).flatMap(Self.prefix) ?? ""
    }

    // MARK: Lists

    /// The length up to which the value of a header field is read, in bytes; clients may have sent
    /// more.
    private static let lengthLimit = 1_024

    /// The list, or the last members of one longer than ``lengthLimit``, within that length.
    private static func end(of list: String) -> String {
        guard list.utf8.count > lengthLimit else { return list }
        let end = list.utf8.suffix(lengthLimit).drop { $0 != ASCII.comma }
        return String(decoding: end, as: UTF8.self)
    }

    private struct Element {
        var client: String?
        var scheme: String?
        var host: String?
    }

    /// The element of `Forwarded` that states the client: the last one before those of trusted
    /// proxies.
    private static func element(_ value: String?, _ trusted: TrustedProxies) -> Element? {
        // A longer value could be cut within a quoted string, so it is not read.
        guard let value, value.utf8.count <= lengthLimit else { return nil }
        var found: Element?
        for text in split(value, at: ",").reversed() {
            guard let element = element(text) else { return found }
            found = element.result
            guard let address = element.address, trusted.includes(address) else { break }
        }
        return found
    }

    private static func element(
        _ text: Substring
    ) -> (result: Element, address: IPAddress?)? {
        var result = Element()
        var address: IPAddress?
        for pair in split(text, at: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = unquoted(trimmed(parts[1])) else { return nil }
            switch trimmed(parts[0]).lowercased() {
            case "for":
                address = self.address(value[...])
                result.client = address?.peerText
            case "proto": result.scheme = scheme(value)
            case "host": result.host = host(value)
            default: break
            }
        }
        return (result, address)
    }

    /// The client's address in `X-Forwarded-For`: the last one that is not of a trusted proxy.
    private static func client(_ value: String, _ trusted: TrustedProxies) -> String? {
        var found: String?
        for text in split(value, at: ",").reversed() {
            guard let address = address(text) else { return found }
            found = address.peerText
            guard trusted.includes(address) else { break }
        }
        return found
    }

    // MARK: Parts

    /// Parses an address with or without a port; an IPv6 address with a port is in brackets.
    private static func address(_ text: Substring) -> IPAddress? {
        if let address = IPAddress(String(text)) { return address }
        if text.first == "[", let end = text.firstIndex(of: "]") {
            return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        return text.firstIndex(of: ":").flatMap { IPAddress(String(text[..<$0])) }
    }

    /// The last member of a list of schemes; nil if it is neither `http` nor `https`.
    private static func scheme(_ value: String) -> String? {
        let last = split(value, at: ",").last?.lowercased()
        return last == "http" || last == "https" ? last : nil
    }

    /// The last member of a list of hosts; nil if it is invalid.
    private static func host(_ value: String) -> String? {
        guard let last = split(value, at: ",").last else { return nil }
        let bytes = Array(last.utf8)
        return HostSyntax.isValid(bytes.span, 0..<bytes.count) ? String(last) : nil
    }

    /// The last member of a list of path prefixes, without a trailing slash; nil if it is invalid.
    private static func prefix(_ value: String) -> String? {
        guard var last = split(value, at: ",").last else { return nil }
        if last.hasSuffix("/") { last.removeLast() }
        return PathPrefix.isValid(last) ? String(last) : nil
    }

    private static func split(_ text: some StringProtocol, at separator: Character) -> [Substring] {
        var members: [Substring] = []
        let text = Substring(text)
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\"" {
                isQuoted.toggle()
            } else if isQuoted, text[index] == "\\" {
                isEscaped = true
            } else if !isQuoted, text[index] == separator {
                members.append(trimmed(text[start..<index]))
                start = text.index(after: index)
            }
        }
        members.append(trimmed(text[start...]))
        return members.filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: Substring) -> String? {
        guard text.first == "\"" else { return String(text) }
        guard text.count >= 2, text.last == "\"" else { return nil }
        // No address, scheme or host has characters that need an escape.
        let content = text.dropFirst().dropLast()
        return content.contains("\\") ? nil : String(content)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}

/// The syntax of a path prefix, under which all routes of the service lie.
public enum PathPrefix {
    /// Whether a text is a valid path prefix, which is empty or has no trailing slash, empty
    /// segment or dot segment.
    public static func isValid(_ text: some StringProtocol) -> Bool {
        if text.isEmpty { return true }
        guard text.utf8.first == ASCII.slash, text.utf8.count <= 512 else { return false }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            segment in
            !segment.isEmpty && segment != "." && segment != ".."
                && segment.utf8.allSatisfy { ASCII.path.contains($0) && $0 != ASCII.percent }
        }
    }
}

extension HTTPField.Name {
    private static func literal(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("a bad field name") }
        return name
    }

    fileprivate static let forwarded = literal("Forwarded")
    fileprivate static let forwardedFor = literal("X-Forwarded-For")
    fileprivate static let forwardedProto = literal("X-Forwarded-Proto")
    fileprivate static let forwardedHost = literal("X-Forwarded-Host")
    fileprivate static let forwardedPrefix = literal("X-Forwarded-Prefix")
}
