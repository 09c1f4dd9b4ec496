// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// How values are written: strict, without spaces, signs that mean nothing, or other number bases.
enum ParameterValue {
    /// The longest accepted text of a value that is no list, in UTF-8 bytes.
    static let lengthLimit = 64

    /// Reads a decimal number inside the range of the parameter.
    static func number(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Double {
        guard case .number(let range) = RenderParameter.row(for: name).kind else {
            throw .malformed(name, value: text)
        }
        return try number(text, in: range, for: name)
    }

    /// Reads a decimal number inside the range of the parameter; `nil` for its word.
    static func openNumber(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Double? {
        guard case .numberOrWord(let range, let word) = RenderParameter.row(for: name).kind else {
            throw .malformed(name, value: text)
        }
        return text == word ? nil : try number(text, in: range, for: name)
    }

    private static func number(
        _ text: String,
        in range: ClosedRange<Double>,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Double {
        guard isDecimal(text, allowingFraction: true), let value = Double(text) else {
            throw .malformed(name, value: text)
        }
        guard range.contains(value) else { throw .outOfRange(name, value: text) }
        return value == 0 ? 0 : value
    }

    /// Reads a whole number inside the range of the parameter; `nil` for its word.
    static func integer(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Int? {
        guard case .integer(let range, let word) = RenderParameter.row(for: name).kind else {
            throw .malformed(name, value: text)
        }
        if text == word { return nil }
        guard isDecimal(text, allowingFraction: false) else { throw .malformed(name, value: text) }
        guard let value = Int(text), range.contains(value) else {
            throw .outOfRange(name, value: text)
        }
        return value
    }

    /// Reads one of the words of the parameter.
    static func choice(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> String {
        guard case .choice(let words) = RenderParameter.row(for: name).kind, words.contains(text)
        else { throw .malformed(name, value: text) }
        return text
    }

    /// Reads one of the words of the parameter as a case of an enumeration.
    static func word<Value: RawRepresentable<String>>(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Value {
        guard let value = Value(rawValue: try choice(text, for: name)) else {
            throw .malformed(name, value: text)
        }
        return value
    }

    /// Reads `0`, `1`, `true` or `false`.
    static func flag(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Bool {
        switch text {
        case "1", "true": true
        case "0", "false": false
        default: throw .malformed(name, value: text)
        }
    }

    /// Reads one of the names of the parameter; `nil` for its word.
    static func name<Value: RawRepresentable<String>>(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Value? {
        guard case .name(let names, let word, _) = RenderParameter.row(for: name).kind else {
            throw .malformed(name, value: text)
        }
        if text == word { return nil }
        guard let value = Value(rawValue: text) else {
            throw .unknownName(
                name,
                value: text,
                suggestion: Spelling.nearest(to: text, among: names)
            )
        }
        return value
    }

    /// Reads `0`, `1`, `true` or `false`; `nil` for the word that leaves it open.
    static func openFlag(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Bool? {
        text == RenderParameter.automatic ? nil : try flag(text, for: name)
    }

    /// Reads a color; `nil` for the word of the parameter.
    static func openColor(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Color? {
        if case .colorOrWord(text) = RenderParameter.row(for: name).kind { return nil }
        return try color(text, for: name)
    }

    /// Reads `rgb` or `rrggbb`, with or without `#`, or one of the sixteen basic CSS names.
    static func color(
        _ text: String,
        for name: RenderParameter.Name
    ) throws(ParameterError) -> Color {
        if let color = Color.basicNames[text.lowercased()] { return color }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "#") }
        guard text.utf8.count - digits.count <= 1, digits.count == 3 || digits.count == 6,
            digits.allSatisfy(\.isHexDigit),
            let value = UInt32(text.suffix(digits.count), radix: 16)
        else { throw .malformed(name, value: text) }
        if digits.count == 6 {
            return Color(
                red: UInt8(value >> 16),
                green: UInt8(value >> 8 & 0xff),
                blue: UInt8(value & 0xff)
            )
        }
        return Color(
            red: UInt8(value >> 8) * 17,
            green: UInt8(value >> 4 & 15) * 17,
            blue: UInt8(value & 15) * 17
        )
    }

    /// Reads filters in the words of CSS.
    static func filterList(_ text: String) throws(ParameterError) -> FilterList {
        do throws(FilterListError) {
            return try FilterList(text)
        } catch {
            throw .filter(error, value: text)
        }
    }

    /// Whether a text is `-`? digits (`.` digits)?, and nothing else.
    ///
    /// The minus sign is read so that a negative number is refused as out of range, which says
    /// more than that it is malformed.
    private static func isDecimal(_ text: String, allowingFraction: Bool) -> Bool {
        guard text.utf8.count <= lengthLimit else { return false }
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...(allowingFraction ? 2 : 1)).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is an ASCII hexadecimal digit.
    var isHexDigit: Bool { hexDigitValue != nil }

    /// The value of an ASCII hexadecimal digit, 0 to 15.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Color {
    /// The sixteen basic color keywords.
    ///
    /// Reference: CSS Color Module Level 4, section 6.1.
    static let basicNames: [String: Color] = [
        "black": .black, "white": .white,
        "silver": Color(red: 192, green: 192, blue: 192),
        "gray": Color(red: 128, green: 128, blue: 128),
        "maroon": Color(red: 128, green: 0, blue: 0), "red": Color(red: 255, green: 0, blue: 0),
        "purple": Color(red: 128, green: 0, blue: 128),
        "fuchsia": Color(red: 255, green: 0, blue: 255),
        "green": Color(red: 0, green: 128, blue: 0), "lime": Color(red: 0, green: 255, blue: 0),
        "olive": Color(red: 128, green: 128, blue: 0),
        "yellow": Color(red: 255, green: 255, blue: 0),
        "navy": Color(red: 0, green: 0, blue: 128), "blue": Color(red: 0, green: 0, blue: 255),
        "teal": Color(red: 0, green: 128, blue: 128), "aqua": Color(red: 0, green: 255, blue: 255),
    ]
}
