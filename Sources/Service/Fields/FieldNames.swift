// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPField.Name {
    /// Creates a field name from a literal, which must be well formed.
    private static func literal(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("a bad field name") }
        return name
    }

    /// RFC 8942.
    static let acceptCH = literal("Accept-CH")
    /// W3C Responsive Image Client Hints.
    static let devicePixelRatio = literal("Sec-CH-DPR")
    /// W3C User Preference Media Features Client Hints Headers.
    static let prefersColorScheme = literal("Sec-CH-Prefers-Color-Scheme")
    /// W3C User Preference Media Features Client Hints Headers.
    static let prefersContrast = literal("Sec-CH-Prefers-Contrast")
    /// W3C User Preference Media Features Client Hints Headers.
    static let prefersReducedTransparency = literal("Sec-CH-Prefers-Reduced-Transparency")
    /// The material and text that an analysis chose, with their contrast.
    static let legibility = literal("Frostpane-Legibility")
    /// RFC 9211.
    static let cacheStatus = literal("Cache-Status")
    /// RFC 9530; the digest of the content of the message.
    static let contentDigest = literal("Content-Digest")
    /// RFC 9530; the digest of the selected representation.
    static let reprDigest = literal("Repr-Digest")
    /// W3C Server Timing.
    static let serverTiming = literal("Server-Timing")
    /// W3C Trace Context.
    static let traceParent = literal("traceparent")
    /// The identifier of the request in logs.
    static let requestID = literal("X-Request-Id")
}
