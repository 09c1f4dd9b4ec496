// SPDX-License-Identifier: Apache-2.0

/// The masking of secrets in the target (path and query) of a request for the log.
///
/// The service takes no secret in a target but signatures, but clients send them, as other services take them. A
/// name shows that its value is a secret by a word in it, such as `token` in `private_token`: no list of
/// names is ever complete. Parameters of paths, as in `/photo;token=abc`, and parameters within the value of
/// another one, as in an escaped address, are masked as well.
enum LoggedTarget {
    /// The text that replaces the value of a secret.
    static let mask = "***"

    /// The words in the name of a secret, in lower case.
    private static let words = [
        "key", "token", "secret", "passw", "passphrase", "pwd", "auth", "jwt", "sig", "session",
        "credential", "bearer", "hmac", "cookie",
    ].map { Array($0.utf8) }

    /// The names of secrets that are too short to be looked for within names.
    private static let names: Set<[UInt8]> = Set(
        ["code", "otp", "pass", "pin", "policy", "sid"].map { Array($0.utf8) }
    )

    /// The name of a signing key, which is no secret: the log shows which key was used.
    private static let shownName = Array("keyid".utf8)

    /// The number of times that values are decoded to look for secrets within them.
    private static let depth = 2

    /// Replaces the values of parameters with the names of secrets by a mask.
    static func masked(_ target: String) -> String {
        // Most targets have no parameter of such a name, and are returned as they are.
        guard hasSecret(target.utf8.span, depth: depth) else { return target }
        var shown: [UInt8] = []
        var isQuery = false
        var rest = target.utf8[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { isSeparator($0, inQuery: isQuery) } ?? rest.endIndex
            shown += maskedPair(rest[..<end])
            rest = rest[end...]
            guard let separator = rest.popFirst() else { break }
            shown.append(separator)
            if separator == UInt8(ascii: "?") { isQuery = true }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    private static func maskedPair(_ pair: Substring.UTF8View) -> [UInt8] {
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Array(pair) }
        let value = pair[pair.index(after: equals)...]
        guard isSecret(pair[..<equals]) || hasSecret(within: value, depth: depth) else {
            return Array(pair)
        }
        return Array(pair[...equals]) + Array(mask.utf8)
    }

    /// Whether a byte ends a parameter.
    private static func isSeparator(_ byte: UInt8, inQuery: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "?"): true
        case UInt8(ascii: "/"): !inQuery
        default: false
        }
    }

    /// Whether a text has a parameter that is masked; called for each line of the log.
    private static func hasSecret(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        var start = 0
        var equals: Int?
        for index in 0...bytes.count {
            let byte = index < bytes.count ? bytes[index] : UInt8(ascii: "&")
            switch byte {
            case UInt8(ascii: "="):
                if equals == nil { equals = index }
            case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "/"):
                if let end = equals {
                    if isSecret(bytes.extracting(start..<end)) { return true }
                    if hasSecret(within: bytes.extracting(end + 1..<index), depth: depth) {
                        return true
                    }
                }
                (start, equals) = (index + 1, nil)
            default: break
            }
        }
        return false
    }

    private static func hasSecret(within value: Substring.UTF8View, depth: Int) -> Bool {
        hasSecret(within: Array(value).span, depth: depth)
    }

    /// Whether a value, decoded, has a parameter that is masked.
    private static func hasSecret(within value: Span<UInt8>, depth: Int) -> Bool {
        guard depth > 0 else { return false }
        var isEscaped = false
        var hasPair = false
        for index in 0..<value.count {
            if value[index] == UInt8(ascii: "%") { isEscaped = true }
            if value[index] == UInt8(ascii: "=") { hasPair = true }
        }
        guard isEscaped || hasPair else { return false }
        var bytes: [UInt8] = []
        for index in 0..<value.count { bytes.append(value[index]) }
        guard isEscaped else { return hasSecret(bytes.span, depth: depth - 1) }
        guard let text = FormEncoding.decode(bytes) else { return false }
        return hasSecret(text.utf8.span, depth: depth - 1)
    }

    private static func isSecret(_ written: Substring.UTF8View) -> Bool {
        isSecret(Array(written).span)
    }

    /// Whether a name, as it was written, belongs to a secret; a name with broken escapes counts as one.
    private static func isSecret(_ written: Span<UInt8>) -> Bool {
        var letters: [UInt8] = []
        for index in 0..<written.count {
            let byte = written[index]
            guard byte != UInt8(ascii: "%") else {
                var bytes: [UInt8] = []
                for index in 0..<written.count { bytes.append(written[index]) }
                guard let decoded = FormEncoding.decode(bytes) else { return true }
                // An escaped percent sign is taken for one that is not.
                return isSecret(Array(decoded.utf8.filter { $0 != UInt8(ascii: "%") }).span)
            }
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                letters.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte | 0x20)
            default: break
            }
        }
        guard letters != shownName else { return false }
        return names.contains(letters) || words.contains { has($0, in: letters) }
    }

    private static func has(_ word: [UInt8], in letters: [UInt8]) -> Bool {
        guard letters.count >= word.count else { return false }
        return (0...letters.count - word.count).contains { start in
            word.indices.allSatisfy { letters[start + $0] == word[$0] }
        }
    }
}
