// SPDX-License-Identifier: Apache-2.0

/// The time for which a response of an origin is fresh, so that it is used without asking again.
///
/// Reference: RFC 9111, sections 4.2 and 5.2.2.
package enum OriginFreshness {
    /// The upper limit of the freshness, in seconds: a day.
    package static let longest = 86_400

    /// The freshness if the origin states none, in seconds.
    package static let usual = 60

    /// Computes the freshness of a response from its header fields, in seconds.
    ///
    /// - Parameters:
    ///   - fields: The fields of the answer, with lowercase names.
    ///   - stored: The lifetime of the stored response that a 304 confirms: it stays the same where the 304 states
    ///     none (RFC 9111, section 4.3.4).
    /// - Returns: The seconds, from 0 to ``longest``.
    package static func seconds(_ fields: [String: String], confirming stored: Int? = nil) -> Int {
        let age = fields["age"].flatMap { Int($0) } ?? 0
        return max(0, lifetime(fields, confirming: stored) - max(0, min(age, longest)))
    }

    /// Computes the lifetime of a response, of which its age is not yet taken off, in seconds.
    ///
    /// - Parameters:
    ///   - fields: The fields of the answer, with lowercase names.
    ///   - stored: As for ``seconds(_:confirming:)``.
    /// - Returns: The seconds, from 0 to ``longest``.
    package static func lifetime(_ fields: [String: String], confirming stored: Int? = nil) -> Int {
        if let stored, fields["cache-control"] == nil, fields["expires"] == nil { return stored }
        var limits: [String: Int] = [:]
        for directive in (fields["cache-control"] ?? "").split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard let name = parts.first?.lowercased() else { continue }
            if ["no-store", "no-cache", "private"].contains(name) { return 0 }
            guard parts.count == 2, ["max-age", "s-maxage"].contains(name) else { continue }
            // An invalid value counts as 0 seconds.
            limits[name] = Int(parts[1].filter { $0 != "\"" }) ?? 0
        }
        guard let limit = limits["s-maxage"] ?? limits["max-age"] else {
            // `Expires` counts as 0 seconds: its date needs a clock that agrees with the origin's.
            return fields["expires"] == nil ? usual : 0
        }
        return min(max(0, limit), longest)
    }
}
