// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The rule that says which pages of other origins may use the service from a browser.
///
/// Browsers ask before requests that a page could not make without scripts, and hide answers that do not
/// name the page's origin. Other clients are not concerned.
///
/// Reference: Fetch Standard, section 3.3; Resource Timing, section 4.5, for `Timing-Allow-Origin`.
struct CORSPolicy: Sendable {
    /// The response header fields that scripts may read, besides those that they always may.
    static let exposedFields = [
        "Accept-CH", "Accept-Ranges", "Cache-Status", "Content-Disposition", "Content-Range",
        "ETag",
        "Frostpane-Expires", "Frostpane-Legibility", "Location", "RateLimit", "RateLimit-Policy",
        "Repr-Digest", "Retry-After", "Server-Timing",
        "WWW-Authenticate", "X-Request-Id", "traceparent",
    ].joined(separator: ", ")

    /// The request header fields that scripts may send, besides those that they always may.
    static let allowedFields = [
        "Authorization", "Cache-Control", "Content-Digest", "Content-Type", "Frostpane-Expires",
        "If-Match", "If-None-Match", "If-Range", "Range", "Repr-Digest", "X-Request-Id",
        "traceparent",
    ].joined(separator: ", ")

    /// The longest time for which browsers remember an answer to a preflight request, in seconds.
    static let maximumAge = "7200"

    private let origins: Set<String>

    /// Creates the rule that allows the given origins, or all for `*`.
    init(_ origins: [String]) {
        self.origins = Set(origins.map { $0.lowercased() })
    }

    /// Whether a text is an origin such as `https://app.example`, as browsers write it, or `*`.
    static func accepts(_ text: String) -> Bool {
        if text == "*" { return true }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "http" || parts[0] == "https" else { return false }
        return !parts[1].isEmpty
            && parts[1].utf8.allSatisfy { byte in
                byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || "-.:[]_".utf8.contains(byte)
            }
    }

    /// The header fields of every response to a request; `origin` is the request's, nil for none.
    func fields(for origin: String?) -> [PreparedResponse.Field] {
        guard !origins.isEmpty else { return [] }
        let everybody = origins.contains("*")
        // A cache must not give one origin the answer for another.
        let varying: [PreparedResponse.Field] = everybody ? [] : [(.vary, "Origin")]
        guard let allowed = everybody ? "*" : origin, everybody || allows(allowed) else {
            return varying
        }
        return varying + [
            (.accessControlAllowOrigin, allowed),
            (.accessControlExposeHeaders, Self.exposedFields), (.timingAllowOrigin, allowed),
        ]
    }

    /// The header fields that answer a preflight request, by which a browser asks before a request.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request.
    ///   - methods: The value of `Allow`.
    /// - Returns: The additional fields of the answer; nil for other requests.
    func preflight(_ fields: HTTPFields, methods: String) -> HTTPFields? {
        guard fields[.accessControlRequestMethod] != nil, let origin = fields[.origin],
            origins.contains("*") || allows(origin)
        else { return nil }
        return [
            .accessControlAllowMethods: methods,
            .accessControlAllowHeaders: Self.allowedFields,
            .accessControlMaxAge: Self.maximumAge,
        ]
    }

    private func allows(_ origin: String) -> Bool { origins.contains(origin) }
}
