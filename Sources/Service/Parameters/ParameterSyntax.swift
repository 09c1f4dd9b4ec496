// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Store

/// The syntax of a parameter's values.
///
/// Parsing is strict: no spaces, no redundant signs, no other number bases. Only words are taken in other
/// spellings: in any case, and as the cases of Swift enumerations that they are named after.
struct ParameterSyntax<Value: Sendable>: Sendable {
    /// Parses a text, or throws the error of the parameter.
    typealias Reader =
        @Sendable (_ text: String, _ parameter: RenderParameter) throws(ParameterError) -> Value

    /// The kind of the values, for the documentation.
    let kind: RenderParameter.Kind

    /// Parses a value of the parameter, or throws the parameter's error.
    let read: Reader

    /// Creates a syntax from a kind of values and a parser of them.
    init(_ kind: RenderParameter.Kind, read: @escaping Reader) {
        self.kind = kind
        self.read = read
    }

    /// One of several words, each with its value.
    static func choice(_ values: [(word: String, value: Value)]) -> Self {
        Self(.choice(values.map(\.word))) { text, parameter throws(ParameterError) in
            if let match = values.first(where: { $0.word == text }) { return match.value }
            let words = values.map(\.word)
            guard let word = Spelling.same(as: text, among: words),
                let match = values.first(where: { $0.word == word })
            else {
                let suggestion = Suggestion.word(for: text, among: words)
                throw .malformed(parameter, value: text, suggestion: suggestion)
            }
            return match.value
        }
    }

    /// One of the raw values of an enumeration, or a word such as `none`, which is read as nil.
    static func word<Case>(or open: String) -> Self
    where Value == Case?, Case: RawRepresentable<String> & CaseIterable & Sendable {
        choice(Case.allCases.map { ($0.rawValue, $0) } + [(open, nil)])
    }
}

extension ParameterSyntax where Value: RawRepresentable<String> & CaseIterable {
    /// One of the raw values of an enumeration.
    static var word: Self { word(among: Array(Value.allCases)) }

    /// One of the raw values of some cases of an enumeration.
    static func word(among cases: [Value]) -> Self { choice(cases.map { ($0.rawValue, $0) }) }
}

// MARK: Numbers

extension ParameterSyntax<Double> {
    /// A decimal number inside a range.
    static func number(in range: ClosedRange<Float>) -> Self {
        number(in: Double(range.lowerBound)...Double(range.upperBound))
    }

    /// A decimal number inside a range.
    static func number(in range: ClosedRange<Double>) -> Self {
        Self(.number(range)) { text, parameter throws(ParameterError) in
            try PlainDecimal.number(text, in: range, of: parameter)
        }
    }
}

extension ParameterSyntax<Double> {
    /// A decimal number in a range, or the same as a percentage.
    static func amount(in range: ClosedRange<Double>) -> Self {
        Self(.amount(range)) { text, parameter throws(ParameterError) in
            guard text.hasSuffix("%") else {
                return try PlainDecimal.number(text, in: range, of: parameter)
            }
            let hundredfold = range.lowerBound * 100...range.upperBound * 100
            return try PlainDecimal.number(text, "%", in: hundredfold, of: parameter) / 100
        }
    }
}

extension ParameterSyntax<Length> {
    /// A length in a range of pixels, written as a number, in `px` or in `pt`.
    ///
    /// Points are checked against the greatest value alone: the scale is not known yet.
    static func pixels(in range: ClosedRange<Float>) -> Self {
        let pixels = Double(range.lowerBound)...Double(range.upperBound)
        let points = pixels.lowerBound...pixels.upperBound / Traits.scaleRange.lowerBound
        return Self(.pixels(pixels)) { text, parameter throws(ParameterError) in
            let unit = [Length.Unit.points, .pixels].first { text.hasSuffix($0.rawValue) }
            let number = try PlainDecimal.number(
                text,
                unit?.rawValue ?? "",
                in: unit == .points ? points : pixels,
                of: parameter
            )
            guard let length = Length(number, number == 0 ? .pixels : unit ?? .pixels) else {
                throw .outOfRange(parameter, value: text)
            }
            return length
        }
    }
}

extension ParameterSyntax<Double> {
    /// A number of degrees in a range, or the same in `deg`, `grad`, `rad` or `turn`.
    static func angle(in range: ClosedRange<Double>) -> Self {
        let units = ["deg": 1, "grad": 0.9, "rad": 180 / Double.pi, "turn": 360]
        return Self(.angle(range)) { text, parameter throws(ParameterError) in
            // The longest name first: that of one unit ends like that of another.
            let unit = units.keys.sorted { $0.count > $1.count }.first { text.hasSuffix($0) }
            let degrees = unit.flatMap { units[$0] } ?? 1
            let bounds = range.lowerBound / degrees...range.upperBound / degrees
            return try PlainDecimal.number(text, unit ?? "", in: bounds, of: parameter) * degrees
        }
    }
}

