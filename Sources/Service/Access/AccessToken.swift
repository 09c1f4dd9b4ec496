// SPDX-License-Identifier: Apache-2.0

/// A bearer token with the caller's name, scopes and quota, as a line of a token file states them.
package struct AccessToken: Hashable, Sendable {
    /// The secret text that requests state.
    package let secret: String

    /// The name of the caller for the log; nil for none.
    ///
    /// Tokens of one name are one caller.
    package internal(set) var name: String?

    /// The kinds of requests that the token allows.
    package internal(set) var scopes = Set(AccessScope.allCases)

    /// The limits on the caller's requests and pixels in a minute.
    package internal(set) var quota = Quota()

    /// Creates a token without a name, with all scopes and no quota.
    package init(_ secret: String) {
        self.secret = secret
    }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
    /// The name of the token, never its secret, so that it can be printed.
    package var description: String { "token \(name ?? "without a name")" }

    /// A mirror for debuggers that leaves out the secret.
    package var customMirror: Mirror { Mirror(self, children: ["name": name as Any]) }
}

/// The limits on what a caller may ask for in a minute.
package struct Quota: Hashable, Sendable {
    /// The greatest number of requests in a minute; nil for no limit.
    package internal(set) var requests: Int?

    /// The greatest number of pixels rendered in a minute; nil for no limit.
    package internal(set) var pixels: Int?

    /// Whether neither requests nor pixels are limited.
    package var isUnlimited: Bool { requests == nil && pixels == nil }
}
