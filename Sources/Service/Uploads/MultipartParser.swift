// SPDX-License-Identifier: Apache-2.0

/// An incremental parser of `multipart/form-data`.
///
/// It is strict: lines end in CR LF, parts are not nested, and everything has a limit. What precedes the first
/// boundary or follows the last one is no part, and is ignored up to a limit. The parser buffers at most the
/// head of one part.
///
/// Reference: RFC 2046, section 5.1; RFC 7578.
struct MultipartParser: Sendable {
    /// The longest head of a part, in bytes.
    static let headLimit = 4096

    /// The greatest number of parts in a form.
    static let partLimit = 32

    /// The greatest number of blanks between a boundary and the end of its line.
    private static let paddingLimit = 64

    /// The greatest number of bytes before the first boundary, and after the last.
    static let marginLimit = 4096

    private enum State: Sendable {
        case preamble
        case boundaryEnd
        case lastHyphen
        case padding(isLast: Bool)
        case lineFeed(isLast: Bool)
        case head
        case content
        case epilogue
    }

    /// CR LF `--` boundary, which ends the content of a part.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// The number of delimiter bytes matched so far; it starts as if a CR LF had been read.
    private var matched = 2
    /// Whether the assumed CR LF belongs to the head and must not be passed on as content.
    private var isAtStart = false
    private var head: [UInt8] = []
    private var padding = 0
    private var margin = 0
    private var partCount = 0

