// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPTypes
import Rendering
import Store

/// Everything for which a request is answered with a problem.
enum ServiceError: Error, Sendable {
    /// The parameters are wrong.
    case parameter(ParameterError)
    /// The upload is wrong.
    case upload(UploadError)
    /// The picture cannot be rendered.
    case render(RenderError)
    /// A picture of a form, which is not the one to be rendered, cannot be read.
    case part(name: String, RenderError)
    /// The scene is wrong.
    case scene(SceneFault)
    /// The picture is not rendered now.
    case admission(AdmissionError)
    /// The result did not reach its reader.
    case delivery(GrowingResult.ReaderFault)
    /// The client accepts no format that can be made.
    case notAcceptable
    /// The client asks for the plan of a redaction, which would name what it must not lead to.
    case planOfRedaction
    /// The token is missing or wrong.
    case unauthorized
    /// Nothing lives at this address.
    case notFound
    /// No picture of this digest is kept.
    case imageNotFound
    /// The parameter that names a kept picture is not there.
    case unnamedImage(parameter: String)
    /// A picture that the parameters name is not kept.
    case resourceNotFound(ResourceID, parameter: RenderParameter)
    /// The address knows other methods only.
    case methodNotAllowed(allowed: String)
    /// The conditions of the request do not hold.
    case preconditionFailed
    /// A defect.
    case unexpected
}

extension ServiceError {
    /// Takes an error out of the box in which the store carries it.
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
    /// What is told to the client.
    init(_ error: ServiceError) {
        switch error {
        case .parameter(let error): self.init(error)
        case .upload(let error): self.init(error)
        case .render(let error): self.init(error)
        case .part(let name, let error):
            self.init(error)
            parameter = name
        case .scene(let fault): self.init(fault)
        case .admission(let error): self.init(error)
        case .delivery:
            self.init(.saturated, "The rendering was given up. Try again.")
            self = retrying(after: .zero)
        case .notAcceptable:
            self.init(.notAcceptable, "Results are JPEG or PNG, and Accept excludes both.")
            parameter = "Accept"
            allowed = OutputFormat.allCases.map(\.mediaType).joined(separator: ", ")
        case .planOfRedaction:
            self.init(
                .notAcceptable,
                "A redaction has no plan, which would name the original: accept a picture instead."
            )
            parameter = "Accept"
            allowed = OutputFormat.allCases.map(\.mediaType).joined(separator: ", ")
        case .unauthorized:
            self.init(.unauthorized, "Send the header 'Authorization: Bearer' with the token.")
            fields[.wwwAuthenticate] = "Bearer realm=\"frostpane\""
        case .notFound:
            self.init(.notFound, "See /openapi.yaml for what there is.")
        case .imageNotFound:
            self.init(.imageNotFound, "It was never kept, was deleted, or made room for others.")
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
        case .preconditionFailed:
            self.init(.preconditionFailed, "If-Match or If-None-Match forbids the request.")
        case .unexpected:
            self.init(.internalError, "The reason is in the server's log.")
        }
    }
}
