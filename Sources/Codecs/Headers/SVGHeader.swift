// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the first element of an SVG, which has the size of the drawing.
///
/// A drawing without a size has that of its view box, or 300 by 150 pixels, as CSS has it for replaced
/// elements. Lengths that depend on something else, such as percentages and `em`, count as absent.
///
/// Reference: SVG 2, sections 8.2 and 8.6; CSS 2.2, section 10.3.2.
struct SVGHeader {
    private var offset = 0
    private var entities: [String: String] = [:]

    /// The greatest number of bytes up to the end of the first element's attributes.
    static let longest = 1 << 20

    /// Reads the size of the drawing from the first element.
    ///
    /// - Parameter bytes: The file, or its beginning.
    /// - Returns: The header, with alpha.
    /// - Throws: `truncated` or `corrupt`.
    static func parse(_ bytes: Span<UInt8>) throws(CodecError) -> ForeignFileHeader {
        let attributes = try rootAttributes(bytes)
        let (width, height) = size(attributes)
        let drawing = DrawingSize(width: width, height: height)
        var header = ForeignFileHeader(size: drawing.pixels, layout: .rgba)
        header.drawing = drawing
        return header
    }

    /// Whether the first element of an XML text is that of a drawing; nil if the bytes end before it.
    ///
    /// The element may have a prefix, and follow comments, processing instructions and a document type.
    static func beginsDrawing(_ bytes: Span<UInt8>) -> Bool? {
        do throws(CodecError) {
            _ = try rootAttributes(bytes, isNameEnough: true)
            return true
        } catch {
            return error == .truncated ? nil : false
        }
    }

    private static func rootAttributes(
        _ bytes: Span<UInt8>,
        isNameEnough: Bool = false
    ) throws(CodecError) -> [String: String] {
        var parser = SVGHeader()
        guard let order = byteOrder(bytes) else {
            parser.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            return try parser.findElement(bytes, isNameEnough)
        }
        return try parser.findElement(utf8(bytes, order).span, isNameEnough)
    }

    // MARK: UTF-16

    private enum ByteOrder {
        case big, little
    }

