// SPDX-License-Identifier: Apache-2.0

/// Splits a filter list into tokens, starting at any position.
///
/// Strings and `url()` without quotation marks are no tokens here, because no filter has such
/// arguments.
///
/// Reference: CSS Syntax Module Level 3, section 4.3.
struct FilterTokenizer {
    /// The whole text to split.
    let text: String

    private let scalars: [Unicode.Scalar]

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Reads the token that starts at an index of Unicode scalars.
    func token(at start: Int) -> FilterToken {
        guard start < scalars.count else {
            return FilterToken(kind: .end, range: scalars.count..<scalars.count)
        }
        var position = start
        let kind = consume(&position)
        return FilterToken(kind: kind, range: start..<position)
    }

    /// The text of a range of Unicode scalars.
    func text(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[range])
        return text
    }

    /// Whether a token of white space and comments contains any white space.
    func hasWhiteSpace(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            if isSpace(position) { return true }
            // A comment has at least the four characters `/**/`.
            position += 4
            while position < range.upperBound,
                !(scalars[position - 1] == "/" && scalars[position - 2] == "*")
            {
                position += 1
            }
        }
        return false
    }

    /// The range of ASCII letters and digits from an index of Unicode scalars on.
    func word(at start: Int) -> Range<Int> {
        var position = start
        while let scalar = peek(position), scalar.isASCIILetter || scalar.isASCIIDigit {
            position += 1
        }
        return start..<position
    }

    private func peek(_ position: Int) -> Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private func consume(_ position: inout Int) -> FilterToken.Kind {
        let scalar = scalars[position]
        if isSpace(position) || isComment(position) { return consumeSpace(&position) }
        if startsNumber(position) { return consumeNumeric(&position) }
        if startsIdentifier(position) {
            let name = consumeName(&position)
            guard peek(position) == "(" else { return .identifier(name) }
            position += 1
            return .function(name)
        }
        position += 1
        if scalar == "#", isName(position) || isEscape(position) {
            return .hash(consumeName(&position))
        }
        return .delimiter(scalar)
    }

    private func consumeSpace(_ position: inout Int) -> FilterToken.Kind {
        while true {
            if isSpace(position) {
                position += 1
            } else if isComment(position) {
                position += 2
                while !(peek(position) == "*" && peek(position + 1) == "/") {
                    guard position < scalars.count else { return .space }
                    position += 1
                }
                position += 2
            } else {
                return .space
            }
        }
    }

    private func consumeNumeric(_ position: inout Int) -> FilterToken.Kind {
        let number = consumeNumber(&position)
        if startsIdentifier(position) {
            return .dimension(number, unit: consumeName(&position).asciiLowercased)
        }
        guard peek(position) == "%" else { return .number(number) }
        position += 1
        return .percentage(number)
    }

    private func consumeNumber(_ position: inout Int) -> Double {
        let start = position
        if isSign(position) { position += 1 }
        consumeDigits(&position)
        if peek(position) == ".", isDigit(position + 1) {
            position += 1
            consumeDigits(&position)
        }
        if let scalar = peek(position), scalar == "e" || scalar == "E" {
            let digits = isSign(position + 1) ? position + 2 : position + 1
            if isDigit(digits) {
                position = digits
                consumeDigits(&position)
            }
        }
        // A number too large for a Double is infinite, and outside of every range.
        return Double(text(start..<position)) ?? .infinity
    }

    private func consumeDigits(_ position: inout Int) {
        while isDigit(position) { position += 1 }
    }

    private func consumeName(_ position: inout Int) -> String {
        var name = ""
        while true {
            if isName(position) {
                name.unicodeScalars.append(scalars[position])
                position += 1
            } else if isEscape(position) {
                position += 1
                name.unicodeScalars.append(consumeEscaped(&position))
            } else {
                return name
            }
        }
    }

    /// Consumes a CSS escape after its backslash, and returns the escaped character.
    ///
    /// Reference: CSS Syntax Module Level 3, section 4.3.7.
    private func consumeEscaped(_ position: inout Int) -> Unicode.Scalar {
        let start = position
        while position < start + 6, peek(position)?.properties.isASCIIHexDigit == true {
            position += 1
        }
        guard position > start else {
            position += 1
            return scalars[start]
        }
        let value = UInt32(text(start..<position), radix: 16) ?? 0
        if isSpace(position) { position += 1 }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    // MARK: Lookahead

    private func isSpace(_ position: Int) -> Bool {
        switch peek(position) {
        case " ", "\t", "\n", "\r", "\u{C}": true
        default: false
        }
    }

    private func isComment(_ position: Int) -> Bool {
        peek(position) == "/" && peek(position + 1) == "*"
    }

    private func isDigit(_ position: Int) -> Bool { peek(position)?.isASCIIDigit == true }

    private func isSign(_ position: Int) -> Bool {
        peek(position) == "+" || peek(position) == "-"
    }

    private func startsNumber(_ position: Int) -> Bool {
        let digits = isSign(position) ? position + 1 : position
        return isDigit(digits) || (peek(digits) == "." && isDigit(digits + 1))
    }

    private func isEscape(_ position: Int) -> Bool {
        guard peek(position) == "\\", let next = peek(position + 1) else { return false }
        return next != "\n" && next != "\r" && next != "\u{C}"
    }

    private func isNameStart(_ position: Int) -> Bool {
        guard let scalar = peek(position) else { return false }
        return scalar.isASCIILetter || scalar == "_" || scalar.value >= 0x80
    }

    private func isName(_ position: Int) -> Bool {
        isNameStart(position) || isDigit(position) || peek(position) == "-"
    }

    private func startsIdentifier(_ position: Int) -> Bool {
        guard peek(position) == "-" else { return isNameStart(position) || isEscape(position) }
        let next = position + 1
        return isNameStart(next) || peek(next) == "-" || isEscape(next)
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isASCIILetter: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }
}

extension String {
    /// The text with ASCII letters in lower case, for comparing names case-insensitively as CSS
    /// does.
    var asciiLowercased: String {
        var text = ""
        for scalar in unicodeScalars {
            let isUpper = ("A"..."Z").contains(scalar)
            text.unicodeScalars.append(
                isUpper ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
            )
        }
        return text
    }
}
