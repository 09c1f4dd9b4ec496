// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPTypes
import Rendering
import Store

/// A reason to answer a request with a problem.
enum ServiceError: Error, Sendable {
    /// The parameters are invalid.
    case parameter(ParameterError)
    /// The upload is invalid.
    case upload(UploadError)
    /// The picture cannot be rendered.
    case render(RenderError)
    /// A rendering of the same pictures with no more work has lately exceeded its deadline.
    case overrun(wait: Duration)
    /// Drawings of the client lately took far more than their price, or its texts ended processes, so that further
    /// ones have to wait.
    case indebted(wait: Duration)
    /// The picture is damaged, and has lost the bytes that `curl -d` removes.
    case strippedImage
    /// The picture is damaged; its file has this format.
    case damagedImage(CodecError, ImageFormat)
    /// A picture in the form, other than the one to render, cannot be read.
    case part(name: String, RenderError)
    /// A picture that the rendering uses, such as a mask, cannot be decoded.
    case picture(ResourceID, RenderError)
    /// The scene is invalid.
    case scene(SceneFault)
    /// No worker takes the rendering: it waits too long, costs too much, or the server shuts down.
    case admission(AdmissionError)
    /// The store of pictures cannot find, read or write a picture.
    case store(BlobError)
    /// The requested time for which to keep an upload is malformed or out of range.
    case keepingTime(KeepingTime.Fault)
    /// The result was no longer delivered, because its reader was too slow or its producer gave up.
    case delivery(GrowingResult.ReaderFault)
    /// The client accepts none of the formats of results; `vary` is the value of `Vary` of a result.
    case notAcceptable(vary: String?)
    /// The client asks for the description of a redaction or a link, which would contain the original's
    /// digest; `vary` is the value of `Vary` of the result.
    case planOfRedaction(vary: String?)
    /// The request names a host that the service does not answer to without a token.
    case unknownHost(String)
    /// The token is missing or wrong.
    case unauthorized
    /// The token does not have the scope that the request needs.
    case missingScope(AccessScope, of: AccessToken)
    /// The signature in the address is refused.
    case signature(SignatureFault)
    /// The caller has used up a quota, and has to wait.
    case quotaExceeded(QuotaMeter.Unit, wait: Duration)
    /// The address does not exist; the advice is a sentence.
    case notFound(advice: String)
    /// No picture with this digest is stored.
    case imageNotFound
    /// The JSON body that describes a new link is invalid.
    case link(SceneFault)
    /// The stored picture that a new link names does not exist.
    case linkedImageNotFound(Digest)
    /// There is no link with this name, or its picture is no longer stored.
    case linkNotFound
    /// The link has expired.
    case linkExpired
    /// The picture of a source cannot be found, read or accepted.
    case source(SourceFault)
    /// The bytes of a source's picture are needed, not only its header; the service then fetches
    /// them.
    case bytesNeeded
    /// The parameter with the digest of a stored picture is missing.
    case unnamedImage(parameter: String)
    /// A stored picture that a parameter names does not exist.
    case resourceNotFound(ResourceID, parameter: RenderParameter)
    /// The address does not have this method.
    case methodNotAllowed(allowed: String)
    /// A field of the request is longer than its limit, in bytes.
    case fieldTooLong(String, limit: Int)
    /// The conditions of the request, such as `If-Match`, do not hold.
    case preconditionFailed
    /// The range of the request begins after the last byte.
    case noSuchPart(byteCount: Int)
    /// A bug in the service.
    case unexpected
}

extension ServiceError {
    /// Unwraps an error that the producer of a result has passed on as `any Error`.
    init(boxed error: any Error) {
        self =
            switch error {
            case let error as ServiceError: error
            case let error as GrowingResult.ReaderFault: .delivery(error)
            default: .unexpected
            }
    }
}

