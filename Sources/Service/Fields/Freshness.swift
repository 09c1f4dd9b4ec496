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
    ///   - age: The longest time for which it is fresh, in seconds.
    /// - Returns: The freshness.
    static func unchanging(isPublic: Bool, until expiry: Int?, age: Int) -> Freshness {
        let scope = isPublic ? "public" : "private"
        guard let expiry, age == yearAge else {
            let age = min(age, max(0, (expiry ?? .max) - Int(Date.now.timeIntervalSince1970)))
            return Freshness("\(scope), max-age=\(age), immutable")
        }
        var freshness = Freshness("\(scope), immutable")
        // An absolute time, as the head of a response is cached and sent again later.
        let text = HTTPDate.text(seconds: min(expiry, lastSecond))
        freshness.expires = String(decoding: text, as: UTF8.self)
        return freshness
    }

    /// Makes the caching rules of content that may change.
    ///
    /// - Parameters:
    ///   - isPublic: Whether caches may give it to others than the client.
    ///   - expiry: The time from which on the address is refused, in seconds since 1970; nil for never.
    ///   - age: The longest time for which it is fresh, in seconds.
    ///   - stale: The time for which caches may send it afterwards, while they ask for it again, in seconds.
    ///   - now: The time in seconds since 1970.
    /// - Returns: The freshness.
    static func brief(
        isPublic: Bool,
        until expiry: Int?,
        age: Int = briefAge,
        stale: Int = 0,
        now: Int = Int(Date.now.timeIntervalSince1970)
    ) -> Freshness {
        let rest = max(0, (expiry ?? .max) - now)
        let age = min(age, rest)
        let stale = min(stale, rest - age)
        return Freshness(
            "\(isPublic ? "public" : "private"), max-age=\(age)"
                + (stale > 0 ? ", stale-while-revalidate=\(stale)" : "")
        )
    }

    /// A year in seconds, the longest time for which content is fresh.
    static let yearAge = 31_536_000

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
