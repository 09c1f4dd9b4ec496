// SPDX-License-Identifier: Apache-2.0

/// A strict parser of JSON.
///
/// Foundation's decoder keeps one of two members with the same name, and ignores the other
/// silently. This parser ignores nothing. It also refuses constructs that RFC 8259 leaves to
/// implementations: a byte order mark, unpaired surrogates, and numbers beyond double precision.
///
/// Reference: RFC 8259.
struct JSONReader {
    /// The greatest depth to which arrays and objects may be nested.
    static let depthLimit = 32

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// Parses a whole JSON text, which no other bytes may follow.
    static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var reader = JSONReader(bytes)
        let value = try reader.value(at: .root)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error(.trailing, .root) }
        return value
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ rule: JSONSyntaxError.Rule, _ pointer: JSONPointer) -> JSONSyntaxError {
        let before = bytes[..<min(position, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        return JSONSyntaxError(
            rule: rule,
            line: before.count { $0 == 0x0a } + 1,
            column: before.count - lineStart + 1,
            pointer: pointer
        )
    }

    /// Creates the error for a byte that breaks the grammar at the current position.
    private func unexpected(_ pointer: JSONPointer) -> JSONSyntaxError {
        error(next == nil ? .unfinished : .unexpected, pointer)
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
    }

    /// Skips the next byte if it is the given one; returns whether it was.
    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private mutating func value(at pointer: JSONPointer) throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested(pointer, Self.object)
        case UInt8(ascii: "["): return try nested(pointer, Self.array)
        case UInt8(ascii: "\""): return .string(try string(pointer))
        case UInt8(ascii: "t"): return try word("true", .boolean(true), pointer)
        case UInt8(ascii: "f"): return try word("false", .boolean(false), pointer)
        case UInt8(ascii: "n"): return try word("null", .null, pointer)
        default: return .number(try number(pointer))
        }
    }

    private mutating func word(
        _ text: String,
        _ value: JSONValue,
        _ pointer: JSONPointer
    ) throws(JSONSyntaxError) -> JSONValue {
        for byte in text.utf8 {
            guard next == byte else { throw unexpected(pointer) }
            position += 1
        }
        return value
    }

    // MARK: Arrays and objects

    private mutating func nested(
        _ pointer: JSONPointer,
        _ read: (inout JSONReader, JSONPointer) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.depthLimit else { throw error(.tooDeep, pointer) }
        depth += 1
        position += 1
        let value = try read(&self, pointer)
        depth -= 1
        return value
    }

    private static func array(
        _ reader: inout JSONReader,
        _ pointer: JSONPointer
    ) throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        reader.skipSpace()
        if reader.skip("]") { return .array([]) }
        while true {
            elements.append(try reader.value(at: pointer.appending(elements.count)))
            reader.skipSpace()
            if reader.skip("]") { return .array(elements) }
            guard reader.skip(",") else { throw reader.unexpected(pointer) }
        }
    }

    private static func object(
        _ reader: inout JSONReader,
        _ pointer: JSONPointer
    ) throws(JSONSyntaxError) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        var names: Set<String> = []
        reader.skipSpace()
        if reader.skip("}") { return .object([]) }
        while true {
            reader.skipSpace()
            let start = reader.position
            let name = try reader.string(pointer)
            guard names.insert(name).inserted else {
                reader.position = start
                throw reader.error(.duplicateName(name), pointer.appending(name))
            }
            reader.skipSpace()
            guard reader.skip(":") else { throw reader.unexpected(pointer) }
            members.append((name, try reader.value(at: pointer.appending(name))))
            reader.skipSpace()
            if reader.skip("}") { return .object(members) }
            guard reader.skip(",") else { throw reader.unexpected(pointer) }
        }
    }

    // MARK: Strings

    private mutating func string(_ pointer: JSONPointer) throws(JSONSyntaxError) -> String {
        guard skip("\"") else { throw unexpected(pointer) }
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw error(.notUTF8, pointer)
                }
                position += 1
                return text
            case UInt8(ascii: "\\"): try escape(into: &content, pointer)
            case 0..<0x20: throw error(.controlCharacter, pointer)
            default:
                content.append(byte)
                position += 1
            }
        }
        throw error(.unfinished, pointer)
    }

    private mutating func escape(
        into content: inout [UInt8],
        _ pointer: JSONPointer
    ) throws(JSONSyntaxError) {
        let start = position
        position += 1
        guard let letter = next else { throw error(.unfinished, pointer) }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0c)
        case UInt8(ascii: "n"): content.append(0x0a)
        case UInt8(ascii: "r"): content.append(0x0d)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = unicodeEscape() else {
                position = start
                throw error(.badEscape, pointer)
            }
            content += String(Character(scalar)).utf8
        default:
            position = start
            throw error(.badEscape, pointer)
        }
    }

    /// Reads the digits of a `\u` escape, and after a high surrogate, a second escape.
    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let high = hexadecimal() else { return nil }
        guard (0xd800..<0xdc00).contains(high) else { return Unicode.Scalar(high) }
        guard skip("\\"), skip("u"), let low = hexadecimal(), (0xdc00..<0xe000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = byte.hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }

    // MARK: Numbers

    private mutating func number(_ pointer: JSONPointer) throws(JSONSyntaxError) -> Double {
        let start = position
        _ = skip("-")
        if !skip("0") { try digits(pointer) }
        if skip(".") { try digits(pointer) }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits(pointer)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            position = start
            throw error(.numberTooLarge, pointer)
        }
        return value
    }

    private mutating func digits(_ pointer: JSONPointer) throws(JSONSyntaxError) {
        guard let first = next, first.isDigit else { throw unexpected(pointer) }
        while let byte = next, byte.isDigit { position += 1 }
    }
}
