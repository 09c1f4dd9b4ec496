// SPDX-License-Identifier: Apache-2.0

/// Splits texts of CSS at characters outside of strings, comments and parentheses.
///
/// Reference: CSS Syntax Module Level 3.
enum CSSText {
    /// Removes comments.
    static func withoutComments(_ text: String) -> String {
        guard text.contains("/*") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "/*") {
            result += rest[..<start.lowerBound] + " "
            guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return result }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Splits a text at each occurrence of a character outside of parentheses and strings.
    static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        while let end = first(of: [separator], in: text[start...]) {
            parts.append(text[start..<end])
            start = text.index(after: end)
        }
        return parts + [text[start...]]
    }

    /// Finds the first of some characters outside of parentheses, brackets, braces and strings.
    static func first(of characters: Set<Character>, in text: Substring) -> Substring.Index? {
        var depth = 0
        var quote: Character?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if let open = quote {
                if character == "\\" { index = text.index(after: index) }
                if character == open { quote = nil }
                guard index < text.endIndex else { return nil }
            } else if depth == 0, characters.contains(character) {
                return index
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "([{".contains(character) {
                depth += 1
            } else if ")]}".contains(character) {
                depth = max(0, depth - 1)
            }
            index = text.index(after: index)
        }
        return nil
    }

    /// The text without white space at both ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Splits a value into parts between spaces, outside of parentheses.
    static func words(_ text: some StringProtocol) -> [String] {
        let plain = Substring(String(text.map { $0.isWhitespace ? " " : $0 }))
        return split(plain, at: " ").map(String.init).filter { !$0.isEmpty }
    }
}
