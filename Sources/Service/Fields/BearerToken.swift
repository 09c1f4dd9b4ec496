// SPDX-License-Identifier: Apache-2.0

/// The tokens of which callers must present one; without any, everybody is admitted.
struct BearerTokens: Sendable {
    private let tokens: [BearerToken]

    /// Creates a check for the operator's tokens.
    init(_ tokens: [String]) {
        self.tokens = tokens.map(BearerToken.init)
    }

    /// Whether a value of `Authorization` contains one of the tokens; all are compared, so that the time
    /// does not tell which one it was.
    func admits(_ authorization: String?) -> Bool {
        tokens.isEmpty || tokens.reduce(false) { $1.admits(authorization) || $0 }
    }
}

/// A token that callers may present.
///
/// Reference: RFC 6750, section 2.1.
struct BearerToken: Sendable {
    private let expected: [UInt8]

    /// Creates a check for the operator's token.
    init(_ token: String) {
        expected = Array(token.utf8)
    }

    /// Whether a value of `Authorization` contains the token.
    ///
    /// Takes constant time for values of the same length, however much of a value is right.
    func admits(_ authorization: String?) -> Bool {
        guard let authorization else { return false }
        let scheme = "bearer "
        guard authorization.utf8.count > scheme.utf8.count,
            authorization.prefix(scheme.count).lowercased() == scheme
        else { return false }
        let shown = authorization.utf8.dropFirst(scheme.utf8.count).drop { $0 == 0x20 }
        var difference = UInt(bitPattern: shown.count ^ expected.count)
        for (index, byte) in shown.enumerated() {
            let other = expected.isEmpty ? 0 : expected[index % expected.count]
            difference |= UInt(byte ^ other)
        }
        return difference == 0 && !expected.isEmpty
    }
}