    /// Creates a parser of a form with the given boundary.
    ///
    /// - Parameter boundary: The boundary in the media type.
    /// - Throws: ``MultipartError/badBoundary``.
    init(boundary: String?) throws(MultipartError) {
        guard let boundary, (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy(Self.isBoundaryByte), boundary.utf8.last != 0x20
        else { throw .badBoundary }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Parses the next bytes of the body, and passes heads and contents of parts to a receiver.
    mutating func consume<Receiver: MultipartReceiver>(
        _ bytes: Span<UInt8>,
        into receiver: inout Receiver
    ) throws(Receiver.Failure) {
        var index = 0
        while index < bytes.count {
            if case .content = state {
                index = try consumeContent(bytes, from: index, into: &receiver)
                continue
            }
            let byte = bytes[index]
            index += 1
            if case .head = state {
                try consumeHead(byte, into: &receiver)
            } else {
                do throws(MultipartError) {
                    try consumeBoundary(byte)
                } catch {
                    throw Receiver.failure(error)
                }
            }
        }
    }

    /// Checks that the body has ended with its last boundary.
    func finish() throws(MultipartError) {
        switch state {
        case .padding(isLast: true), .epilogue: break
        case .preamble: throw .missingFirstBoundary
        case .boundaryEnd, .lastHyphen, .padding(isLast: false), .lineFeed, .head, .content:
            throw .truncated
        }
    }

    private mutating func consumeBoundary(_ byte: UInt8) throws(MultipartError) {
        switch state {
        case .preamble:
            margin += 1
            guard margin <= Self.marginLimit + delimiter.count else { throw .missingFirstBoundary }
            if matchesDelimiter(byte) { state = .boundaryEnd }
        case .boundaryEnd:
            switch byte {
            case UInt8(ascii: "-"): state = .lastHyphen
            case 0x0d: state = .lineFeed(isLast: false)
            case 0x20, 0x09:
                padding = 1
                state = .padding(isLast: false)
            default: throw .badBoundaryLine
            }
        case .lastHyphen:
            guard byte == UInt8(ascii: "-") else { throw .badBoundaryLine }
            state = .padding(isLast: true)
        case .padding(let isLast):
            if byte == 0x0d {
                state = .lineFeed(isLast: isLast)
                return
            }
            padding += 1
            guard byte == 0x20 || byte == 0x09, padding <= Self.paddingLimit else {
                throw .badBoundaryLine
            }
        case .lineFeed(let isLast):
            guard byte == 0x0a else { throw .badBoundaryLine }
            if isLast {
                (margin, matched) = (0, 2)
                state = .epilogue
            } else {
                try beginHead()
            }
        case .epilogue:
            margin += 1
            // A part behind the last boundary would be lost without a word.
            guard margin <= Self.marginLimit, !matchesDelimiter(byte) else { throw .trailingBytes }
        // Both are parsed elsewhere.
        case .head, .content: throw .badBoundaryLine
        }
    }

    /// Compares the next byte outside of parts with the delimiter; returns whether that is complete.
    private mutating func matchesDelimiter(_ byte: UInt8) -> Bool {
        // The delimiter has CR only at its start, so no shorter match is missed.
        if byte != delimiter[matched] { matched = 0 }
        if byte == delimiter[matched] { matched += 1 }
        return matched == delimiter.count
    }

    private mutating func beginHead() throws(MultipartError) {
        partCount += 1
        guard partCount <= Self.partLimit else { throw .tooManyParts }
        head.removeAll(keepingCapacity: true)
        padding = 0
        state = .head
    }

    private mutating func consumeHead<Receiver: MultipartReceiver>(
        _ byte: UInt8,
        into receiver: inout Receiver
    ) throws(Receiver.Failure) {
        head.append(byte)
        guard head.count <= Self.headLimit else { throw Receiver.failure(.partHeadTooLong) }
        guard byte == 0x0a, head.count == 2 || head.suffix(4) == [0x0d, 0x0a, 0x0d, 0x0a] else {
            return
        }
        let part: MultipartPart
        do throws(MultipartError) {
            part = try MultipartPart(head: Array(head.dropLast(2)))
        } catch {
            throw Receiver.failure(error)
        }
        try receiver.begin(part)
        state = .content
        // The CR LF of the empty line may start the delimiter, when the part has no content.
        matched = 2
        isAtStart = true
    }

    /// Passes on a part's content up to the delimiter; returns the index after the consumed bytes.
    private mutating func consumeContent<Receiver: MultipartReceiver>(
        _ bytes: Span<UInt8>,
        from start: Int,
        into receiver: inout Receiver
    ) throws(Receiver.Failure) -> Int {
        var index = start
        // A delimiter may begin in an earlier piece.
        var carried = matched
        while index < bytes.count {
            let byte = bytes[index]
            if byte == delimiter[matched] {
                matched += 1
                index += 1
                guard matched == delimiter.count else { continue }
                try pass(bytes, start, index - (matched - carried), &receiver)
                isAtStart = false
                try receiver.endPart()
                state = .boundaryEnd
                return index
            }
            if matched > 0 {
                // The delimiter contains CR only at its start, so no shorter match is missed here.
                if carried > 0 {
                    try passDelimiter(carried, &receiver)
                    carried = 0
                }
                matched = 0
                continue
            }
            index += 1
        }
        try pass(bytes, start, index - (matched - carried), &receiver)
        return index
    }

    private func pass<Receiver: MultipartReceiver>(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ end: Int,
        _ receiver: inout Receiver
    ) throws(Receiver.Failure) {
        guard start < end else { return }
        try receiver.receive(bytes.extracting(start..<end))
    }

    /// Passes on bytes that began like a delimiter, but were content.
    private mutating func passDelimiter<Receiver: MultipartReceiver>(
        _ count: Int,
        _ receiver: inout Receiver
    ) throws(Receiver.Failure) {
        let first = isAtStart ? 2 : 0
        isAtStart = false
        guard first < count else { return }
        try receiver.receive(delimiter.span.extracting(first..<count))
    }

    /// Whether a byte may be part of a boundary.
    ///
    /// Reference: RFC 2046, section 5.1.1, `bchars`.
    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}

/// A receiver of the parts of a form, which the parser calls.
protocol MultipartReceiver {
    /// The error with which the receiver refuses a part, and stops the parser.
    associatedtype Failure: Error

    /// Converts an error of the parser to an error of the receiver.
    static func failure(_ error: MultipartError) -> Failure

    /// Begins a part of the form, with its parsed head.
    mutating func begin(_ part: MultipartPart) throws(Failure)

    /// Receives the next bytes of the part's content: at least one byte.
    mutating func receive(_ bytes: Span<UInt8>) throws(Failure)

    /// Ends the part, after all of its content.
    mutating func endPart() throws(Failure)
}

/// A rule that a multipart body breaks.
package enum MultipartError: Error, Hashable, Sendable, CaseIterable {
    /// The media type states no boundary, or one that RFC 2046 does not allow.
    case badBoundary
    /// The body does not begin with the boundary, nor with a short preamble before it.
    case missingFirstBoundary
    /// Bytes other than a line end or the closing hyphens follow a boundary.
    case badBoundaryLine
    /// A line of a part's head is not `name: value`, or does not end in CR LF.
    case badPartHead
    /// A part's head is longer than ``MultipartParser/headLimit``.
    case partHeadTooLong
    /// A part is not named by `Content-Disposition: form-data; name="…"`.
    case unnamedPart
    /// A part is itself multipart, or has a transfer encoding.
    case encodedPart
    /// There are more parts than ``MultipartParser/partLimit``.
    case tooManyParts
    /// The body ends before its last boundary.
    case truncated
    /// A part, or a long epilogue, follows the last boundary.
    case trailingBytes
}
