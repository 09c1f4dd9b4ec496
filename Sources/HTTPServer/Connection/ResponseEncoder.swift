// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Encodes the heads of HTTP/1.1 responses and the framing of chunked bodies.
///
/// Reference: RFC 9112, sections 4, 5 and 7.
enum ResponseEncoder {
    /// The way in which the client finds the end of the response body.
    enum Framing: Equatable, Sendable {
        /// There is no body, and no header field about its length.
        case none
        /// `Content-Length` states the length of the body, in bytes.
        case length(Int)
        /// `Transfer-Encoding: chunked` delimits the body; trailers follow only if the client
        /// accepts them.
        case chunked(hasTrailers: Bool)
        /// The body ends with the connection.
        case close
    }

    /// The value of the header field `Connection`, which tells whether the connection persists.
    enum Persistence: Equatable, Sendable {
        /// No field, because connections persist by default in HTTP/1.1.
        case implied
        /// `Connection: keep-alive`, with which HTTP/1.0 connections persist.
        case keepAlive
        /// `Connection: close`, after which the server closes the connection.
        case close
    }

    /// The encoded interim response `100 Continue`.
    static let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Encodes the head of a response, including its empty line.
    ///
    /// A value with a line end or a NUL would let its author forge another message. HTTPTypes
    /// replaces such bytes. A field that contains one nevertheless is omitted; a
    /// ``PreparedResponse/Field`` may.
    ///
    /// - Parameters:
    ///   - response: The status and the fields.
    ///   - framing: The framing of the body.
    ///   - persistence: The persistence of the connection.
    ///   - date: The value of `Date`, unless the response has its own.
    /// - Returns: The bytes.
    static func head(
        _ response: HTTPResponse,
        framing: Framing,
        persistence: Persistence,
        date: [UInt8]
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(320)
        append(response, framing: framing, to: &output)
        let hasDate = response.headerFields.contains(.date)
        finish(&output, framing: framing, persistence: persistence, date: hasDate ? nil : date)
        return output
    }

    /// Encodes the head of a response from an already encoded part and additional header fields.
    static func head(
        _ prepared: PreparedResponse,
        adding fields: [PreparedResponse.Field],
        framing: Framing,
        persistence: Persistence,
        date: [UInt8],
        smallBodyCount: Int
    ) -> [UInt8] {
        var output: [UInt8] = []
        // With room for a small body, which is sent in one piece with the head.
        output.reserveCapacity(prepared.lines.count + 256 + smallBodyCount)
        output.append(contentsOf: prepared.lines)
        for field in fields { append(field.name, field.value, to: &output) }
        let date = prepared.hasDate ? nil : date
        finish(&output, framing: framing, persistence: persistence, date: date)
        return output
    }

    /// Encodes the status line and the handler's header fields, without the server's own fields.
    static func lines(_ response: HTTPResponse, framing: Framing) -> [UInt8] {
        var output: [UInt8] = []
        append(response, framing: framing, to: &output)
        return output
    }

    /// Encodes the size line of a chunk, preceded by the line end of the previous chunk, if any.
    static func chunkPrefix(size: Int, isFirst: Bool) -> [UInt8] {
        var output = isFirst ? [] : lineEnd
        output.append(contentsOf: String(size, radix: 16).utf8)
        output.append(contentsOf: lineEnd)
        return output
    }

    /// Encodes the last, empty chunk and the trailers, preceded by the line end of the previous
    /// chunk, if any.
    static func lastChunk(trailers: HTTPFields, isFirst: Bool) -> [UInt8] {
        var output = isFirst ? [] : lineEnd
        output.append(ASCII.zero)
        output.append(contentsOf: lineEnd)
        for field in trailers { append(field.name, field.value, to: &output) }
        output.append(contentsOf: lineEnd)
        return output
    }
}