    /// The byte order of a text in UTF-16, from its mark or from the zeros beside its first character; nil for
    /// other encodings.
    private static func byteOrder(_ bytes: Span<UInt8>) -> ByteOrder? {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C, 0]) { return .big }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) { return .little }
        return nil
    }

    /// Converts a text in UTF-16 to UTF-8, without its byte order mark.
    private static func utf8(_ bytes: Span<UInt8>, _ order: ByteOrder) -> [UInt8] {
        let units = (0..<bytes.count / 2).map { index in
            let first = UInt16(bytes[2 * index]), second = UInt16(bytes[2 * index + 1])
            return order == .big ? first << 8 | second : second << 8 | first
        }
        let text = units.first == 0xFEFF ? units[1...] : units[...]
        return Array(String(decoding: text, as: UTF16.self).utf8)
    }

    // MARK: Sizes

    private static func size(_ attributes: [String: String]) -> (Double, Double) {
        var width = pixels(attributes["width"])
        var height = pixels(attributes["height"])
        let box = (attributes["viewBox"] ?? "").split { " ,\t\r\n".contains($0) }.map { Double($0) }
        if box.count == 4, let across = box[2], let down = box[3], across > 0, down > 0,
            across.isFinite, down.isFinite
        {
            if width == nil, height == nil { width = across }
            width = width ?? height.map { $0 * across / down }
            height = height ?? width.map { $0 * down / across }
        }
        return (width ?? 300, height ?? 150)
    }

    /// Converts a CSS length to pixels, 96 to the inch; nil for a relative length such as `2em`.
    private static func pixels(_ text: String?) -> Double? {
        guard let text else { return nil }
        let trimmed = text.drop { " \t\r\n".contains($0) }
        let unit = trimmed.reversed().prefix { !($0.isNumber || $0 == ".") }
        guard let value = Double(trimmed.dropLast(unit.count)), value > 0, value.isFinite else {
            return nil
        }
        switch String(unit.reversed()).filter({ !" \t\r\n".contains($0) }) {
        case "", "px": return value
        case "in": return value * 96
        case "cm": return value * 96 / 2.54
        case "mm": return value * 96 / 25.4
        case "pt": return value * 96 / 72
        case "pc": return value * 96 / 6
        case _: return nil
        }
    }

    /// Skips everything before the first element, and reads the attributes of that element.
    private mutating func findElement(
        _ bytes: Span<UInt8>,
        _ isNameEnough: Bool
    ) throws(CodecError) -> [String: String] {
        while true {
            try skipSpace(bytes)
            guard offset <= Self.longest else { throw .headerTooLong(limit: Self.longest) }
            if bytes.starts(with: "<!--", at: offset) {
                try skip(bytes, behind: "-->")
            } else if bytes.starts(with: "<?", at: offset) {
                try skip(bytes, behind: "?>")
            } else if bytes.starts(with: "<!", at: offset) {
                try skipType(bytes)
            } else {
                return try readElement(bytes, isNameEnough)
            }
        }
    }

    private mutating func readElement(
        _ bytes: Span<UInt8>,
        _ isNameEnough: Bool
    ) throws(CodecError) -> [String: String] {
        guard try byte(bytes) == 0x3C else { throw .corrupt(.structure(offset: offset)) }
        offset += 1
        let name = try readName(bytes)
        guard name == "svg" || name.hasSuffix(":svg") else {
            throw .corrupt(.structure(offset: offset))
        }
        if isNameEnough { return [:] }
        var attributes: [String: String] = [:]
        while true {
            try skipSpace(bytes)
            guard offset <= Self.longest else { throw .headerTooLong(limit: Self.longest) }
            let next = try byte(bytes)
            if next == 0x3E || next == 0x2F { return attributes }
            let name = try readName(bytes)
            try skipSpace(bytes)
            guard try byte(bytes) == 0x3D, !name.isEmpty, attributes.count < 1000 else {
                throw .corrupt(.structure(offset: offset))
            }
            offset += 1
            try skipSpace(bytes)
            let quote = try byte(bytes)
            guard quote == 0x22 || quote == 0x27 else { throw .corrupt(.structure(offset: offset)) }
            guard let end = bytes.firstOffset(of: quote, from: offset + 1) else { throw .truncated }
            if ["width", "height", "viewBox"].contains(name), end - offset < 256 {
                attributes[name] = resolved(text(bytes, offset + 1..<end))
            }
            offset = end + 1
        }
    }

    /// Replaces references to characters and entities in the value of an attribute.
    ///
    /// Reference: XML 1.0, sections 4.1 and 4.4.
    private func resolved(_ text: String, depth: Int = 0) -> String {
        guard depth < 4, text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
            result += rest[..<start]
            let name = rest[rest.index(after: start)..<end]
            if name.hasPrefix("#") {
                let isHexadecimal = name.dropFirst().hasPrefix("x")
                let digits = name.dropFirst(isHexadecimal ? 2 : 1)
                let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(
                    Unicode.Scalar.init
                )
                result.unicodeScalars.append(scalar ?? "?")
            } else {
                result += resolved(entities[String(name)] ?? "?", depth: depth + 1)
            }
            rest = rest[rest.index(after: end)...]
            guard result.utf8.count < 1024 else { return result }
        }
        return result + rest
    }

    /// Notes the entity that a declaration defines by a text.
    private mutating func noteEntity(_ bytes: Span<UInt8>) {
        var parser = self
        parser.offset += 8
        guard entities.count < 1000, (try? parser.skipSpace(bytes)) != nil,
            let name = try? parser.readName(bytes), !name.isEmpty, name != "%",
            (try? parser.skipSpace(bytes)) != nil, let quote = bytes.byte(at: parser.offset),
            quote == 0x22 || quote == 0x27,
            let end = bytes.firstOffset(of: quote, from: parser.offset + 1),
            end - parser.offset < 256, entities[name] == nil
        else { return }
        entities[name] = text(bytes, parser.offset + 1..<end)
    }

    /// Skips a document type declaration, with the declarations inside of it.
    private mutating func skipType(_ bytes: Span<UInt8>) throws(CodecError) {
        var depth = 0
        while true {
            switch try byte(bytes) {
            case 0x22, 0x27:
                guard let end = bytes.firstOffset(of: bytes[offset], from: offset + 1) else {
                    throw .truncated
                }
                offset = end
            case 0x3C where bytes.starts(with: "<!--", at: offset):
                try skip(bytes, behind: "-->")
                continue
            case 0x3C:
                if bytes.starts(with: "<!ENTITY", at: offset) { noteEntity(bytes) }
                depth += 1
            case 0x3E:
                depth -= 1
                if depth == 0 {
                    offset += 1
                    return
                }
            case _: break
            }
            offset += 1
        }
    }

    private mutating func skip(
        _ bytes: Span<UInt8>,
        behind end: StaticString
    ) throws(CodecError) {
        while !bytes.starts(with: end, at: offset) {
            offset += 1
            guard offset < bytes.count else { throw .truncated }
        }
        offset += end.utf8CodeUnitCount
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) throws(CodecError) {
        while Self.isSpace(try byte(bytes)) { offset += 1 }
    }

    private mutating func readName(_ bytes: Span<UInt8>) throws(CodecError) -> String {
        let start = offset
        while !Self.endsName(try byte(bytes)) {
            offset += 1
            guard offset - start < 256 else { throw .corrupt(.structure(offset: start)) }
        }
        return text(bytes, start..<offset)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Whether a byte ends a name: a space, or one of `=`, `>` and `/`.
    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == 0x3D || byte == 0x3E || byte == 0x2F
    }

    private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }

    private func byte(_ bytes: Span<UInt8>) throws(CodecError) -> UInt8 {
        guard let byte = bytes.byte(at: offset) else { throw .truncated }
        return byte
    }
}
