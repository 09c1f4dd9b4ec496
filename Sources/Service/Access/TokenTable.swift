// SPDX-License-Identifier: Apache-2.0

import Rendering

/// The bearer tokens that the server accepts; if there are none, nobody needs one.
///
/// Reference: RFC 6750, section 2.1.
struct TokenTable: Sendable {
    /// A caller with a token.
    struct Caller: Sendable {
        /// The token that the caller presents.
        let token: AccessToken

        /// The meter of the caller's quota, which all its tokens share; nil without a quota.
        let meter: QuotaMeter?

        /// The identity of the caller, by which the queue shares the workers fairly.
        let identity: WorkerPool.Caller
    }

    private let callers: [(secret: [UInt8], caller: Caller)]

    /// Creates a table of tokens, whose callers keep the use of their quotas in a former table.
    ///
    /// - Parameters:
    ///   - tokens: The operator's tokens.
    ///   - former: The table before, whose callers keep the use of quotas that have not changed.
    init(_ tokens: [AccessToken], after former: TokenTable? = nil) {
        var meters: [String: QuotaMeter] = [:]
        for (_, caller) in former?.callers ?? [] {
            if let meter = caller.meter { meters[Self.key(of: caller.token)] = meter }
        }
        callers = tokens.map { token in
            let key = Self.key(of: token)
            var meter = token.quota.isUnlimited ? nil : meters[key]
            if !token.quota.isUnlimited, meter?.quota != token.quota {
                meter = QuotaMeter(token.quota)
                meters[key] = meter
            }
            let identity = WorkerPool.Caller("token \(key)")
            return (
                Array(token.secret.utf8), Caller(token: token, meter: meter, identity: identity)
            )
        }
    }

    /// The key for a caller in this table: the name that its tokens share, or else the token.
    private static func key(of token: AccessToken) -> String {
        token.name.map { "name \($0)" } ?? "secret \(token.secret)"
    }

    /// Whether there are no tokens.
    var isEmpty: Bool { callers.isEmpty }

    /// Finds the caller whose token an `Authorization` field has; nil if it has none of the tokens.
    ///
    /// All tokens are compared, each in a time that does not tell how much of a guess is right.
    func caller(_ authorization: String?) -> Caller? {
        let scheme = "bearer "
        guard let authorization, authorization.utf8.count > scheme.utf8.count,
            authorization.prefix(scheme.count).lowercased() == scheme
        else { return nil }
        let shown = Array(authorization.utf8.dropFirst(scheme.utf8.count).drop { $0 == 0x20 })
        var found: Int?
        for (index, entry) in callers.enumerated()
        where SecretBytes.areEqual(shown.span, entry.secret.span) {
            found = index
        }
        return found.map { callers[$0].caller }
    }
}

/// Comparison of secrets in a time that does not depend on their contents.
enum SecretBytes {
    /// Whether the bytes that a caller presents are those of a secret.
    ///
    /// The time depends only on the length of the presented bytes, however many of them are right.
    static func areEqual(_ shown: Span<UInt8>, _ secret: Span<UInt8>) -> Bool {
        guard !secret.isEmpty else { return false }
        var difference = UInt(bitPattern: shown.count ^ secret.count)
        for index in shown.indices {
            difference |= UInt(shown[index] ^ secret[index % secret.count])
        }
        return difference == 0
    }
}
