// SPDX-License-Identifier: Apache-2.0

/// An incremental parser of HTTP/1.1 requests on a connection.
///
/// The events do not depend on how the bytes are split into pieces, except that a body may come in
/// more ranges. The parser buffers at most an incomplete line, whose length is limited.
///
/// Reference: RFC 9112. The parser is strict where the RFC allows leniency, because two parsers
/// that interpret a request differently allow request smuggling.
struct RequestParser: Sendable {
    /// A part of a request that was parsed.
    enum Event: Equatable, Sendable {
        /// The complete head of a request.
        case head(RequestHead)
        /// Bytes of the body, as a range of the input.
        case body(Range<Int>)
        /// The end of the request, trailers included.
        case end
    }

    /// The part of a request that the parser expects next.
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

    /// The greatest tolerated number of empty lines before a request (RFC 9112, 2.2).
    static let maximumLeadingLines = 4

    /// The greatest length of the trailer section, in bytes.
    static let maximumTrailerBytes = 8 * 1024

    let limits: HTTPServerConfiguration.Limits
    var phase = Phase.requestLine
    /// The incomplete head; it is stored outside of ``phase`` so that it grows without copies.
    var builder: HeadBuilder?
    var reader = LineReader()
    /// The length of the complete lines of the current head or trailer section, in bytes.
    var sectionBytes = 0
    var leadingLines = 0
    var trailerCount = 0
    var extensionBytes = 0

    /// The number of bytes consumed of the current request.
    private(set) var messageBytes = 0

    /// The length of the last complete request, in bytes.
    private(set) var lastMessageBytes = 0

    init(limits: HTTPServerConfiguration.Limits) {
        self.limits = limits
    }

    /// Whether no request has begun since the last one ended.
    ///
    /// Empty lines before a request are not part of it.
    var isIdle: Bool {
        if case .requestLine = phase { reader.partial.isEmpty } else { false }
    }

    /// The number of bytes that the parser holds of an incomplete line.
    var bufferedBytes: Int {
        reader.partial.count
    }

    /// Consumes bytes up to the next complete part of a request.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - offset: The start; moved behind the consumed bytes.
    /// - Returns: The event, or nil when more input is needed.
    /// - Throws: The fault; every later call throws it again.
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
