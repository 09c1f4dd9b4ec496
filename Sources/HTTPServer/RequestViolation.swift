// SPDX-License-Identifier: Apache-2.0

/// The rule of RFC 9112 that a request breaks.
public enum RequestViolation: String, Hashable, Sendable, CaseIterable {
    /// A line feed without a carriage return before it.
    case bareLineFeed
    /// A carriage return without a line feed after it.
    case bareCarriageReturn
    /// A control character where text has to be.
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
    /// A `Host`, or the authority of an absolute target, that names no host.
    case invalidHost
    /// More than one `Content-Length`.
    case repeatedContentLength
    /// A `Content-Length` that is not a plain decimal number within reason.
    case invalidContentLength
    /// `Content-Length` beside `Transfer-Encoding`.
    case contentLengthWithTransferEncoding
    /// More than one `Transfer-Encoding`.
    case repeatedTransferEncoding
    /// `Transfer-Encoding` in an HTTP/1.0 request.
    case transferEncodingInOldVersion
    /// `Transfer-Encoding` whose last coding is not `chunked`, or that names it more than once.
    case chunkedNotLast
    /// A chunk size that is not a hexadecimal number within reason.
    case invalidChunkSize
    /// A chunk extension that is malformed or too long.
    case invalidChunkExtension
    /// A chunk that is not followed by the end of the line.
    case missingChunkEnd
    /// A trailer section that is too long.
    case trailersTooLarge
}