extension Problem {
    /// Creates the problem that tells the client of an error.
    init(_ error: ServiceError) {
        switch error {
        case .parameter(let error): self.init(error)
        case .upload(let error): self.init(error)
        case .render(let error): self.init(error)
        case .overrun(let wait):
            self.init(
                .deadlineExceeded,
                "Lately, a rendering of the same image at no higher price was not finished in time."
            )
            self = retrying(after: wait)
        case .indebted(let wait):
            self.init(
                .saturated,
                "Lately, drawings of this client took far longer than their size explains, or its texts ended "
                    + "the processes that draw them."
            )
            self = retrying(after: wait)
        case .strippedImage:
            self.init(
                .damagedImage,
                "The image is damaged: it has neither line ends nor null bytes, which 'curl -d' removes. Send "
                    + "the file by --data-binary, or in a form by -F."
            )
        case .damagedImage(let error, let format): self.init(error, of: format)
        case .part(let name, let error):
            self.init(error)
            parameter = name
        case .picture(_, let error): self.init(error)
        case .scene(let fault): self.init(fault)
        case .admission(let error): self.init(error)
        case .store(let error): self.init(error)
        case .keepingTime(let fault):
            self.init(
                fault.isMalformed ? .malformedParameter : .parameterOutOfRange,
                "'\(KeepingTime.name)' takes \(fault.allowed)."
            )
            parameter = KeepingTime.name
            value = fault.value
            allowed = fault.allowed
        case .delivery:
            self.init(.saturated, "The rendering was cancelled. Try again.")
            self = retrying(after: .zero)
        case .notAcceptable(let vary):
            self.init(.notAcceptable, "Accept excludes all formats of results.")
            parameter = "Accept"
            allowed = OutputFormat.available.map(\.mediaType).joined(separator: ", ")
            fields[.vary] = vary
        case .planOfRedaction(let vary):
            self.init(
                .notAcceptable,
                "A redaction or a link has no plan, which would name the original: accept a picture instead."
            )
            parameter = "Accept"
            allowed = OutputFormat.available.map(\.mediaType).joined(separator: ", ")
            fields[.vary] = vary
        case .unknownHost(let host):
            self.init(
                .unknownHost,
                "Without a token, the service answers to its own names only, and 'Host' has another one. "
                    + "The operator adds it by --host-name, or sets a token."
            )
            parameter = "Host"
            value = host
            allowed = "localhost, the listening addresses, and names given by --host-name"
        case .unauthorized:
            self.init(.unauthorized, "Send the header 'Authorization: Bearer' with the token.")
            fields[.wwwAuthenticate] = "Bearer realm=\"frostpane\""
        case .missingScope(let scope, let token):
            self.init(.missingScope, "The token lacks the scope '\(scope.rawValue)'.")
            parameter = "Authorization"
            let scopes = AccessScope.allCases.filter(token.scopes.contains).map(\.rawValue)
            allowed = scopes.joined(separator: ", ")
            fields[.wwwAuthenticate] =
                "Bearer realm=\"frostpane\", error=\"insufficient_scope\", "
                + "scope=\"\(scope.rawValue)\""
        case .signature(let fault): self.init(fault)
        case .quotaExceeded(let unit, let wait):
            self.init(
                .quotaExceeded,
                "The \(unit.rawValue) that the token has in a minute are used up."
            )
            fields[.retryAfter] = String(max(1, wait.roundedUpSeconds))
        case .notFound(let advice): self.init(.notFound, advice)
        case .imageNotFound:
            self.init(.imageNotFound, "It was never kept, was deleted, or made room for others.")
        case .link(let fault): self.init(link: fault)
        case .linkedImageNotFound(let digest):
            self.init(.pictureNotKept, "Keep the picture of the digest first, by POST /v1/images.")
            pointer = "/image"
            value = digest.hex
        case .linkNotFound:
            self.init(
                .linkNotFound,
                "It was never made or was deleted, or its picture is no longer kept."
            )
        case .linkExpired: self.init(.expiredAddress, "The link has expired.")
        case .source(let fault): self.init(fault)
        case .unnamedImage(let name):
            self.init(.missingImage, "Name a kept image by '\(name)', or send one by POST.")
            parameter = name
            allowed = RenderParameter.imageDigest
        case .resourceNotFound(let resource, let row):
            self.init(.pictureNotKept, "Keep the picture of the digest first, by POST /v1/images.")
            parameter = row.name
            value = resource.digest
        case .methodNotAllowed(let allowed):
            self.init(.methodNotAllowed, "This address knows \(allowed).")
            self.allowed = allowed
            fields[.allow] = allowed
        case .fieldTooLong(let name, let limit):
            self.init(.headTooLarge, "The field '\(name)' is longer than \(limit) bytes.")
            parameter = name
            allowed = "up to \(limit) bytes"
        case .preconditionFailed:
            self.init(.preconditionFailed, "If-Match or If-None-Match forbids the request.")
        case .noSuchPart(let count):
            self.init(
                .rangeNotSatisfiable,
                "There are \(count) bytes, and the range begins behind them."
            )
            parameter = "Range"
            fields[.contentRange] = "bytes */\(count)"
        case .unexpected, .bytesNeeded:
            self.init(.internalError, "The reason is in the server's log.")
        }
    }
}
