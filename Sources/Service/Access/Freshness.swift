// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPServer
import HTTPTypes

/// The caching rules of a response: its `Cache-Control` and its `Expires`.
struct Freshness: Sendable {
    /// The value of `Cache-Control`.
    let cacheControl: String

    /// The value of `Expires`; nil for none.
    private(set) var expires: String?

    /// The rules of a response that no cache may store.
    static let none = Freshness("no-store")

    /// Creates rules with a value of `Cache-Control`, and without `Expires`.
    init(_ cacheControl: String) {
        self.cacheControl = cacheControl
    }

    /// Makes the caching rules of content that never changes at its address.
    ///
    /// - Parameters:
    ///   - isPublic: Whether caches may give it to others than the client.
    ///   - expiry: The time from which on the address is refused, in seconds since 1970; nil for never.
    /// - Returns: The freshness.
    static func unchanging(isPublic: Bool, until expiry: Int?) -> Freshness {
        let scope = isPublic ? "public" : "private"
        guard let expiry else { return Freshness("\(scope), max-age=31536000, immutable") }
        var freshness = Freshness("\(scope), immutable")
        // An absolute time, as the head of a response is cached and sent again later.
        let text = HTTPDate.text(seconds: min(expiry, lastSecond))
        freshness.expires = String(decoding: text, as: UTF8.self)
        return freshness
    }

    /// Makes the caching rules of content that may change, fresh for at most `age` seconds.
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

    /// The default time for which content that may change is fresh, in seconds.
    static let briefAge = 3600

    /// The end of the year 9999, the last that `Expires` can state, in seconds since 1970.
    private static let lastSecond = 253_402_300_799

    /// Sets `Cache-Control` and `Expires` in the head of a response.
    func write(to fields: inout HTTPFields) {
        fields[.cacheControl] = cacheControl
        fields[.expires] = expires
    }
}

extension AccessControl {
    /// Whether the head of a response may be stored, and sent unchanged for later equal requests.
    ///
    /// It may not where the time until an address or a picture expires limits `max-age`.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - expiry: The time from which on a picture of the answer is not kept; nil for never.
    /// - Returns: Whether it is.
    func isLasting(_ context: RequestContext, until expiry: Int?) -> Bool {
        context.preset == nil || (context.access.signature?.expiry == nil && expiry == nil)
    }

    /// The caching rules of a response whose address names its picture by digest.
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

    /// The caching rules of a rendering of a source's picture, fresh for `age` seconds at most.
    func freshness(
        ofSource age: Int,
        for context: RequestContext,
        until expiry: Int?
    ) -> Freshness {
        let end = earliest(expiry, context.access.signature?.expiry)
        return .brief(isPublic: isShared(context), until: end, age: age)
    }

    /// The caching rules of a link's rendering, fresh for an hour at most, as links may be deleted.
    ///
    /// Without a link, those of content that is addressed by its digest.
    func freshness(of link: Link?, for context: RequestContext, until expiry: Int?) -> Freshness {
        guard let link else { return freshness(for: context, until: expiry) }
        let end = earliest(expiry, link.expiry, context.access.signature?.expiry)
        return .brief(isPublic: isShared(context), until: end)
    }

    /// The earliest of some expiry times; nil if none of them expires.
    private func earliest(_ times: Int?...) -> Int? { times.compactMap { $0 }.min() }

}
