// SPDX-License-Identifier: Apache-2.0

extension RequestParser {
    /// Consumes a request line, or an empty line before it; returns false if it is incomplete.
    mutating func readRequestLine(
        _ input: Span<UInt8>,
        at offset: inout Int
    ) throws(HTTPFault) -> Bool {
        let longest = RequestLine.maximumLength(targetBytes: limits.targetBytes)
        let limit = min(longest, limits.headBytes - sectionBytes)
        let found = try reader.next(input, at: &offset, limit: limit)
        switch found {
        case .needsMore:
            return false
        case .tooLong:
            // If the target has begun, the target is too long, otherwise the method.
            let hasTarget = reader.partial.prefix(RequestLine.maximumMethodLength + 1)
                .contains(ASCII.space)
            guard hasTarget else { throw .methodUnsupported }
            throw .targetTooLong(limit: limits.targetBytes)
        case .inInput(let range):
            try takeRequestLine(input.extracting(range), bytes: reader.taken)
        case .inPartial:
            let partial = reader.partial
            try takeRequestLine(partial.span, bytes: reader.taken)
        }
        reader.reset()
        return true
    }

    private mutating func takeRequestLine(
        _ line: Span<UInt8>,
        bytes: Int
    ) throws(HTTPFault) {
        sectionBytes += bytes
        if line.isEmpty {
            leadingLines += 1
            guard leadingLines <= Self.maximumLeadingLines else {
                throw .badRequest(.leadingEmptyLines)
            }
            return
        }
        builder = HeadBuilder(try RequestLine(line, targetLimit: limits.targetBytes))
        phase = .fields
    }

    /// Consumes a field line; returns true for the final empty line, nil if it is incomplete.
    mutating func readField(
        _ input: Span<UInt8>,
        at offset: inout Int
    ) throws(HTTPFault) -> Bool? {
        let limit = limits.headBytes - sectionBytes
        let found = try reader.next(input, at: &offset, limit: limit)
        let isLast: Bool
        switch found {
        case .needsMore:
            return nil
        case .tooLong:
            throw .headTooLarge(limit: limits.headBytes)
        case .inInput(let range):
            isLast = try takeField(input.extracting(range))
        case .inPartial:
            let partial = reader.partial
            isLast = try takeField(partial.span)
        }
        sectionBytes += reader.taken
        reader.reset()
        return isLast
    }

    private mutating func takeField(_ line: Span<UInt8>) throws(HTTPFault) -> Bool {
        if line.isEmpty { return true }
        try builder?.append(line, limit: limits.fieldCount)
        return false
    }

    /// Completes the head after its final empty line, and chooses how to parse the body.
    mutating func finishHead() throws(HTTPFault) -> RequestHead {
        guard let builder else { preconditionFailure("a head without a request line") }
        self.builder = nil
        let head = try builder.finish()
        sectionBytes = 0
        switch head.bodyLength {
        case .none: phase = .complete
        case .known(let length): phase = .content(remaining: length)
        case .chunked: phase = .chunkSize
        }
        return head
    }
}