extension ParameterSyntax<Double?> {
    /// A decimal number in a range, or a word such as `auto`, which is read as nil.
    static func number(in range: ClosedRange<Double>, or open: String) -> Self {
        Self(.numberOrWord(range, open)) { text, parameter throws(ParameterError) in
            text.isWord(open) ? nil : try PlainDecimal.number(text, in: range, of: parameter)
        }
    }
}

extension ParameterSyntax<Int> {
    /// A whole number in a range, or the word for an encoder option that is left open, if there is one.
    static func integer(in range: ClosedRange<Int>, orOpen word: String? = nil) -> Self {
        Self(.integer(range, word: word)) { text, parameter throws(ParameterError) in
            if let word, text.isWord(word) { return EncoderOption.open }
            return try PlainDecimal.integer(text, in: range, of: parameter)
        }
    }

    /// A whole number of hundredths from 1 to 100, or the same as a fraction of 1: `0.8` is 80.
    ///
    /// Canvas and Core Image state qualities as fractions; 1 is one hundredth, as in JPEG.
    static func hundredths(in range: ClosedRange<Int>) -> Self {
        Self(.integer(range, word: nil)) { text, parameter throws(ParameterError) in
            if text.utf8.contains(UInt8(ascii: ".")), DecimalNumeral.isOne(text.utf8),
                let share = Double(text), share > 0, share < 1,
                range.contains(Int((share * 100).rounded()))
            {
                return Int((share * 100).rounded())
            }
            return try PlainDecimal.integer(text, in: range, of: parameter)
        }
    }
}

extension ParameterSyntax<Int?> {
    /// A whole number in a range, or a word such as `auto`, which is read as nil.
    static func integer(in range: ClosedRange<Int>, or open: String) -> Self {
        Self(.integer(range, word: open)) { text, parameter throws(ParameterError) in
            text.isWord(open) ? nil : try PlainDecimal.integer(text, in: range, of: parameter)
        }
    }
}

extension ParameterSyntax<Bool> {
    /// `0`, `1`, `true` or `false`.
    static let flag = Self(.flag) { text, parameter throws(ParameterError) in
        guard let value = flag(text) else {
            let suggestion = Suggestion.word(for: text, among: flagWords)
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        return value
    }

    /// The words of a flag, as the documentation lists them.
    fileprivate static let flagWords = ["0", "1", "true", "false"]

    /// Parses a word of a flag; nil for any other text.
    ///
    /// Python writes truth with a capital letter, and a client that is generated for it sends that in
    /// forms.
    fileprivate static func flag(_ text: String) -> Bool? {
        if text == "1" || text.isWord("true") { return true }
        return text == "0" || text.isWord("false") ? false : nil
    }
}

extension ParameterSyntax<Bool?> {
    /// `0`, `1`, `true`, `false`, or a word such as `auto`, which is read as nil.
    static func flag(or open: String) -> Self {
        let words = ParameterSyntax<Bool>.flagWords + [open]
        return Self(.choice(words)) { text, parameter throws(ParameterError) in
            if text.isWord(open) { return nil }
            guard let value = ParameterSyntax<Bool>.flag(text) else {
                let suggestion = Suggestion.word(for: text, among: words)
                throw .malformed(parameter, value: text, suggestion: suggestion)
            }
            return value
        }
    }
}

/// Parsers of numbers without spaces, exponents or redundant signs.
///
/// A negative number is refused as out of range: that is more precise than malformed.
private enum PlainDecimal {
    static func number(
        _ text: String,
        _ unit: String = "",
        in range: ClosedRange<Double>,
        of parameter: RenderParameter
    ) throws(ParameterError) -> Double {
        let number = String(text.dropLast(unit.count))
        guard isShort(number), DecimalNumeral.isOne(number.utf8), let value = Double(number) else {
            let suggestion = Suggestion.number(for: text, in: range, unit: parameter.unit)
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        guard range.contains(value) else { throw .outOfRange(parameter, value: text) }
        return value == 0 ? 0 : value
    }

    static func integer(
        _ text: String,
        in range: ClosedRange<Int>,
        of parameter: RenderParameter
    ) throws(ParameterError) -> Int {
        guard isShort(text), DecimalNumeral.isOne(text.utf8), !text.utf8.contains(UInt8(ascii: "."))
        else {
            let suggestion = Suggestion.integer(for: text, in: range)
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        guard let value = Int(text), range.contains(value) else {
            throw .outOfRange(parameter, value: text)
        }
        return value
    }

    /// Whether a text is short enough for a number, of which a long one would be slow to convert.
    private static func isShort(_ text: String) -> Bool {
        text.utf8.count <= RenderParameter.defaultLengthLimit
    }
}

extension String {
    /// Whether the text is a word in lowercase letters, spelled in any case.
    func isWord(_ word: String) -> Bool { self == word || lowercased() == word }
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