extension ResponseEncoder {
    static let lineEnd: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]
    private static let version = Array("HTTP/1.1 ".utf8)
    private static let dateName = Array("Date: ".utf8)
    private static let lengthName = Array("Content-Length: ".utf8)
    private static let chunkedLine = Array("Transfer-Encoding: chunked\r\n".utf8)
    private static let keepAliveLine = Array("Connection: keep-alive\r\n".utf8)
    private static let closeLine = Array("Connection: close\r\n".utf8)

    private static func append(
        _ response: HTTPResponse,
        framing: Framing,
        to output: inout [UInt8]
    ) {
        appendStatusLine(response.status, to: &output)
        for field in response.headerFields {
            switch field.name.canonicalName {
            case "content-length", "transfer-encoding", "connection", "keep-alive": continue
            // Only a chunked body has trailers, and not every client takes them (RFC 9110, 6.5.1).
            case "trailer" where framing != .chunked(hasTrailers: true): continue
            default: append(field.name, field.value, to: &output)
            }
        }
    }

    private static func finish(
        _ output: inout [UInt8],
        framing: Framing,
        persistence: Persistence,
        date: [UInt8]?
    ) {
        if let date {
            output.append(contentsOf: dateName)
            output.append(contentsOf: date)
            output.append(contentsOf: lineEnd)
        }
        append(framing, to: &output)
        switch persistence {
        case .implied: break
        case .keepAlive: output.append(contentsOf: keepAliveLine)
        case .close: output.append(contentsOf: closeLine)
        }
        output.append(contentsOf: lineEnd)
    }

    private static func appendStatusLine(
        _ status: HTTPResponse.Status,
        to output: inout [UInt8]
    ) {
        output.append(contentsOf: version)
        appendDecimal(status.code, to: &output)
        output.append(ASCII.space)
        let reason = status.reasonPhrase
        if isSafe(reason) { output.append(contentsOf: reason.utf8) }
        output.append(contentsOf: lineEnd)
    }

    private static func append(
        _ name: HTTPField.Name,
        _ value: String,
        to output: inout [UInt8]
    ) {
        guard isSafe(value) else { return }
        // The name is a token by construction.
        output.append(contentsOf: name.rawName.utf8)
        output.append(ASCII.colon)
        output.append(ASCII.space)
        output.append(contentsOf: value.utf8)
        output.append(contentsOf: lineEnd)
    }

    private static func append(_ framing: Framing, to output: inout [UInt8]) {
        switch framing {
        case .none, .close:
            break
        case .length(let length):
            output.append(contentsOf: lengthName)
            appendDecimal(length, to: &output)
            output.append(contentsOf: lineEnd)
        case .chunked:
            output.append(contentsOf: chunkedLine)
        }
    }

    private static func appendDecimal(_ number: Int, to output: inout [UInt8]) {
        precondition(number >= 0, "a negative count")
        var digits: [20 of UInt8] = .init(repeating: ASCII.zero)
        var start = digits.count
        var rest = UInt(number)
        repeat {
            start -= 1
            digits[start] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        output.append(copying: digits.span.extracting(start...))
    }

    private static func isSafe(_ text: String) -> Bool {
        let octets = text.utf8.span
        for index in octets.indices {
            let octet = octets[index]
            guard octet >= ASCII.space && octet != ASCII.delete || octet == ASCII.tab else {
                return false
            }
        }
        return true
    }
}

/// The properties of a response's head that affect the connection.
struct ResponseTraits: Sendable {
    /// The HTTP status code.
    let statusCode: Int
    /// Whether the handler asks to close the connection after the response.
    let isClosing: Bool
    /// The `Content-Length` that the handler states, for a response to `HEAD` without a body; nil
    /// if none.
    let statedLength: Int?

    /// Extracts the properties from the head of a response.
    init(_ response: HTTPResponse) {
        statusCode = response.status.code
        isClosing = response.headerFields[.connection]?.lowercased() == "close"
        let length = response.headerFields[.contentLength].flatMap { Int($0) }
        statedLength = length.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether the status forbids a body and its length (RFC 9110, 8.6 and 15.4.5).
    var forbidsBody: Bool { statusCode == 204 || statusCode == 304 }
}
