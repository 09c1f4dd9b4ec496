// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

/// The stable names of all problems.
///
/// The names are part of the API: openapi.yaml lists them, and a test compares the two.
///
/// Reference: RFC 9457.
package enum ProblemType: String, Hashable, Sendable, CaseIterable {
    // MARK: The request's form

    /// The message breaks the rules of HTTP.
    case malformedRequest = "malformed-request"
    /// The query string has a broken escape, bytes that are not UTF-8, or too many parameters.
    case malformedQuery = "malformed-query"
    /// The parameter does not exist.
    case unknownParameter = "unknown-parameter"
    /// A parameter is given twice.
    case repeatedParameter = "repeated-parameter"
    /// A value is malformed.
    case malformedParameter = "malformed-parameter"
    /// A number is outside its range.
    case parameterOutOfRange = "parameter-out-of-range"
    /// A parameter has no effect, or conflicts with others.
    case conflictingParameters = "conflicting-parameters"
    /// The form is not valid multipart/form-data.
    case malformedForm = "malformed-form"
    /// The scene is not JSON.
    case malformedScene = "malformed-scene"
    /// A value in the scene is invalid, or the scene breaks a rule.
    case invalidScene = "invalid-scene"
    /// The request contains no picture.
    case missingImage = "missing-image"
    /// A digest field is malformed (RFC 9530).
    case malformedDigest = "malformed-digest"
    /// The message is incomplete, or took too long to arrive.
    case requestTimeout = "request-timeout"

    // MARK: The request's target and conditions

    /// The token is missing or wrong.
    case unauthorized = "unauthorized"
    /// The address does not exist.
    case notFound = "not-found"
    /// No picture with this digest is kept.
    case imageNotFound = "image-not-found"
    /// The address does not support the method.
    case methodNotAllowed = "method-not-allowed"
    /// The client accepts neither JPEG nor PNG.
    case notAcceptable = "not-acceptable"
    /// The conditions of the request do not hold.
    case preconditionFailed = "precondition-failed"
    /// The range of the request begins behind the last byte.
    case rangeNotSatisfiable = "range-not-satisfiable"
    /// The body is longer than the limit.
    case bodyTooLarge = "body-too-large"
    /// The target is longer than the limit.
    case targetTooLong = "target-too-long"
    /// The head is longer than the limit.
    case headTooLarge = "head-too-large"
    /// `Expect` contains an unknown expectation.
    case expectationFailed = "expectation-failed"

    // MARK: The picture

    /// The body is neither JPEG nor PNG.
    case unsupportedMediaType = "unsupported-media-type"
    /// The body is compressed.
    case unsupportedContentCoding = "unsupported-content-coding"
    /// The picture uses a part of its format that is not supported.
    case unsupportedImageFeature = "unsupported-image-feature"
    /// The picture, or the result, exceeds the limits.
    case imageTooLarge = "image-too-large"
    /// The rendering would take too much memory or work.
    case tooCostly = "too-costly"
    /// The picture is animated.
    case animatedImage = "animated-image"
    /// The picture is damaged or truncated.
    case damagedImage = "damaged-image"
    /// A text of the result cannot be drawn.
    case unrenderableText = "unrenderable-text"
    /// The body does not have the stated digest.
    case digestMismatch = "digest-mismatch"
    /// A picture that the request uses beside its own, such as a mask, is not kept.
    case pictureNotKept = "picture-not-kept"

    // MARK: The server

    /// A defect of the server.
    case internalError = "internal-error"
    /// The method or the transfer coding is not supported.
    case notImplemented = "not-implemented"
    /// The server has no capacity left.
    case saturated = "saturated"
    /// The server is shutting down.
    case shuttingDown = "shutting-down"
    /// The rendering took too long.
    case deadlineExceeded = "deadline-exceeded"
    /// The version of HTTP is not 1.
    case versionNotSupported = "version-not-supported"

    /// The value of the member `type`: a reference relative to the server's root.
    package var uri: String { "/problems/\(rawValue)" }

    /// The status code of the problem.
    package var status: HTTPResponse.Status { row.status }

    /// A short summary, equal for every occurrence.
    package var title: String { row.title }

    /// The table: one row for each problem.
    private var row: (status: HTTPResponse.Status, title: String) {
        switch self {
        case .malformedRequest: (.badRequest, "The request breaks the rules of HTTP")
        case .malformedQuery: (.badRequest, "The query string cannot be read")
        case .unknownParameter: (.badRequest, "There is no such parameter")
        case .repeatedParameter: (.badRequest, "A parameter is given more than once")
        case .malformedParameter: (.badRequest, "A value is malformed")
        case .parameterOutOfRange: (.badRequest, "A number is outside its range")
        case .conflictingParameters: (.badRequest, "A parameter would have no effect")
        case .malformedForm: (.badRequest, "The form cannot be read")
        case .malformedScene: (.badRequest, "The scene cannot be read")
        case .invalidScene: (.badRequest, "The scene breaks a rule")
        case .missingImage: (.badRequest, "There is no image in the request")
        case .malformedDigest: (.badRequest, "A digest field cannot be read")
        case .requestTimeout: (.requestTimeout, "The request took too long to arrive")
        case .unauthorized: (.unauthorized, "A valid token is required")
        case .notFound: (.notFound, "There is nothing at this address")
        case .imageNotFound: (.notFound, "No image with this digest is kept")
        case .methodNotAllowed: (.methodNotAllowed, "The method is not allowed here")
        case .notAcceptable: (.notAcceptable, "No acceptable format can be made")
        case .preconditionFailed: (.preconditionFailed, "A condition of the request does not hold")
        case .rangeNotSatisfiable: (.rangeNotSatisfiable, "There are not as many bytes")
        case .bodyTooLarge: (.contentTooLarge, "The body is too large")
        case .targetTooLong: (.uriTooLong, "The address is too long")
        case .headTooLarge: (.requestHeaderFieldsTooLarge, "The head of the request is too large")
        case .expectationFailed: (.expectationFailed, "The expectation cannot be met")
        case .unsupportedMediaType: (.unsupportedMediaType, "The body is neither JPEG nor PNG")
        case .unsupportedContentCoding: (.unsupportedMediaType, "The body must not be compressed")
        case .unsupportedImageFeature:
            (.unprocessableContent, "The image uses an unsupported feature")
        case .imageTooLarge: (.unprocessableContent, "The image has too many pixels")
        case .tooCostly: (.unprocessableContent, "The rendering would cost too much")
        case .animatedImage: (.unprocessableContent, "The image is animated")
        case .damagedImage: (.unprocessableContent, "The image is damaged")
        case .unrenderableText: (.unprocessableContent, "A text cannot be drawn")
        case .digestMismatch: (.unprocessableContent, "The body does not match its digest")
        case .pictureNotKept: (.unprocessableContent, "A picture that the request uses is not kept")
        case .internalError: (.internalServerError, "The server failed")
        case .notImplemented: (.notImplemented, "The server does not implement this")
        case .saturated: (.serviceUnavailable, "The server is busy")
        case .shuttingDown: (.serviceUnavailable, "The server is shutting down")
        case .deadlineExceeded: (.gatewayTimeout, "The rendering took too long")
        case .versionNotSupported:
            (.httpVersionNotSupported, "The version of HTTP is not supported")
        }
    }
}

extension ProblemType {
    /// The types as a Markdown table, for Docs/reference.md between `<!-- problems -->` marks.
    package static var markdownTable: String {
        allCases.reduce("| Type | Status | Title |\n|---|---|---|") { text, type in
            text + "\n| `\(type.uri)` | \(type.status.code) | \(type.title) |"
        }
    }
}
