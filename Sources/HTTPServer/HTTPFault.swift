// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The reason why a server refuses a request or a connection: a broken protocol rule or an exceeded
/// limit.
public enum HTTPFault: Error, Hashable, Sendable {
    /// The request breaks a rule of RFC 9112.
    case badRequest(RequestViolation)

    /// The head of the request took longer than ``HTTPServerConfiguration/Timeouts/head``.
    case headTimeout

    /// The request's body paused longer than ``HTTPServerConfiguration/Timeouts/bodyIdle`` or took
    /// longer than ``HTTPServerConfiguration/Timeouts/body``.
    case bodyTimeout

    /// The request's body is longer than the handler accepts; the limit is in bytes.
    case bodyTooLarge(limit: Int)

    /// The request target is longer than ``HTTPServerConfiguration/Limits/targetBytes``.
    case targetTooLong(limit: Int)

    /// `Expect` asks for something other than `100-continue`.
    case expectationUnknown

    /// The head of the request is longer than ``HTTPServerConfiguration/Limits/headBytes``.
    case headTooLarge(limit: Int)

    /// The head of the request has more fields than ``HTTPServerConfiguration/Limits/fieldCount``.
    case tooManyFields(limit: Int)

    /// The method is `CONNECT`, or longer than any standard method.
    case methodUnsupported

    /// The request's body has other transfer codings in addition to `chunked`.
    case transferCodingUnsupported

    /// The major version of HTTP is not 1.
    case versionUnsupported

    /// The server has ``HTTPServerConfiguration/Limits/connections`` open already.
    case tooManyConnections(limit: Int)

    /// The handler did not respond within ``HTTPServerConfiguration/Timeouts/response``.
    case responseTimeout

    /// Whether the fault refuses the whole connection instead of one request.
    var isOfConnection: Bool {
        if case .tooManyConnections = self { true } else { false }
    }

    /// The HTTP status with which the fault is answered, according to RFC 9110.
    public var status: HTTPResponse.Status {
        switch self {
        case .badRequest: .badRequest
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .expectationUnknown: .expectationFailed
        case .headTooLarge, .tooManyFields: .requestHeaderFieldsTooLarge
        case .methodUnsupported, .transferCodingUnsupported: .notImplemented
        case .versionUnsupported: .httpVersionNotSupported
        case .tooManyConnections, .responseTimeout: .serviceUnavailable
        }
    }
}

/// The rule of RFC 9112 that a request breaks.
public enum RequestViolation: String, Hashable, Sendable, CaseIterable {
    /// A line feed without a carriage return before it.
    case bareLineFeed
    /// A carriage return without a line feed after it.
    case bareCarriageReturn
    /// A control character in the request line or a field.
    case controlCharacter
    /// More empty lines before the request than are tolerated.
    case leadingEmptyLines
    /// A request line that is not method, target and version with one space between.
    case malformedRequestLine
    /// A method that is not a token.
    case invalidMethod
    /// A target with a character or a form that the method does not allow.
    case invalidTarget
    /// A version that is not `HTTP/` digit `.` digit.
    case malformedVersion
    /// A field line that begins with white space.
    case foldedField
    /// A field line without a colon.
    case missingColon
    /// A field name that is empty or not a token, or white space before the colon.
    case invalidFieldName
    /// An HTTP/1.1 request without `Host`.
    case missingHost
    /// More than one `Host`.
    case repeatedHost
    /// A `Host`, or the authority of an absolute target, with an invalid host.
    case invalidHost
    /// More than one `Content-Length`.
    case repeatedContentLength
    /// A `Content-Length` that is not a decimal number of at most 18 digits.
    case invalidContentLength
    /// Both `Content-Length` and `Transfer-Encoding`.
    case contentLengthWithTransferEncoding
    /// More than one `Transfer-Encoding`.
    case repeatedTransferEncoding
    /// `Transfer-Encoding` in an HTTP/1.0 request.
    case transferEncodingInOldVersion
    /// `Transfer-Encoding` whose last coding is not `chunked`, or that names it more than once.
    case chunkedNotLast
    /// A chunk size that is not a hexadecimal number of at most 15 digits.
    case invalidChunkSize
    /// A chunk extension that is malformed or too long.
    case invalidChunkExtension
    /// A chunk that is not followed by the end of the line.
    case missingChunkEnd
    /// A trailer section that is too long.
    case trailersTooLarge
}
