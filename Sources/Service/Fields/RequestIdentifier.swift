// SPDX-License-Identifier: Apache-2.0

/// The name by which a request is found in logs.
enum RequestIdentifier {
    /// The longest name that is taken over from a client, in bytes.
    static let lengthLimit = 128

    /// Takes over what the client calls its request, or makes a name.
    ///
    /// What is taken over is bounded in length and limited to letters, digits and `-._~`, so that it
    /// cannot forge lines or fields anywhere it is written to.
    static func make(from value: String?) -> String {
        if let value, isAcceptable(value) { return value }
        var generator = SystemRandomNumberGenerator()
        return [generator.next(), generator.next()].map { (word: UInt64) in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private static func isAcceptable(_ value: String) -> Bool {
        (1...lengthLimit).contains(value.utf8.count)
            && value.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            }
    }
}

/// The trace that a request belongs to.
///
/// Reference: W3C Trace Context, section 3.2.
enum TraceParent {
    /// The value of `traceparent` when it is well formed, else `nil`.
    static func validated(_ value: String?) -> String? {
        guard let value, value.utf8.count == 55 else { return nil }
        let parts = value.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 32, 16, 2], value == value.lowercased(),
            parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }), !value.hasPrefix("ff"),
            parts[1].contains(where: { $0 != UInt8(ascii: "0") }),
            parts[2].contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        return value
    }
}
