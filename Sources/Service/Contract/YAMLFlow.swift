// SPDX-License-Identifier: Apache-2.0

/// A reader of YAML within a line: scalars, and collections in braces and brackets.
///
/// Reference: YAML 1.2.2, sections 7.3 and 7.4.
struct YAMLFlow {
    /// The text that is not read yet.
    private(set) var rest: Substring

    /// Creates a reader at the start of a text.
    init(_ text: Substring) {
        rest = text
    }

    /// Whether only spaces are left to read.
    var isAtEnd: Bool { rest.allSatisfy { $0 == " " } }

    /// Reads a scalar, or a collection in braces or brackets.
    ///
    /// - Parameters:
    ///   - isNested: Whether the value is in braces or brackets, where commas end it.
    ///   - anchors: The values that aliases stand for.
    /// - Returns: The value; nil for a fault.
    mutating func value(isNested: Bool, _ anchors: [String: JSONValue]) -> JSONValue? {
        skipSpaces()
        switch rest.first {
        case "{": return object(anchors)
        case "[": return array(anchors)
        case "\"", "'": return quoted().map(JSONValue.string)
        case "*" where isNested:
            rest.removeFirst()
            return anchors[String(take { !",]} ".contains($0) })]
        case nil: return nil
        default: return Self.plain(isNested ? take { !",]}".contains($0) } : take { _ in true })
        }
    }

    /// Reads a key and the colon after it; nil if there is none.
    ///
    /// - Parameter isNested: Whether the key is in braces or brackets, where commas end it.
    /// - Returns: The key; nil if there is none.
    mutating func key(isNested: Bool) -> String? {
        if rest.first == "\"" || rest.first == "'" {
            guard let name = quoted(), rest.first == ":" else { return nil }
            rest.removeFirst()
            return name
        }
        let name = take { $0 != ":" && !(isNested && ",]}".contains($0)) }
        guard rest.first == ":", rest.dropFirst().first ?? " " == " " else { return nil }
        rest.removeFirst()
        return String(name)
    }

    private mutating func object(_ anchors: [String: JSONValue]) -> JSONValue? {
        var members: [(name: String, value: JSONValue)] = []
        rest.removeFirst()
        repeat {
            skipSpaces()
            if rest.first == "}" { break }
            guard let name = key(isNested: true), let value = value(isNested: true, anchors)
            else { return nil }
            members.append((name, value))
        } while takeComma()
        return takeEnd("}") ? .object(members) : nil
    }

    private mutating func array(_ anchors: [String: JSONValue]) -> JSONValue? {
        var items: [JSONValue] = []
        rest.removeFirst()
        repeat {
            skipSpaces()
            if rest.first == "]" { break }
            guard let value = value(isNested: true, anchors) else { return nil }
            items.append(value)
        } while takeComma()
        return takeEnd("]") ? .array(items) : nil
    }

    /// Reads a scalar in quotation marks; nil if it does not end or has an unsupported escape.
    ///
    /// Supported are the escapes of the marks, of the backslash and of the line feed.
    private mutating func quoted() -> String? {
        let mark = rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == mark {
                // Within single marks, two of them stand for one.
                guard mark == "'", rest.first == "'" else { return text }
                rest.removeFirst()
                text.append("'")
            } else if character == "\\", mark == "\"" {
                switch rest.popFirst() {
                case "n": text.append("\n")
                case "\"": text.append("\"")
                case "\\": text.append("\\")
                case .some, nil: return nil
                }
            } else {
                text.append(character)
            }
        }
        return nil
    }

    /// Parses a scalar without quotation marks: null, a Boolean, a number or a string.
    ///
    /// The result is nil for syntax that is not supported.
    ///
    /// Reference: YAML 1.2.2, section 10.3.2.
    private static func plain(_ text: Substring) -> JSONValue? {
        var text = text
        while text.last == " " { text.removeLast() }
        switch text {
        case "", "null", "~": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: break
        }
        // Comments, and blocks of other styles, are not supported.
        guard let first = text.first, !"|>@`%!".contains(first), !text.contains(" #") else {
            return nil
        }
        let digits = first == "-" ? text.dropFirst() : text
        guard digits.first?.isNumber == true, digits.allSatisfy({ $0.isNumber || $0 == "." })
        else { return .string(String(text)) }
        if let integer = Int(text) { return .integer(integer) }
        return Double(text).map(JSONValue.number) ?? .string(String(text))
    }

    private mutating func take(while isTaken: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: isTaken)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func takeComma() -> Bool {
        skipSpaces()
        guard rest.first == "," else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func takeEnd(_ mark: Character) -> Bool {
        skipSpaces()
        guard rest.first == mark else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == " " }
    }
}
