// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Store

extension Problem {
    /// Creates the problem for refused parameters.
    init(_ error: ParameterError) {
        switch error {
        case .malformedEncoding, .tooMany:
            self.init(.malformedQuery, error.description)
        case .unknown:
            self.init(.unknownParameter, error.description)
            allowed = RenderParameter.table.map(\.name).joined(separator: ", ")
        case .unknownHere(_, let known):
            self.init(.unknownParameter, error.description)
            allowed = known.isEmpty ? nil : known.joined(separator: ", ")
        case .malformedImage:
            self.init(.malformedParameter, error.description)
            allowed = RenderParameter.imageDigest
        case .missingVariable(_, let allowed):
            self.init(.missingParameter, error.description)
            self.allowed = allowed
        case .malformedVariable(_, let allowed, _):
            self.init(.malformedParameter, error.description)
            self.allowed = allowed
        case .unknownPreset(_, let known):
            self.init(.malformedParameter, error.description)
            allowed = known.isEmpty ? nil : known.joined(separator: ", ")
        case .presetsOnly(_, let known):
            self.init(.presetsOnly, error.description)
            allowed = known.joined(separator: ", ")
        case .repeated:
            self.init(.repeatedParameter, error.description)
        case .malformed(let row, _, _):
            self.init(.malformedParameter, error.description)
            allowed = row.allowed
        case .outOfRange(.contrast, _):
            self.init(.parameterOutOfRange, error.description)
            allowed = "1 to 21, or with measure=apca 0 to 108"
        case .outOfRange(let row, _), .belowPixel(let row, _, _):
            self.init(.parameterOutOfRange, error.description)
            allowed = row.allowed
        case .conflict, .exclusive, .contradiction, .besideScene, .noEffect, .weakensRedaction,
            .repeatsRedacted, .redactionOfKept, .fixedAppearance, .vanishingFilter,
            .scene(.edge, _, _):
            self.init(.conflictingParameters, error.description)
        case .scene, .redaction:
            self.init(.parameterOutOfRange, error.description)
        case .geometry(_, let rule):
            let type: ProblemType = rule.isOfValue ? .parameterOutOfRange : .conflictingParameters
            self.init(type, error.description)
        case .css(_, .outOfRange(_, _, let allowed), _):
            self.init(.parameterOutOfRange, error.description)
            self.allowed = allowed
        case .css(_, .unknownFilter, _):
            self.init(.malformedParameter, error.description)
            allowed = FilterFunction.names.joined(separator: ", ")
        case .css(_, .unexpected(_, let expected), _):
            self.init(.malformedParameter, error.description)
            allowed = expected
        case .css(let row, _, _):
            self.init(.malformedParameter, error.description)
            allowed = row.allowed
        }
        column = error.column
        parameter = error.parameter
        value = error.value
    }

    /// Creates the problem for a malformed form.
    init(_ error: MultipartError) {
        let detail =
            switch error {
            case .badBoundary:
                "Content-Type is not multipart/form-data with a boundary of 1 to 70 permitted "
                    + "characters, as 'curl -F' sends it."
            case .missingFirstBoundary:
                "The boundary is not at the start of a line within the first "
                    + "\(MultipartParser.marginLimit) bytes."
            case .badBoundaryLine: "A boundary is not followed by the end of its line."
            case .badPartHead: "A field of a part is not written as 'name: value'."
            case .partHeadTooLong:
                "The head of a part is longer than \(MultipartParser.headLimit) bytes."
            case .unnamedPart: "A part has no Content-Disposition: form-data with a name."
            case .encodedPart: "A part is itself multipart, or has a transfer encoding."
            case .tooManyParts: "There are more than \(MultipartParser.partLimit) parts."
            case .truncated: "The form ends before its last boundary."
            case .trailingBytes:
                "A part, or more than \(MultipartParser.marginLimit) bytes, follow the last boundary."
            }
        self.init(.malformedForm, detail)
    }

