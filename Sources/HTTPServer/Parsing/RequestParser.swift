// SPDX-License-Identifier: Apache-2.0

/// Turns the bytes of a connection into the events of its requests, one request after the other.
///
/// The events are the same however the bytes are cut into pieces, save that a body may come in
/// more ranges. The parser holds at most the unfinished line, which the limits bound.
///
/// Reference: RFC 9112. Where it lets a recipient be lenient, this one refuses: what two parsers
/// read differently is how requests are smuggled.
struct RequestParser: Sendable {
    /// What was found.
    enum Event: Equatable, Sendable {
        /// The head of a request.
        case head(RequestHead)
        /// Bytes of its body, as a range of the input.
        case body(Range<Int>)
        /// The end of the request, trailers included.
        case end
    }

    private enum Phase: Sendable {
        case requestLine
        case fields(HeadBuilder)
        case content(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd(hasCarriageReturn: Bool)
        case trailers
        case complete
        case failed(HTTPFault)
    }

    /// The empty lines before a request that are tolerated (RFC 9112, 2.2).
    static let maximumLeadingLines = 4

    /// The bytes of the longest trailer section.
    static let maximumTrailerBytes = 8 * 1024

    private let limits: HTTPServerConfiguration.Limits
    private var phase = Phase.requestLine
    private var reader = LineReader()
    /// The bytes of finished lines of the head, or of the trailer section.
    private var sectionBytes = 0
    private var leadingLines = 0
    private var trailerCount = 0
    private var extensionBytes = 0

    /// The bytes of the current message that were taken.
    private(set) var messageBytes = 0

    /// The bytes of the last message that ended.
    private(set) var lastMessageBytes = 0

    init(limits: HTTPServerConfiguration.Limits) {
        self.limits = limits
    }

    /// Whether no byte of a request has been taken since the last one ended.
    var isIdle: Bool {
        messageBytes == 0
    }

    /// The bytes that the parser holds.
    var bufferedBytes: Int {
        reader.partial.count
    }

    /// Takes bytes up to the next event.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - offset: Where to begin; moved past what was taken.
    /// - Returns: The event, or nil when the input is used up before it.
    /// - Throws: The fault; it is final.
    mutating func next(
        _ input: Span<UInt8>,
        at offset: inout Int
    ) throws(HTTPFault) -> Event? {
        let start = offset
        do throws(HTTPFault) {
            let event = try advance(input, at: &offset)
            messageBytes += offset - start
            if case .end = event {
                lastMessageBytes = messageBytes
                messageBytes = 0
            }
            return event
        } catch {
            messageBytes += offset - start
            phase = .failed(error)
            throw error
        }
    }

    private mutating func advance(
        _ input: Span<UInt8>,
        at offset: inout Int
    ) throws(HTTPFault) -> Event? {
        while true {
            switch phase {
            case .requestLine:
                guard try readRequestLine(input, at: &offset) else { return nil }
            case .fields:
                guard let isLast = try readField(input, at: &offset) else { return nil }
                if isLast { return .head(try finishHead()) }
            case .content(let remaining), .chunk(let remaining):
                if remaining > 0 { return readBody(input, at: &offset, remaining: remaining) }
                if case .content = phase {
                    phase = .complete
                } else {
                    phase = .chunkEnd(hasCarriageReturn: false)
                }
            case .chunkSize:
                guard try readChunkSize(input, at: &offset) else { return nil }
            case .chunkEnd(let hasCarriageReturn):
                guard offset < input.count else { return nil }
                let wanted = hasCarriageReturn ? ASCII.lineFeed : ASCII.carriageReturn
                guard input[offset] == wanted else { throw .badRequest(.missingChunkEnd) }
                offset += 1
                phase = hasCarriageReturn ? .chunkSize : .chunkEnd(hasCarriageReturn: true)
            case .trailers:
                guard let isLast = try readTrailer(input, at: &offset) else { return nil }
                if isLast { phase = .complete }
            case .complete:
                begin()
                return .end
            case .failed(let fault):
                throw fault
            }
        }
    }

    private mutating func begin() {
        phase = .requestLine
        sectionBytes = 0
        leadingLines = 0
        trailerCount = 0
        extensionBytes = 0
    }
}

// MARK: - Head

extension RequestParser {
    /// Takes the request line, or an empty line before it; false when it is not complete.
    private mutating func readRequestLine(
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
            // A line whose target has begun is too long for its target, else for its method.
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
        phase = .fields(HeadBuilder(try RequestLine(line, targetLimit: limits.targetBytes)))
    }

    /// Takes a field line; true when it was the empty one, nil when it is not complete.
    private mutating func readField(
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
        guard case .fields(var builder) = phase else { return true }
        // The builder must not be shared while it grows.
        phase = .complete
        try builder.append(line, limit: limits.fieldCount)
        phase = .fields(builder)
        return false
    }

    private mutating func finishHead() throws(HTTPFault) -> RequestHead {
        guard case .fields(let builder) = phase else {
            preconditionFailure("a head ends among its fields")
        }
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

// MARK: - Body

extension RequestParser {
    private mutating func readBody(
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

    /// Takes the line before a chunk; false when it is not complete.
    private mutating func readChunkSize(
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

    /// Takes a trailer and forgets it; true when it was the empty line, nil when not complete.
    private mutating func readTrailer(
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
