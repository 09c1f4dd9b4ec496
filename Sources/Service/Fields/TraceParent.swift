// SPDX-License-Identifier: Apache-2.0

/// The distributed trace that a request belongs to, with a new span for the request.
///
/// Reference: W3C Trace Context, sections 3.2 and 4.
struct TraceParent: Hashable, Sendable {
    /// The length of a `traceparent` value of version 00, in bytes.
    private static let length = 55

    /// The identifier of the caller's span: 16 hexadecimal digits.
    let caller: String

    /// The `traceparent` to send, in the response as well: the trace, a new span and the flags.
    let value: String

    /// Parses a `traceparent` and begins a new span in its trace; nil if it is not well formed.
    ///
    /// Of later versions, the parts that version 00 has are read.
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

    /// Whether a byte is a hexadecimal digit, in lower case.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
