// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Collects the field lines of a request's head, and checks rules about several fields.
struct HeadBuilder: Sendable {
    private enum Coding: Sendable {
        case none
        case chunked
        /// Transfer codings of which the last is `chunked`.
        case othersThenChunked
        /// Transfer codings of which the last is not `chunked`.
        case endless
    }

    private let line: RequestLine
    private var fields = HTTPFields()
    private var fieldCount = 0
    private var host: String?
    private var hasHost = false
    private var contentLength: Int?
    private var coding = Coding.none
    private var hasClose = false
    private var hasKeepAlive = false
    private var expectsContinue = false
    private var acceptsTrailers = false
    private var hasUnknownExpectation = false

    init(_ line: RequestLine) {
        self.line = line
    }

    /// Parses a field line, given without its line end, and adds the field.
    mutating func append(_ text: Span<UInt8>, limit: Int) throws(HTTPFault) {
        fieldCount += 1
        guard fieldCount <= limit else { throw .tooManyFields(limit: limit) }
        let field = try FieldLine(text)
        let value = field.value
        switch field.name.count {
        case 2 where text.equals(Self.transferEncodingsName, in: field.name):
            noteTransferEncodings(text, value)
        case 4 where text.equals(Self.hostName, in: field.name):
            try setHost(text, value)
            return
        case 6 where text.equals(Self.expectName, in: field.name):
            noteExpectation(text, value)
        case 10 where text.equals(Self.connectionName, in: field.name):
            noteConnection(text, value)
        case 14 where text.equals(Self.contentLengthName, in: field.name):
            try setContentLength(text, value)
        case 17 where text.equals(Self.transferEncodingName, in: field.name):
            try setCoding(text, value)
        default:
            break
        }
        fields.append(try field.field(in: text))
    }

    /// Completes the head, after checking its fields against each other.
    consuming func finish() throws(HTTPFault) -> RequestHead {
        let bodyLength = try bodyLength()
        guard hasHost || line.isOldVersion else { throw .badRequest(.missingHost) }
        // RFC 9110, 10.1.1: HTTP/1.0 clients do not know interim responses.
        if hasUnknownExpectation, !line.isOldVersion { throw .expectationUnknown }
        let wantsContinue = expectsContinue && !line.isOldVersion && bodyLength != .none
        return RequestHead(
            request: request(),
            bodyLength: bodyLength,
            isOldVersion: line.isOldVersion,
            wantsKeepAlive: !hasClose && (!line.isOldVersion || hasKeepAlive),
            expectsContinue: wantsContinue && bodyLength != .known(0),
            acceptsTrailers: acceptsTrailers && !line.isOldVersion
        )
    }

    private func request() -> HTTPRequest {
        switch line.target {
        case .origin(let path):
            HTTPRequest(
                method: line.method,
                scheme: "http",
                authority: host,
                path: path,
                headerFields: fields
            )
        case .absolute(let scheme, let authority, let path):
            HTTPRequest(
                method: line.method,
                scheme: scheme,
                authority: authority,
                path: path,
                headerFields: fields
            )
        case .asterisk:
            HTTPRequest(
                method: line.method,
                scheme: "http",
                authority: host,
                path: "*",
                headerFields: fields
            )
        }
    }

    /// Determines the framing of the body by RFC 9112, 6.3; ambiguous combinations are refused.
    private func bodyLength() throws(HTTPFault) -> RequestBodyLength {
        guard coding != .none else { return contentLength.map { .known($0) } ?? .none }
        guard !line.isOldVersion else { throw .badRequest(.transferEncodingInOldVersion) }
        guard contentLength == nil else { throw .badRequest(.contentLengthWithTransferEncoding) }
        switch coding {
        case .none, .chunked: return .chunked
        case .othersThenChunked: throw .transferCodingUnsupported
        // The end of such a body is unknown, and so is the start of the next request.
        case .endless: throw .badRequest(.chunkedNotLast)
        }
    }
}

extension HeadBuilder {
    private static let hostName = Array("host".utf8)
    private static let transferEncodingsName = Array("te".utf8)
    private static let expectName = Array("expect".utf8)
    private static let chunkedName = Array("chunked".utf8)
    private static let connectionName = Array("connection".utf8)
    private static let contentLengthName = Array("content-length".utf8)
    private static let transferEncodingName = Array("transfer-encoding".utf8)

    private mutating func setHost(_ text: Span<UInt8>, _ value: Range<Int>) throws(HTTPFault) {
        guard !hasHost else { throw .badRequest(.repeatedHost) }
        hasHost = true
        // RFC 9112, 3.2: the value is empty if the target has no authority.
        if value.isEmpty { return }
        guard HostSyntax.isValid(text, value) else { throw .badRequest(.invalidHost) }
        host = text.text(value)
    }

    private mutating func setContentLength(
        _ text: Span<UInt8>,
        _ value: Range<Int>
    ) throws(HTTPFault) {
        guard contentLength == nil else { throw .badRequest(.repeatedContentLength) }
        guard (1...18).contains(value.count) else { throw .badRequest(.invalidContentLength) }
        var length = 0
        for index in value {
            guard ASCII.isDigit(text[index]) else { throw .badRequest(.invalidContentLength) }
            length = length * 10 + Int(text[index] - ASCII.zero)
        }
        contentLength = length
    }

    private mutating func setCoding(_ text: Span<UInt8>, _ value: Range<Int>) throws(HTTPFault) {
        guard coding == .none else { throw .badRequest(.repeatedTransferEncoding) }
        coding = text.equals(Self.chunkedName, in: value) ? .chunked : Self.coding(text, value)
    }

    /// Classifies a list of transfer codings other than plain `chunked`.
    ///
    /// Clients must not send empty members, nor `chunked` twice (RFC 9112, 6.1).
    private static func coding(_ text: Span<UInt8>, _ value: Range<Int>) -> Coding {
        var start = value.lowerBound
        while let comma = text.firstIndex(of: ASCII.comma, from: start), comma < value.upperBound {
            let member = text.trimmed(start..<comma)
            if member.isEmpty || text.equals(chunkedName, in: member) { return .endless }
            start = comma + 1
        }
        let last = text.trimmed(start..<value.upperBound)
        return text.equals(chunkedName, in: last) && start > value.lowerBound
            ? .othersThenChunked : .endless
    }

    private mutating func noteExpectation(_ text: Span<UInt8>, _ value: Range<Int>) {
        for member in text.members(value) {
            if text.equals("100-continue", in: member) {
                expectsContinue = true
            } else {
                hasUnknownExpectation = true
            }
        }
    }

    /// Notes whether the client accepts trailers (`TE: trailers`; RFC 9110, 10.1.4).
    private mutating func noteTransferEncodings(_ text: Span<UInt8>, _ value: Range<Int>) {
        for member in text.members(value) where text.equals("trailers", in: member) {
            acceptsTrailers = true
        }
    }

    private mutating func noteConnection(_ text: Span<UInt8>, _ value: Range<Int>) {
        for member in text.members(value) {
            if text.equals("close", in: member) { hasClose = true }
            if text.equals("keep-alive", in: member) { hasKeepAlive = true }
        }
    }
}
