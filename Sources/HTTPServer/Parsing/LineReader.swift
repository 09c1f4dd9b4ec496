// SPDX-License-Identifier: Apache-2.0

/// Cuts lines that end in CR LF out of bytes that come in pieces of any size.
///
/// What it reports depends on the bytes alone, never on where the pieces begin: a fault is found at
/// the byte that causes it.
struct LineReader: Sendable {
    /// The bytes of the unfinished line, without its end.
    private(set) var partial: [UInt8] = []
    /// The bytes of the unfinished line that were taken, its end included.
    private(set) var taken = 0
    private var hasCarriageReturn = false

    /// What was found.
    enum Found: Equatable {
        /// A line whose bytes are in the input.
        case inInput(Range<Int>)
        /// A line whose bytes are in ``LineReader/partial``, until ``LineReader/reset()``.
        case inPartial
        /// The input is used up before the line is complete.
        case needsMore
        /// The line goes on after as many bytes as it may have.
        case tooLong
    }

    /// Takes bytes up to the end of a line.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - offset: Where to begin; moved past what was taken.
    ///   - limit: The bytes that the whole line may have, its end included.
    /// - Returns: Where the line is, or why there is none.
    /// - Throws: ``HTTPFault/badRequest(_:)`` for a byte that no line may have.
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

    /// Forgets the line, to begin the next.
    mutating func reset() {
        partial.removeAll()
        taken = 0
        hasCarriageReturn = false
    }
}
