// SPDX-License-Identifier: Apache-2.0

/// An incremental reader of lines that end in CR LF.
///
/// Its results depend only on the bytes, not on how they are split into pieces. A fault is reported
/// at the byte that causes it.
struct LineReader: Sendable {
    /// The bytes of the current line that came in earlier pieces, without the line end.
    private(set) var partial: [UInt8] = []
    /// The number of consumed bytes of the current line, including its line end.
    private(set) var taken = 0
    private var hasCarriageReturn = false

    /// The result of reading a piece of input.
    enum Found: Equatable {
        /// A line that lies completely in the input, as a range of it.
        case inInput(Range<Int>)
        /// A line that came in several pieces: it is in ``LineReader/partial`` until
        /// ``LineReader/reset()``.
        case inPartial
        /// The input ended before the line was complete.
        case needsMore
        /// The line is longer than the limit.
        case tooLong
    }

    /// Consumes bytes up to the end of a line.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - offset: The start of the line; moved behind the consumed bytes.
    ///   - limit: The greatest length of the line in bytes, its end included.
    /// - Returns: The line, or the reason why there is none.
    /// - Throws: ``HTTPFault/badRequest(_:)`` for a byte that is not allowed in a line.
    mutating func next(
        _ input: Span<UInt8>,
        at offset: inout Int,
        limit: Int
    ) throws(HTTPFault) -> Found {
        let start = offset
        let end = start + min(input.count - start, limit - taken)
        var index = start
        if hasCarriageReturn {
            guard index < end else { return end < input.count ? .tooLong : .needsMore }
            guard input[index] == ASCII.lineFeed else { throw .badRequest(.bareCarriageReturn) }
            offset = index + 1
            taken += 1
            return .inPartial
        }
        while index < end {
            let octet = input[index]
            if octet >= ASCII.space, octet != ASCII.delete {
                index += 1
                continue
            }
            if octet == ASCII.tab {
                index += 1
                continue
            }
            guard octet == ASCII.carriageReturn else {
                throw .badRequest(octet == ASCII.lineFeed ? .bareLineFeed : .controlCharacter)
            }
            guard index + 1 < end else { break }
            guard input[index + 1] == ASCII.lineFeed else {
                throw .badRequest(.bareCarriageReturn)
            }
            offset = index + 2
            taken += offset - start
            if partial.isEmpty { return .inInput(start..<index) }
            partial.append(copying: input.extracting(start..<index))
            return .inPartial
        }
        partial.append(copying: input.extracting(start..<index))
        hasCarriageReturn = index < end
        taken += end - start
        offset = end
        return end < input.count ? .tooLong : .needsMore
    }

    /// Discards the current line, and prepares for the next one.
    mutating func reset() {
        partial.removeAll()
        taken = 0
        hasCarriageReturn = false
    }
}
