// SPDX-License-Identifier: Apache-2.0

/// The syntax elements that field values share: lists, tokens and quoted strings.
///
/// Reference: RFC 9110, sections 5.6.1 to 5.6.4.
enum FieldSyntax {
    /// Splits a field value at a separator outside of quoted strings.
    ///
    /// Trims each member, and omits empty ones.
    static func split(_ text: some StringProtocol, at separator: UInt8) -> [Substring] {
        let text = Substring(text)
        var members: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        func append(_ member: Substring) {
            let member = trim(member)
            if !member.isEmpty { members.append(member) }
        }
        // Bytes, because lists may be long, and all that matters here is ASCII.
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == separator {
                append(text[start..<index])
                start = text.utf8.index(after: index)
            }
        }
        append(text[start...])
        return members
    }

    /// Returns a text without the spaces and tabs at both ends.
    static func trim(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, isBlank(first) {
            text = text[text.utf8.index(after: text.startIndex)...]
        }
        while let last = text.utf8.last, isBlank(last) {
            text = text[..<text.utf8.index(before: text.endIndex)]
        }
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
