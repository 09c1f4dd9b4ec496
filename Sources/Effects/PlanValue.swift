// SPDX-License-Identifier: Apache-2.0

/// A value that describes a plan or a part of it, written as text for cache keys or as JSON.
///
/// Equal plans have equal descriptions, and different plans have different ones.
package indirect enum PlanValue: Hashable, Sendable {
    /// A finite number.
    case number(Double)
    /// A word or a longer text.
    case text(String)
    /// A Boolean, written as `yes` or `no` in text.
    case flag(Bool)
    /// An ordered list of values.
    case list([PlanValue])
    /// A record with a name and named values in a fixed order.
    case record(String, [Field])

    /// A named value in a record.
    package struct Field: Hashable, Sendable {
        /// The name of the value in the record.
        package let name: String
        /// The value, of any kind.
        package let value: PlanValue

        /// Creates a named value.
        package init(_ name: String, _ value: PlanValue) {
            self.name = name
            self.value = value
        }
    }

    /// Converts a single-precision number to the shortest decimal number that reads back as it.
    static func number(_ number: Float) -> PlanValue { .number(Double(number.description) ?? .nan) }

    /// Creates a record whose values are all numbers.
    static func numbers(_ name: String, _ fields: KeyValuePairs<String, Double>) -> PlanValue {
        .record(name, fields.map { Field($0.key, .number($0.value)) })
    }
}

extension PlanValue: CustomStringConvertible {
    /// The value as text; equal values have equal texts.
    package var description: String {
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

    /// Quotes a text, unless it is a word of letters, digits and hyphens, so that no text looks
    /// like two values.
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
        // Escapes scalars, not characters: a quotation mark with a combining accent is another
        // character, but contains the same byte.
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return "\"\(escaped)\""
    }
}
