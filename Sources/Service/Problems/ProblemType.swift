// SPDX-License-Identifier: Apache-2.0

import Codecs
package import HTTPTypes

/// The types of problems, by their stable names in the API.
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
    /// A parameter that the address needs is missing.
    case missingParameter = "missing-parameter"
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
    /// The JSON body that describes a new link breaks a rule.
    case invalidLink = "invalid-link"
    /// The request contains no picture.
    case missingImage = "missing-image"
    /// A digest field is malformed (RFC 9530).
    case malformedDigest = "malformed-digest"
    /// The message is incomplete, or took too long to arrive.
    case requestTimeout = "request-timeout"

    // MARK: The request's target and conditions

    /// The service does not answer to the name of the host without a token.
    case unknownHost = "unknown-host"
    /// The token is missing or wrong.
    case unauthorized = "unauthorized"
    /// The token does not allow this kind of request.
    case missingScope = "missing-scope"
    /// The signature in the address does not match the address.
    case wrongSignature = "wrong-signature"
    /// The address is signed by a key that does not exist.
    case unknownKey = "unknown-key"
    /// The service renders presets only.
    case presetsOnly = "presets-only"
    /// The address has expired.
    case expiredAddress = "expired-address"
    /// The address does not exist.
    case notFound = "not-found"
    /// No picture with this digest is stored.
    case imageNotFound = "image-not-found"
    /// There is no scene with this name or digest.
    case sceneNotFound = "scene-not-found"
    /// There is no link with this name, or its picture is no longer stored.
    case linkNotFound = "link-not-found"
    /// There is no source with the name in the address.
    case sourceNotFound = "source-not-found"
    /// The source has no picture at the path in the address.
    case sourceImageNotFound = "source-image-not-found"
    /// The address does not support the method.
    case methodNotAllowed = "method-not-allowed"
    /// The client accepts none of the formats that the service writes.
    case notAcceptable = "not-acceptable"
    /// The conditions of the request, such as `If-Match`, do not hold.
    case preconditionFailed = "precondition-failed"
    /// The range of the request begins after the last byte.
    case rangeNotSatisfiable = "range-not-satisfiable"
    /// The body is longer than the limit.
    case bodyTooLarge = "body-too-large"
    /// The target is longer than the limit.
    case targetTooLong = "target-too-long"
    /// The head is longer than the limit.
    case headTooLarge = "head-too-large"
    /// `Expect` contains an unknown expectation.
    case expectationFailed = "expectation-failed"

    /// The caller has used up a quota.
    case quotaExceeded = "quota-exceeded"

    // MARK: The picture

    /// The body is in no format that the service reads.
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
    /// The picture has fewer frames than asked for.
    case noSuchFrame = "no-such-frame"
    /// The picture is damaged or truncated.
    case damagedImage = "damaged-image"
    /// A text of the result cannot be drawn.
    case unrenderableText = "unrenderable-text"
    /// The body does not have the stated digest.
    case digestMismatch = "digest-mismatch"
    /// A picture that the request uses beside its own, such as a mask, is not stored.
    case pictureNotKept = "picture-not-kept"

    /// The file of a source is too long, or is no picture that the service reads.
    case sourceImageRefused = "source-image-refused"

    // MARK: The server

    /// A defect of the server.
    case internalError = "internal-error"
    /// The method or the transfer coding is not supported.
    case notImplemented = "not-implemented"
    /// The library for the format of the picture or of the result is not installed.
    case codecNotInstalled = "codec-not-installed"
    /// The system refused or ended the process for the format of the image or of the result.
    case codecUnavailable = "codec-unavailable"
    /// The server has no capacity left.
    case saturated = "saturated"
    /// The server is shutting down.
    case shuttingDown = "shutting-down"
    /// The persistent store of pictures does not answer.
    case storeUnavailable = "store-unavailable"
    /// The persistent store of pictures has no room.
    case storeFull = "store-full"
    /// The rendering took too long.
    case deadlineExceeded = "deadline-exceeded"
    /// The source did not give the picture in time.
    case sourceTimeout = "source-timeout"
    /// The source did not give the picture.
    case sourceFailed = "source-failed"
    /// The version of HTTP is neither 1.0 nor 1.1.
    case versionNotSupported = "version-not-supported"

    /// The value of the member `type`: a reference relative to the server's root.
    package var uri: String { "/problems/\(rawValue)" }

    /// The status code of the problem.
    package var status: HTTPResponse.Status { row.status }

    /// A short summary of the type, equal for every occurrence.
    package var title: String { row.title }

    /// The status code and the title of the type.
    private var row: (status: HTTPResponse.Status, title: String) {
        switch self {
        case .malformedRequest: (.badRequest, "The request breaks the rules of HTTP")
        case .malformedQuery: (.badRequest, "The query string cannot be read")
        case .unknownParameter: (.badRequest, "Unknown parameter")
        case .missingParameter: (.badRequest, "A parameter is missing")
        case .repeatedParameter: (.badRequest, "A parameter is given more than once")
        case .malformedParameter: (.badRequest, "A value is malformed")
        case .parameterOutOfRange: (.badRequest, "A number is outside its range")
        case .conflictingParameters: (.badRequest, "A parameter would have no effect")
        case .malformedForm: (.badRequest, "The form cannot be read")
        case .malformedScene: (.badRequest, "The scene cannot be read")
        case .invalidScene: (.badRequest, "The scene breaks a rule")
        case .invalidLink: (.badRequest, "The description of the link breaks a rule")
        case .missingImage: (.badRequest, "The request has no image")
        case .malformedDigest: (.badRequest, "A digest field cannot be read")
        case .requestTimeout: (.requestTimeout, "The request took too long to arrive")
        case .unknownHost: (.misdirectedRequest, "The service does not have this name")
        case .unauthorized: (.unauthorized, "A valid token is required")
        case .missingScope: (.forbidden, "The token does not allow this")
        case .wrongSignature: (.forbidden, "The signature is wrong")
        case .unknownKey: (.forbidden, "The key of the signature is unknown")
        case .presetsOnly: (.forbidden, "Only presets are rendered")
        case .expiredAddress: (.gone, "The address has expired")
        case .notFound: (.notFound, "There is nothing at this address")
        case .imageNotFound: (.notFound, "No image with this digest is stored")
        case .sceneNotFound: (.notFound, "There is no such scene")
        case .linkNotFound: (.notFound, "There is no such link")
        case .sourceNotFound: (.notFound, "There is no such source")
        case .sourceImageNotFound: (.notFound, "The source has no such image")
        case .methodNotAllowed: (.methodNotAllowed, "The method is not allowed here")
        case .notAcceptable: (.notAcceptable, "No acceptable format can be made")
        case .preconditionFailed: (.preconditionFailed, "A condition of the request does not hold")
        case .rangeNotSatisfiable: (.rangeNotSatisfiable, "There are not as many bytes")
        case .bodyTooLarge: (.contentTooLarge, "The body is too large")
        case .targetTooLong: (.uriTooLong, "The address is too long")
        case .headTooLarge: (.requestHeaderFieldsTooLarge, "The head of the request is too large")
        case .expectationFailed: (.expectationFailed, "The expectation cannot be met")
        case .quotaExceeded: (.tooManyRequests, "A quota is used up")
        case .unsupportedMediaType: (.unsupportedMediaType, "The body is not a supported image")
        case .unsupportedContentCoding: (.unsupportedMediaType, "The body must not be compressed")
        case .unsupportedImageFeature:
            (.unprocessableContent, "The image uses an unsupported feature")
        case .imageTooLarge: (.unprocessableContent, "The image has too many pixels")
        case .tooCostly: (.unprocessableContent, "The render would cost too much")
        case .animatedImage: (.unprocessableContent, "The image is animated")
        case .noSuchFrame: (.unprocessableContent, "The image has fewer frames")
        case .damagedImage: (.unprocessableContent, "The image is damaged")
        case .unrenderableText: (.unprocessableContent, "A text cannot be drawn")
        case .digestMismatch: (.unprocessableContent, "The body does not match its digest")
        case .pictureNotKept: (.unprocessableContent, "An image of the request is not stored")
        case .sourceImageRefused: (.unprocessableContent, "The file of the source is refused")
        case .internalError: (.internalServerError, "The server failed")
        case .notImplemented: (.notImplemented, "The server does not implement this")
        case .codecNotInstalled: (.notImplemented, "A library for images is not installed")
        case .codecUnavailable:
            (.serviceUnavailable, "A codec process cannot run")
        case .saturated: (.serviceUnavailable, "The server is busy")
        case .shuttingDown: (.serviceUnavailable, "The server is shutting down")
        case .storeUnavailable: (.serviceUnavailable, "The image store is not available")
        case .storeFull:
            // Reference: RFC 4918, section 11.5.
            (
                .init(code: 507, reasonPhrase: "Insufficient Storage"),
                "The image store is full"
            )
        case .deadlineExceeded: (.gatewayTimeout, "The rendering took too long")
        case .sourceTimeout: (.gatewayTimeout, "The source took too long")
        case .sourceFailed: (.badGateway, "The source failed")
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
