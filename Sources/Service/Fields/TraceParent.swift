// SPDX-License-Identifier: Apache-2.0

/// The trace that a request belongs to, continued by a span of its own.
///
/// Reference: W3C Trace Context, sections 3.2 and 4.
struct TraceParent: Hashable, Sendable {
    /// The length of the fields of version 00, in bytes.
    private static let length = 55

    /// The span of the caller.
    let caller: String

    /// The value of `traceparent` in the answer and in further requests: the trace, a new span, the flags.
    let value: String

    /// Continues the trace of a field; nil if it is not well formed.
    ///
    /// Of versions to come, the fields of version 00 are read.
    init?(_ field: String?) {
        guard let field else { return nil }
        let bytes = field.utf8
        guard bytes.count >= Self.length else { return nil }
        let parts = bytes.prefix(Self.length)
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 32, 16, 2],
            parts.allSatisfy({ $0.allSatisfy(Self.isDigit) }),
            parts[1].contains(where: { $0 != UInt8(ascii: "0") }),
            parts[2].contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        let words = parts.map { String(decoding: $0, as: UTF8.self) }
        let rest = bytes.dropFirst(Self.length)
        guard words[0] != "ff", rest.isEmpty || words[0] != "00" && rest.first == UInt8(ascii: "-")
        else { return nil }
        caller = words[2]
        value = "00-\(words[1])-\(RequestIdentifier.makeSpan())-\(words[3])"
    }

    /// Whether a byte is a digit; those of the field are in lower case.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
