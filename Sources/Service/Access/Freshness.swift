// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPServer
import HTTPTypes

/// The time and the caches in which an answer may be used again.
struct Freshness: Sendable {
    /// The value of `Cache-Control`.
    let cacheControl: String

    /// The value of `Expires`; nil for none.
    private(set) var expires: String?

    /// Nothing may be used again.
    static let none = Freshness("no-store")

    /// Creates a value without a point in time.
    init(_ cacheControl: String) {
        self.cacheControl = cacheControl
    }

    /// Content that never changes at its address.
    ///
    /// - Parameters:
    ///   - isPublic: Whether caches may give it to others than the client.
    ///   - expiry: The time from which on the address is refused, in seconds since 1970; nil for never.
    /// - Returns: The freshness.
    static func unchanging(isPublic: Bool, until expiry: Int?) -> Freshness {
        let scope = isPublic ? "public" : "private"
        guard let expiry else { return Freshness("\(scope), max-age=31536000, immutable") }
        var freshness = Freshness("\(scope), immutable")
        // A point in time, as the head of an answer is remembered.
        let text = HTTPDate.text(seconds: min(expiry, lastSecond))
        freshness.expires = String(decoding: text, as: UTF8.self)
        return freshness
    }

    /// Content that may change at its address: fresh for an hour, or another time.
    ///
    /// - Parameters:
    ///   - isPublic: Whether caches may give it to others than the client.
    ///   - expiry: The time from which on the address is refused, in seconds since 1970; nil for never.
    ///   - age: The time for which it is fresh, in seconds.
    ///   - now: The time in seconds since 1970.
    /// - Returns: The freshness.
    static func brief(
        isPublic: Bool,
        until expiry: Int?,
        age: Int = briefAge,
        now: Int = Int(Date.now.timeIntervalSince1970)
    ) -> Freshness {
        let age = min(age, max(0, (expiry ?? .max) - now))
        return Freshness("\(isPublic ? "public" : "private"), max-age=\(age)")
    }

    /// The time for which briefly fresh content is used, in seconds.
    static let briefAge = 3600

    /// The last second with a year of four digits, in seconds since 1970.
    private static let lastSecond = 253_402_300_799

    /// Writes the fields.
    func write(to fields: inout HTTPFields) {
        fields[.cacheControl] = cacheControl
        fields[.expires] = expires
    }
}

extension ImageService {
    /// Whether the head of an answer may be sent unchanged with a later answer.
    ///
    /// It is not where the time until an address or a picture expires limits a number of seconds.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - expiry: The time from which on a picture of the answer is not kept; nil for never.
    /// - Returns: Whether it is.
    func isLasting(_ context: RequestContext, until expiry: Int?) -> Bool {
        context.preset == nil || (context.access.signature?.expiry == nil && expiry == nil)
    }

    /// The freshness of content that is addressed by its digest.
    ///
    /// It never changes, so it may be cached until its address or a picture expires; only by the client if a
    /// token is required. A preset may change, so that its renderings are used for an hour at most.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - expiry: The time from which on a picture of the content is not kept; nil for never.
    /// - Returns: The freshness.
    func freshness(for context: RequestContext, until expiry: Int?) -> Freshness {
        let isPublic = isShared(context)
        let end = earliest(expiry, context.access.signature?.expiry)
        guard context.preset != nil else { return .unchanging(isPublic: isPublic, until: end) }
        return .brief(isPublic: isPublic, until: end)
    }

    /// The freshness of a rendering of a picture in a source, of at most an age in seconds.
    func freshness(
        ofSource age: Int,
        for context: RequestContext,
        until expiry: Int?
    ) -> Freshness {
        let end = earliest(expiry, context.access.signature?.expiry)
        return .brief(isPublic: isShared(context), until: end, age: age)
    }

    /// The freshness of a link's rendering: an hour, as a link may be deleted; without a link, that of
    /// content that is addressed by its digest.
    func freshness(of link: Link?, for context: RequestContext, until expiry: Int?) -> Freshness {
        guard let link else { return freshness(for: context, until: expiry) }
        let end = earliest(expiry, link.expiry, context.access.signature?.expiry)
        return .brief(isPublic: isShared(context), until: end)
    }

    /// The earliest of some times; nil if all are never.
    private func earliest(_ times: Int?...) -> Int? { times.compactMap { $0 }.min() }

    /// Whether caches may give an answer to others than the client.
    private func isShared(_ context: RequestContext) -> Bool {
        configuration.tokens.isEmpty || context.access.signature != nil || isPublic(context)
    }
}
