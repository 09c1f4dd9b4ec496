// SPDX-License-Identifier: Apache-2.0

extension RequestParser {
    /// Consumes the available bytes of a body or of a chunk, and returns their range.
    mutating func readBody(
        _ input: Span<UInt8>,
        at offset: inout Int,
        remaining: Int
    ) -> Event? {
        let count = min(remaining, input.count - offset)
        guard count > 0 else { return nil }
        let range = offset..<offset + count
        offset += count
        if case .content = phase {
            phase = .content(remaining: remaining - count)
        } else {
            phase = .chunk(remaining: remaining - count)
        }
        return .body(range)
    }

    /// Consumes the size line of a chunk; returns false if it is incomplete.
    mutating func readChunkSize(
        _ input: Span<UInt8>,
        at offset: inout Int
    ) throws(HTTPFault) -> Bool {
        let found = try reader.next(input, at: &offset, limit: ChunkLine.maximumLength)
        let line: ChunkLine
        switch found {
        case .needsMore: return false
        case .tooLong: throw .badRequest(.invalidChunkExtension)
        case .inInput(let range): line = try ChunkLine(input.extracting(range))
        case .inPartial: line = try ChunkLine(reader.partial.span)
        }
        reader.reset()
        extensionBytes += line.extensionBytes
        guard extensionBytes <= ChunkLine.maximumExtensionBytes else {
            throw .badRequest(.invalidChunkExtension)
        }
        phase = line.size == 0 ? .trailers : .chunk(remaining: line.size)
        return true
    }

    /// Consumes and discards a trailer field; returns true for the final empty line, nil if it is
    /// incomplete.
    mutating func readTrailer(
        _ input: Span<UInt8>,
        at offset: inout Int
    ) throws(HTTPFault) -> Bool? {
        let limit = Self.maximumTrailerBytes - sectionBytes
        let found = try reader.next(input, at: &offset, limit: limit)
        let isLast: Bool
        switch found {
        case .needsMore:
            return nil
        case .tooLong:
            throw .badRequest(.trailersTooLarge)
        case .inInput(let range):
            isLast = range.isEmpty
            if !isLast { _ = try FieldLine(input.extracting(range)) }
        case .inPartial:
            isLast = reader.partial.isEmpty
            if !isLast { _ = try FieldLine(reader.partial.span) }
        }
        sectionBytes += reader.taken
        reader.reset()
        trailerCount += isLast ? 0 : 1
        guard trailerCount <= limits.fieldCount else { throw .badRequest(.trailersTooLarge) }
        return isLast
    }
}