    /// Creates the problem for an error of the HTTP server, such as a malformed or overdue request.
    init(_ fault: HTTPFault) {
        switch fault {
        case .badRequest(let violation):
            self.init(.malformedRequest, "The request breaks RFC 9112: \(violation.sentence).")
        case .headTimeout:
            self.init(.requestTimeout, "The head of the request did not arrive in time.")
        case .bodyTimeout:
            self.init(.requestTimeout, "The body of the request did not arrive in time.")
        case .bodyTooLarge(let limit):
            self.init(bodyLimit: limit)
        case .targetTooLong(let limit):
            self.init(.targetTooLong, "The target is longer than \(limit) bytes.")
        case .expectationUnknown:
            self.init(.expectationFailed, "Only the expectation 100-continue is supported.")
        case .headTooLarge(let limit):
            self.init(.headTooLarge, "The head is longer than \(limit) bytes.")
        case .tooManyFields(let limit):
            self.init(.headTooLarge, "The head has more than \(limit) fields.")
        case .methodUnsupported:
            self.init(.notImplemented, "The method is not implemented.")
        case .transferCodingUnsupported:
            self.init(.notImplemented, "The only transfer coding is chunked.")
        case .versionUnsupported:
            self.init(.versionNotSupported, "The server speaks HTTP/1.1 and HTTP/1.0.")
        case .tooManyConnections(let limit):
            self.init(.saturated, "There are \(limit) connections already.")
            self = retrying(after: .zero)
        case .responseTimeout:
            self.init(.saturated, "The response was not ready in time.")
            self = retrying(after: .zero)
        }
    }

    /// Creates the problem for a body that is longer than the limit, in bytes.
    init(bodyLimit: Int) {
        self.init(.bodyTooLarge, "The body may have \(bodyLimit) bytes.")
        allowed = "0 to \(bodyLimit) bytes"
    }

    /// Creates the problem for a refused upload.
    init(_ error: UploadError) {
        switch error {
        case .multipart(let error): self.init(error)
        case .parameter(let error): self.init(error)
        case .missing:
            self.init(.missingImage, "Send the file as the body, or as the part 'image' of a form.")
        case .notAnImage(let finding):
            self.init(
                .unsupportedMediaType,
                "The body is not a supported image: it is \(finding.name). \(finding.cure)"
            )
            let read = ImageFormat.allCases.filter(\.isAvailable)
            allowed = read.map(\.name).joined(separator: ", ")
            fields[.accept] = (read.map(\.mediaType) + ["multipart/form-data"])
                .joined(separator: ", ")
        case .contentCoding(let coding):
            self.init(
                .unsupportedContentCoding,
                "The body has the content coding '\(ParameterError.excerpt(coding))'. Send it without."
            )
            fields[.acceptEncoding] = "identity"
        case .sceneTooLong(let limit):
            self.init(SceneFault(.tooLong(limit: limit), at: .root))
        case .tooManyFiles(let limit):
            self.init(.malformedForm, "There are more than \(limit) files besides the image.")
            allowed = "up to \(limit) files"
        case .part(let name, let error):
            self.init(error)
            parameter = name
        case .fieldTooLong(let name):
            self.init(
                .malformedParameter,
                "The field '\(ParameterError.excerpt(name))' is too long."
            )
            parameter = name
        case .malformedDigest(let field):
            self.init(.malformedDigest, "\(field) is not a dictionary of digests.")
            parameter = field
        case .digestMismatch(let field):
            self.init(.digestMismatch, "The body does not match \(field).")
            parameter = field
        case .tooLarge(let limit): self.init(bodyLimit: limit)
        case .imageTooLarge(let limit):
            self.init(.bodyTooLarge, "The image may have \(limit) bytes.")
            allowed = "0 to \(limit) bytes"
        case .noRoom:
            self.init(.saturated, "Too many uploads are in progress.")
            self = retrying(after: .zero)
        }
    }
}
