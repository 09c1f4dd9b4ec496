// SPDX-License-Identifier: Apache-2.0

/// A scanner of XML texts: it finds tags, attributes and texts, without resolving references.
///
/// It checks no more of the grammar than it needs to find the end of each piece, as the library parses the text
/// once more.
///
/// Reference: W3C XML 1.0, sections 2 and 3.
struct MarkupScanner {
    /// A start tag, with its attributes.
    struct Tag {
        /// All bytes of the tag.
        var range: Range<Int>
        /// The name, with its prefix.
        var name: Range<Int>
        /// The names and the values of the attributes, without quotes.
        var attributes: [(name: Range<Int>, value: Range<Int>)]
        /// Whether the element has no contents: `<rect/>`.
        var isEmpty: Bool
    }

    /// A part of an XML text.
    enum Piece {
        /// The beginning of an element.
        case start(Tag)
        /// The end of an element that has contents.
        case end(Range<Int>)
        /// Characters between tags; the range of a CDATA section is that of its characters.
        case text(Range<Int>)
        /// A comment, a processing instruction or a document type.
        case other
    }

    /// A part of an XML text that cannot be scanned.
    enum Fault: Error {
        /// The text ends within the piece.
        case unfinished
        /// The piece breaks the grammar.
        case malformed
    }

    let bytes: [UInt8]
    private(set) var position = 0

    /// Creates a scanner of a text in UTF-8.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next piece; nil at the end.
    mutating func next() throws(Fault) -> Piece? {
        guard position < bytes.count else { return nil }
        guard bytes[position] == UInt8(ascii: "<") else {
            let start = position
            position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            return .text(start..<position)
        }
        if begins(Mark.comment.start) { return try skip(to: Mark.comment.end) }
        if begins(Mark.characters.start) {
            let start = position + Mark.characters.start.count
            _ = try skip(to: Mark.characters.end)
            return .text(start..<position - 3)
        }
        if begins(Mark.instruction.start) { return try skip(to: Mark.instruction.end) }
        if begins(Mark.declaration) { return try documentType() }
        return begins(Mark.endTag) ? try endTag() : .start(try startTag())
    }

    private func begins(_ mark: [UInt8]) -> Bool {
        bytes[position...].starts(with: mark)
    }

    private mutating func skip(to end: [UInt8]) throws(Fault) -> Piece {
        while !begins(end) {
            guard let next = bytes[(position + 1)...].firstIndex(of: end[0]) else {
                throw .unfinished
            }
            position = next
        }
        position += end.count
        return .other
    }

    /// The characters that begin and end pieces other than tags.
    private enum Mark {
        static let comment = (start: Array("<!--".utf8), end: Array("-->".utf8))
        static let characters = (start: Array("<![CDATA[".utf8), end: Array("]]>".utf8))
        static let instruction = (start: Array("<?".utf8), end: Array("?>".utf8))
        static let declaration = Array("<!".utf8)
        static let endTag = Array("</".utf8)
    }

    private mutating func documentType() throws(Fault) -> Piece {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = bytes[(position + 1)...].firstIndex(of: bytes[position]) else {
                    throw .unfinished
                }
                position = end
            case UInt8(ascii: "<") where begins(Mark.comment.start):
                _ = try skip(to: Mark.comment.end)
                continue
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"): depth -= 1
            case _: break
            }
            position += 1
            if depth == 0 { return .other }
        }
        throw .unfinished
    }

    private mutating func endTag() throws(Fault) -> Piece {
        let start = position
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            throw .unfinished
        }
        position = end + 1
        return .end(start..<position)
    }

    private mutating func startTag() throws(Fault) -> Tag {
        let start = position
        position += 1
        var tag = Tag(range: start..<start, name: try name(), attributes: [], isEmpty: false)
        guard !tag.name.isEmpty else { throw .malformed }
        while true {
            try skipSpace()
            if bytes[position] == UInt8(ascii: ">") { break }
            if bytes[position] == UInt8(ascii: "/") {
                tag.isEmpty = true
                position += 1
                guard position < bytes.count else { throw .unfinished }
                guard bytes[position] == UInt8(ascii: ">") else { throw .malformed }
                break
            }
            tag.attributes.append(try attribute())
        }
        position += 1
        tag.range = start..<position
        return tag
    }

    private mutating func attribute() throws(Fault) -> (name: Range<Int>, value: Range<Int>) {
        let name = try name()
        try skipSpace()
        guard !name.isEmpty, bytes[position] == UInt8(ascii: "=") else { throw .malformed }
        position += 1
        try skipSpace()
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .malformed }
        guard let end = bytes[(position + 1)...].firstIndex(of: quote) else { throw .unfinished }
        let value = position + 1..<end
        position = end + 1
        return (name, value)
    }

    private mutating func name() throws(Fault) -> Range<Int> {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"):
                return start..<position
            case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"): throw .malformed
            case _: position += 1
            }
        }
        throw .unfinished
    }

    /// Skips white space; throws at the end of the text, within a tag.
    private mutating func skipSpace() throws(Fault) {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
            position += 1
        }
        guard position < bytes.count else { throw .unfinished }
    }
}
