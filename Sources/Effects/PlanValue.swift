// SPDX-License-Identifier: Apache-2.0

/// A part of the canonical description of a plan, from which its text and its JSON are made.
///
/// Equal plans have equal descriptions, and different plans different ones.
public indirect enum PlanValue: Hashable, Sendable {
    /// A number; finite.
    case number(Double)
    /// A word or a text.
    case text(String)
    /// Yes or no.
    case flag(Bool)
    /// Values in order.
    case list([PlanValue])
    /// Something with a name, and what it consists of in order.
    case record(String, [Field])

    /// A named part of a record.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: PlanValue

        /// Creates a field.
        public init(_ name: String, _ value: PlanValue) {
            self.name = name
            self.value = value
        }
    }

    /// A single-precision number, as the shortest decimal that stands for it.
    static func number(_ number: Float) -> PlanValue { .number(Double(number.description) ?? .nan) }

    /// A record of numbers.
    static func numbers(_ name: String, _ fields: KeyValuePairs<String, Double>) -> PlanValue {
        .record(name, fields.map { Field($0.key, .number($0.value)) })
    }
}

extension PlanValue: CustomStringConvertible {
    /// The canonical text.
    public var description: String {
        switch self {
        case .number(let number):
            return number == number.rounded() && number.magnitude < 0x1p53
                ? String(Int64(number)) : String(number)
        case .text(let text): return Self.quoted(text)
        case .flag(let flag): return flag ? "yes" : "no"
        case .list(let values):
            return "[" + values.map(\.description).joined(separator: " ") + "]"
        case .record(let name, let fields):
            let parts = fields.map { "\($0.name) \($0.value)" }
            return "\(name)(\(parts.joined(separator: " ")))"
        }
    }

    /// Words stand as they are; anything else is quoted, so that no text can look like two values.
    private static func quoted(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isWord && !text.isEmpty { return text }
        // By scalars: a quotation mark with an accent on it is another character, but its byte is
        // the same.
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return "\"\(escaped)\""
    }
}
