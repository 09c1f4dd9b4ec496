// SPDX-License-Identifier: Apache-2.0

/// The syntax elements that field values share: lists, tokens and quoted strings.
///
/// Reference: RFC 9110, sections 5.6.1 to 5.6.4.
enum FieldSyntax {
    /// Splits at a separator outside of quoted strings.
    ///
    /// Trims each member, and omits empty ones.
    static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> [Substring] {
        let text = Substring(text)
        var members: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, scalar == separator {
                members.append(trim(text[start..<index]))
                start = text.unicodeScalars.index(after: index)
            }
        }
        members.append(trim(text[start...]))
        return members.filter { !$0.isEmpty }
    }

    /// Removes spaces and tabs at both ends.
    static func trim(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, isBlank(first) { text.unicodeScalars.removeFirst() }
        while let last = text.utf8.last, isBlank(last) { text.unicodeScalars.removeLast() }
        return text
    }

    /// Whether a text is a token: one or more visible characters that are no delimiters.
    static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Returns a token as it is, or the content of a quoted string; `nil` for anything else.
    static func unquote(_ text: Substring) -> String? {
        guard text.utf8.first == UInt8(ascii: "\"") else {
            return isToken(text) ? String(text) : nil
        }
        var content: [UInt8] = []
        var bytes = text.utf8.dropFirst()
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                return bytes.isEmpty ? String(validating: content, as: UTF8.self) : nil
            case UInt8(ascii: "\\"):
                guard let escaped = bytes.popFirst() else { return nil }
                content.append(escaped)
            case 0..<0x20 where byte != 0x09, 0x7f: return nil
            default: content.append(byte)
            }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
