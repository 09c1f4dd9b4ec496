// SPDX-License-Identifier: Apache-2.0

/// The syntax of an option's values, with their units.
struct OptionSyntax<Value: Sendable>: Sendable {
    /// The placeholder in `--help`, such as `duration`.
    let placeholder: String

    /// The accepted values, in words that follow "takes" in an error text.
    let form: String

    /// Parses the text of a value; nil when it is not accepted.
    let read: @Sendable (String) -> Value?

    /// Formats a value so that ``read`` can parse it.
    let write: @Sendable (Value) -> String
}

extension OptionSyntax<Int> {
    /// The syntax of whole numbers.
    static let count = OptionSyntax(
        placeholder: "number",
        form: "a whole number",
        read: { text in
            // `Int` would also accept a plus sign.
            text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
        },
        write: { String($0) }
    )

    /// The syntax of sizes in bytes, such as `32MiB`.
    static let byteCount = quantity(
        placeholder: "size",
        form: "a size such as 512KiB, 32MiB or 1GiB",
        units: [
            ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
            ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000), ("B", 1),
        ],
        unitOfBareNumber: "B"
    )

    /// The syntax of numbers of pixels, such as `50MP`.
    static let pixelCount = quantity(
        placeholder: "pixels",
        form: "a number of pixels such as 50MP or 250000",
        units: [("MP", 1_000_000), ("", 1)],
        unitOfBareNumber: ""
    )

    private static func quantity(
        placeholder: String,
        form: String,
        units: [(name: String, factor: Int)],
        unitOfBareNumber: String
    ) -> OptionSyntax {
        OptionSyntax(
            placeholder: placeholder,
            form: form,
            read: { text in
                let (number, name) = Decimal.split(text)
                let unit = name.isEmpty ? unitOfBareNumber : String(name)
                guard let factor = units.first(where: { $0.name == unit })?.factor else {
                    return nil
                }
                return Decimal.product(number, factor)
            },
            write: { value in
                // The greatest unit that divides the value; 0 needs none.
                let unit = units.first { value != 0 && value % $0.factor == 0 }
                guard let unit, unit.factor > 1 else { return String(value) }
                return "\(value / unit.factor)\(unit.name)"
            }
        )
    }
}

extension OptionSyntax<Duration> {
    /// The syntax of durations, such as `250ms`.
    static let duration = OptionSyntax(
        placeholder: "duration",
        form: "a duration such as 250ms, 5s, 2min or 30d",
        read: { text in
            let (number, unit) = Decimal.split(text)
            guard let factor = milliseconds.first(where: { $0.name == unit })?.factor,
                let count = Decimal.product(number, factor)
            else { return nil }
            return .milliseconds(count)
        },
        write: { value in
            // The quotient of two durations would be a floating-point number.
            let (seconds, attoseconds) = value.components
            let count = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
            let unit = milliseconds.first { count != 0 && count % $0.factor == 0 }
            guard let unit else { return "\(count)ms" }
            return "\(count / unit.factor)\(unit.name)"
        }
    )

    private static var milliseconds: [(name: String, factor: Int)] {
        [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000), ("ms", 1)]
    }
}

extension OptionSyntax<Bool> {
    /// The syntax of switches, whose values are `true` and `false`.
    static let flag = OptionSyntax(
        placeholder: "",
        form: "true or false",
        read: { text in
            switch text {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        },
        write: { $0 ? "true" : "false" }
    )
}

extension OptionSyntax where Value: RawRepresentable<String> & CaseIterable {
    /// The syntax of an option that takes one of an enumeration's raw values.
    static var word: OptionSyntax {
        let words = Value.allCases.map(\.rawValue).joined(separator: "|")
        return OptionSyntax(
            placeholder: words,
            form: "one of \(words.replacing("|", with: ", "))",
            read: { Value(rawValue: $0) },
            write: { $0.rawValue }
        )
    }
}

/// Parsing of decimal numbers with a unit.
private enum Decimal {
    /// Splits a text such as `1.5MiB` into its number and its unit.
    static func split(_ text: String) -> (number: Substring, unit: Substring) {
        let number = text.prefix { $0 == "." || $0.isWholeNumber && $0.isASCII }
        return (number, text[number.endIndex...])
    }

    /// The exact product of a decimal number and a factor; nil unless it is a whole number.
    static func product(_ number: Substring, _ factor: Int) -> Int? {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.count <= 9, let digits = Int(parts[0] + fraction) else { return nil }
        let (product, overflow) = digits.multipliedReportingOverflow(by: factor)
        let scale = fraction.reduce(1) { scale, _ in scale * 10 }
        guard !overflow, product % scale == 0 else { return nil }
        return product / scale
    }
}
