// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The identifier of a request in logs and responses.
enum RequestIdentifier {
    /// The greatest length of an identifier that a client states for its request, in bytes.
    static let lengthLimit = 128

    /// Returns the client's identifier if it is acceptable, or a new one.
    ///
    /// Acceptable are 1 to ``lengthLimit`` letters, digits and `-._~`, which cannot forge log lines
    /// or fields.
    static func make(from value: String?) -> String {
        if let value, isAcceptable(value) { return value }
        return make()
    }

    /// Creates an identifier that is unique in this process, and almost certainly everywhere.
    ///
    /// Asking the system for random numbers each time would take as long as parsing the request.
    private static func make() -> String {
        let (position, _) = sequence.position.wrappingAdd(Sequence.step, ordering: .relaxed)
        var digits: [32 of UInt8] = .init(repeating: 0)
        write(Sequence.mix(position), to: &digits, at: 0)
        write(Sequence.mix(position ^ sequence.salt), to: &digits, at: 16)
        guard let text = try? UTF8Span(validating: digits.span) else {
            preconditionFailure("hexadecimal digits are text")
        }
        return String(copying: text)
    }

    /// Creates the identifier of a span: 16 hexadecimal digits, not all zero.
    static func makeSpan() -> String {
        let (position, _) = sequence.position.wrappingAdd(Sequence.step, ordering: .relaxed)
        let word = Sequence.mix(position ^ sequence.salt)
        let digits = String(max(word, 1), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func write(_ word: UInt64, to digits: inout [32 of UInt8], at start: Int) {
        for index in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * index)) & 15
            digits[start + index] = digit < 10 ? 0x30 + digit : 0x57 + digit
        }
    }

    /// The source of identifiers: a counter with a random start, whose bits are mixed.
    ///
    /// Reference: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators",
    /// OOPSLA 2014. Both the steps and the mixing are invertible, so that no word comes twice.
    private final class Sequence: Sendable {
        static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

        let position = Atomic(UInt64.random(in: .min ... .max))
        let salt = UInt64.random(in: .min ... .max)

        static func mix(_ word: UInt64) -> UInt64 {
            var word = word
            word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
            return word ^ (word >> 31)
        }
    }

    private static let sequence = Sequence()

    private static func isAcceptable(_ value: String) -> Bool {
        (1...lengthLimit).contains(value.utf8.count) && acceptable.containsAll(value)
    }

    private static let acceptable = ByteSet { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
