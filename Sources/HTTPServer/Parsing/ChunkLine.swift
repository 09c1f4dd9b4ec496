// SPDX-License-Identifier: Apache-2.0

/// The parsed size line of a chunk, with its extensions.
///
/// Reference: RFC 9112, 7.1 and 7.1.1.
struct ChunkLine {
    /// The greatest accepted length of the line in octets, including its line end.
    static let maximumLength = 1_024

    /// The greatest accepted length of all chunk extensions in one body, in octets.
    static let maximumExtensionBytes = 16 * 1024

    /// The greatest accepted number of hexadecimal digits in a chunk size, including leading zeros.
    private static let maximumDigits = 15

    /// The number of bytes in the chunk; zero for the last chunk.
    let size: Int
    /// The length of the extensions, in octets.
    let extensionBytes: Int

    init(_ line: Span<UInt8>) throws(HTTPFault) {
        var size = 0
        var index = 0
        while index < line.count, let digit = ASCII.hexadecimalValue(line[index]) {
            guard index < Self.maximumDigits else { throw .badRequest(.invalidChunkSize) }
            size = size << 4 | digit
            index += 1
        }
        guard index > 0 else { throw .badRequest(.invalidChunkSize) }
        if index < line.count, !ASCII.isBlank(line[index]), line[index] != ASCII.semicolon {
            throw .badRequest(.invalidChunkSize)
        }
        extensionBytes = line.count - index
        self.size = size
        while index < line.count {
            guard let next = Self.extensionEnd(line, from: index) else {
                throw .badRequest(.invalidChunkExtension)
            }
            index = next
        }
    }

    /// The end of a chunk extension, `; name` or `; name = value`; nil if it is malformed.
    private static func extensionEnd(_ line: Span<UInt8>, from start: Int) -> Int? {
        var index = skipBlanks(line, start)
        guard index < line.count, line[index] == ASCII.semicolon else { return nil }
        index = skipBlanks(line, index + 1)
        guard let nameEnd = tokenEnd(line, index) else { return nil }
        let afterName = skipBlanks(line, nameEnd)
        guard afterName < line.count, line[afterName] == ASCII.equals else { return nameEnd }
        index = skipBlanks(line, afterName + 1)
        guard index < line.count else { return nil }
        return line[index] == ASCII.quote ? quotedEnd(line, index) : tokenEnd(line, index)
    }

    private static func skipBlanks(_ line: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < line.count, ASCII.isBlank(line[index]) { index += 1 }
        return index
    }

    private static func tokenEnd(_ line: Span<UInt8>, _ start: Int) -> Int? {
        var index = start
        while index < line.count, ASCII.token.contains(line[index]) { index += 1 }
        return index > start ? index : nil
    }

    private static func quotedEnd(_ line: Span<UInt8>, _ start: Int) -> Int? {
        var index = start + 1
        while index < line.count {
            switch line[index] {
            case ASCII.quote: return index + 1
            case ASCII.backslash: index += 2
            default: index += 1
            }
        }
        return nil
    }
}
