// SPDX-License-Identifier: Apache-2.0

/// The masking of secrets in the target (path and query) of a request for the log.
///
/// The service takes no secret in a target, but clients send them, as other services take them.
enum LoggedTarget {
    /// The text that replaces the value of a secret.
    static let mask = "***"

    /// The names of parameters whose values are secrets, in lower case and without `-` and `_`.
    private static let names: Set<String> = [
        "accesskey", "accesstoken", "apikey", "apitoken", "auth", "authorization", "authtoken",
        "bearer", "clientsecret", "code", "credential", "credentials", "hmac", "idtoken", "jwt",
        "key", "pass", "passwd", "password", "policy", "pwd", "refreshtoken", "secret",
        "secretkey", "session", "sessionid", "sessiontoken", "sid", "sig", "sign", "signature",
        "token", "xamzcredential", "xamzsecuritytoken", "xamzsignature", "xgoogcredential",
        "xgoogsignature",
    ]

    /// The hashes of the secret parameters' names, to recognize quickly a target without any.
    private static let hashes = Set(names.map { hash($0.utf8.span, 0..<$0.utf8.count) })

    /// Replaces the values of query parameters with the names of secrets by a mask.
    static func masked(_ target: String) -> String {
        let bytes = target.utf8.span
        var start = 0
        while start < bytes.count, bytes[start] != UInt8(ascii: "?") { start += 1 }
        guard start < bytes.count, mayHaveSecret(bytes, from: start + 1) else { return target }
        let query = target.utf8.dropFirst(start + 1)
        let shown = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map
        {
            pair in
            guard let end = pair.firstIndex(of: UInt8(ascii: "=")), isSecret(pair[..<end]) else {
                return String(decoding: pair, as: UTF8.self)
            }
            return String(decoding: pair[...end], as: UTF8.self) + mask
        }
        let path = String(decoding: target.utf8.prefix(start + 1), as: UTF8.self)
        return path + shown.joined(separator: "&")
    }

    private static func mayHaveSecret(_ bytes: Span<UInt8>, from first: Int) -> Bool {
        var start = first
        var index = first
        while index < bytes.count {
            switch bytes[index] {
            // A name with escapes must be decoded before it is compared.
            case UInt8(ascii: "%"): return true
            case UInt8(ascii: "="):
                if hashes.contains(hash(bytes, start..<index)) { return true }
                while index < bytes.count, bytes[index] != UInt8(ascii: "&") { index += 1 }
                start = index + 1
            case UInt8(ascii: "&"): start = index + 1
            default: break
            }
            index += 1
        }
        return false
    }

    private static func isSecret(_ written: Substring.UTF8View.SubSequence) -> Bool {
        guard let name = FormEncoding.decode(written) else { return true }
        return names.contains(name.lowercased().filter { $0 != "-" && $0 != "_" })
    }

    /// The hash of a name without regard to case, `-` and `_`.
    ///
    /// Reference: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm", the
    /// variant 1a with 64 bits.
    private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in range {
            let byte = bytes[index]
            guard byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") else { continue }
            hash = (hash ^ UInt64((0x41...0x5a).contains(byte) ? byte | 0x20 : byte))
            hash = hash &* 0x100_0000_01b3
        }
        return hash
    }
}
