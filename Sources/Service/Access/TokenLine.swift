// SPDX-License-Identifier: Apache-2.0

import Effects

/// A line of a token file: `TOKEN name=web scopes=render,read requests=600 megapixels=2000`.
///
/// Everything after the token may be left out. A line that is `#`, or begins with `# `, is a comment.
package enum TokenLine {
    /// The keys of the settings after a token.
    package enum Key: String, Hashable, Sendable, CaseIterable {
        /// The name of the caller.
        case name
        /// The scopes, separated by commas.
        case scopes
        /// The greatest number of requests in a minute.
        case requests
        /// The greatest number of rendered megapixels in a minute.
        case megapixels
    }

    /// The accepted numbers of requests and of megapixels in a minute.
    static let quotaRange = 1...1_000_000_000

    /// Whether a line is empty or a comment.
    static func isBlank(_ line: Substring) -> Bool {
        line.isEmpty || line == "#" || line.hasPrefix("# ") || line.hasPrefix("#\t")
    }

    /// Parses the token and its settings in a line that has no blanks around it.
    static func token(in line: Substring) throws(TokenLineFault) -> AccessToken {
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let secret = words.first, BearerTokenForm.accepts(secret) else { throw .secret }
        var token = AccessToken(secret)
        var seen: Set<Key> = []
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .setting }
            guard let key = Key(rawValue: String(parts[0])) else {
                let names = Key.allCases.map(\.rawValue)
                throw .unknown(suggestion: Spelling.nearest(to: String(parts[0]), among: names))
            }
            guard seen.insert(key).inserted else { throw .repeated(key) }
            try set(key, to: String(parts[1]), of: &token)
        }
        return token
    }

    private static func set(
        _ key: Key,
        to value: String,
        of token: inout AccessToken
    ) throws(TokenLineFault) {
        switch key {
        case .name:
            guard CallerName.accepts(value) else { throw .value(key) }
            token.name = value
        case .scopes:
            let words = value.split(separator: ",", omittingEmptySubsequences: false)
            let scopes = words.compactMap { AccessScope(rawValue: String($0)) }
            guard scopes.count == words.count else { throw .value(key) }
            token.scopes = Set(scopes)
        case .requests: token.quota.requests = try quota(value, key)
        case .megapixels: token.quota.pixels = try quota(value, key) * 1_000_000
        }
    }

    private static func quota(_ text: String, _ key: Key) throws(TokenLineFault) -> Int {
        guard let count = OptionSyntax<Int>.count.read(text), quotaRange.contains(count) else {
            throw .value(key)
        }
        return count
    }
}

/// The form of a name that an operator gives to a caller or a key.
enum CallerName {
    /// The accepted names, in words that follow "takes" in an error text.
    static let allowed = "1 to 32 letters, digits and -._"

    /// Whether a text can be a name.
    static func accepts(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && ByteSet.ofNames.containsAll(text)
    }
}

/// An error in a line of a token file; none holds a part of a secret.
package enum TokenLineFault: Error, Hashable, Sendable {
    /// The line does not begin with a token.
    case secret
    /// A word after the token is not `key=value`.
    case setting
    /// The line has an unknown key; the suggestion is the known one with the most similar name.
    case unknown(suggestion: String?)
    /// A key is given twice.
    case repeated(TokenLine.Key)
    /// The value of this key is not accepted.
    case value(TokenLine.Key)
    /// An earlier line has the same token.
    case known(place: String)
    /// An earlier line of the same name has another quota.
    case otherQuota(place: String)

    /// An error text that names the accepted values.
    var sentence: String {
        switch self {
        case .secret: "a line begins with a token of 16 to 512 visible ASCII characters"
        case .setting: "after the token, each word is key=value"
        case .unknown(let suggestion):
            "there is no such key; "
                + (suggestion.map { "did you mean \($0)?" }
                    ?? "there are \(TokenLine.Key.allCases.map(\.rawValue).joined(separator: ", "))")
        case .repeated(let key): "'\(key.rawValue)' is given more than once"
        case .value(.name): "'name' takes \(CallerName.allowed)"
        case .value(.scopes):
            "'scopes' takes a list of "
                + AccessScope.allCases.map(\.rawValue).joined(separator: ",")
        case .value(let key):
            "'\(key.rawValue)' takes a whole number, from \(TokenLine.quotaRange.lowerBound) to "
                + "\(TokenLine.quotaRange.upperBound)"
        case .known(let place): "\(place) has the same token"
        case .otherQuota(let place): "\(place) has the same name and another quota"
        }
    }
}
