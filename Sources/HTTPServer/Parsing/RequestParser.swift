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

    /// What the next bytes are.
    enum Phase: Sendable {
        case requestLine
        case fields
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

    let limits: HTTPServerConfiguration.Limits
    var phase = Phase.requestLine
    /// The head that is read; beside the phase, so that it grows in place.
    var builder: HeadBuilder?
    var reader = LineReader()
    /// The bytes of finished lines of the head, or of the trailer section.
    var sectionBytes = 0
    var leadingLines = 0
    var trailerCount = 0
    var extensionBytes = 0

    /// The bytes of the current message that were taken.
    private(set) var messageBytes = 0

    /// The bytes of the last message that ended.
    private(set) var lastMessageBytes = 0

    init(limits: HTTPServerConfiguration.Limits) {
        self.limits = limits
    }

    /// Whether no byte of a request has been taken since the last one ended.
    ///
    /// The empty lines that may precede a request are not part of one.
    var isIdle: Bool {
        if case .requestLine = phase { reader.partial.isEmpty } else { false }
    }

    /// Whether not even an empty line has been taken since the last request ended.
    var isUntouched: Bool {
        if case .requestLine = phase { messageBytes == 0 } else { false }
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
