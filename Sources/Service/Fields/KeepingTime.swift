// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The expiry time of an upload, as the field `Frostpane-Expires` states it.
///
/// A client writes seconds from now on, or a date; an answer has a date.
///
/// Reference: RFC 9651, sections 3.3.1 and 3.3.7: an Integer such as `3600`, a Date such as `@1767225600`.
enum KeepingTime {
    /// A value of the field that is refused.
    struct Fault: Error, Hashable, Sendable {
        /// Whether the value is malformed, rather than a time that is not accepted.
        let isMalformed: Bool
        /// The refused value.
        let value: String
        /// The accepted values, in words that follow "takes" in an error text.
        let allowed: String
    }

    /// The name of the field in error responses.
    static let name = "Frostpane-Expires"

    /// The accepted syntax of a value, in words that follow "takes" in an error text.
    static let form = "seconds from now on, such as 3600, or a date such as @1767225600"

    /// The longest time to keep an upload that expires: a hundred years, in seconds.
    static let longest = 100 * 366 * 86_400

    /// Computes the time at which an upload expires.
    ///
    /// - Parameters:
    ///   - asked: The value of the field; nil for none.
    ///   - limit: The longest time that the operator allows; nil for any.
    ///   - now: The seconds since 1970.
    /// - Returns: Seconds since 1970; nil for never.
    /// - Throws: ``Fault`` for a value that is malformed, has passed, or is too late.
    static func end(
        asked: String?,
        limit: Duration?,
        now: Int
    ) throws(Fault) -> Int? {
        let seconds = limit.map { Int($0.components.seconds) }
        guard let asked else { return seconds.map { now + $0 } }
        let digits = asked.drop { $0 == "@" }
        guard asked.count - digits.count <= 1, (1...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(digits)
        else { throw Fault(isMalformed: true, value: asked, allowed: form) }
        let end = asked.hasPrefix("@") ? number : now + number
        let bound = seconds ?? longest
        guard (1...bound).contains(end - now) else {
            let allowed = "1 to \(bound) seconds from now on"
            throw Fault(isMalformed: false, value: asked, allowed: allowed)
        }
        return end
    }

    /// The later of two expiry times; nil means never, and is later than any.
    static func longer(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return nil }
        return max(left, right)
    }

    /// The value of the field in a response, such as `@1767225600`.
    static func field(_ time: Int) -> String { "@\(time)" }

    /// An expiry time as RFC 3339 writes it, for JSON.
    static func text(_ time: Int) -> String {
        var text: [UInt8] = []
        LogTime.write(Date(timeIntervalSince1970: Double(time)), to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
