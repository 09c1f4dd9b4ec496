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
    /// There is no scene at this address, or an image that it names is no longer stored.
    case sceneNotFound
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
