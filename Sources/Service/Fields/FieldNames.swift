// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPField.Name {
    /// Creates a field name from a literal, which must be well formed.
    private static func literal(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("a bad field name") }
        return name
    }

    /// The origins that may read the details of timings (W3C Resource Timing).
    static let timingAllowOrigin = literal("Timing-Allow-Origin")
    /// The client hints that affect responses (RFC 8942).
    static let acceptCH = literal("Accept-CH")
    /// The pixels per point of the screen (W3C Responsive Image Client Hints).
    static let devicePixelRatio = literal("Sec-CH-DPR")
    /// The width of the picture on the page, in pixels (W3C Responsive Image Client Hints).
    static let imageWidth = literal("Sec-CH-Width")
    /// The width of the window, in points (W3C Responsive Image Client Hints).
    static let viewportWidth = literal("Sec-CH-Viewport-Width")
    /// The light or dark preference (W3C User Preference Media Features Client Hints Headers).
    static let prefersColorScheme = literal("Sec-CH-Prefers-Color-Scheme")
    /// The preferred contrast (W3C User Preference Media Features Client Hints Headers).
    static let prefersContrast = literal("Sec-CH-Prefers-Contrast")
    /// Whether to reduce transparency (W3C User Preference Media Features Client Hints Headers).
    static let prefersReducedTransparency = literal("Sec-CH-Prefers-Reduced-Transparency")
    /// Whether the user of the client wants less data (W3C Save Data API).
    static let saveData = literal("Save-Data")
    /// The material and text style that a legibility analysis chose, with their contrast.
    static let legibility = literal("Frostpane-Legibility")
    /// The kinds of damage in the picture's file that the rendering tolerated.
    static let warning = literal("Frostpane-Warning")
    /// The frame or page that was rendered of a file with several pictures.
    static let frame = literal("Frostpane-Frame")
    /// Whether opaque surfaces replaced materials, as users who reduce transparency prefer.
    static let reducedTransparency = literal("Frostpane-Reduced-Transparency")
    /// The time at which a stored upload expires.
    static let keptUntil = literal("Frostpane-Expires")
    /// The tags by which a cache finds a response to purge it, as Cloudflare and Akamai read them.
    static let cacheTag = literal("Cache-Tag")
    /// The same tags as Fastly and Varnish read them.
    static let surrogateKey = literal("Surrogate-Key")
    /// The outcome of the cache look-up (RFC 9211).
    static let cacheStatus = literal("Cache-Status")
    /// The digest of the content of the message (RFC 9530).
    static let contentDigest = literal("Content-Digest")
    /// The digest of the selected representation (RFC 9530).
    static let reprDigest = literal("Repr-Digest")
    /// The times of the stages of a response (W3C Server Timing).
    static let serverTiming = literal("Server-Timing")
    /// The quotas of a caller (draft-ietf-httpapi-ratelimit-headers-10).
    static let rateLimitPolicy = literal("RateLimit-Policy")
    /// The part of a caller's quotas that is left (draft-ietf-httpapi-ratelimit-headers-10).
    static let rateLimit = literal("RateLimit")
    /// The trace that a request belongs to (W3C Trace Context).
    static let traceParent = literal("traceparent")
    /// The identifier of the request in logs.
    static let requestID = literal("X-Request-Id")
}
