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
