// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPTypes
import Rendering
import Store

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
                "A recent render of the same image, at the same or a lower price, was not finished in time."
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
                "The image is damaged: 'curl -d' removes line ends and null bytes. Send "
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
                "Redactions and links have no plan, because it would name the original: accept an image instead."
            )
            parameter = "Accept"
            allowed = OutputFormat.available.map(\.mediaType).joined(separator: ", ")
            fields[.vary] = vary
        case .unknownHost(let host):
            self.init(
                .unknownHost,
                "Without a token, the service responds only to its names, and 'Host' has another name. "
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
                "The token has used up its \(unit.rawValue) per minute."
            )
            fields[.retryAfter] = String(max(1, wait.roundedUpSeconds))
        case .notFound(let advice): self.init(.notFound, advice)
        case .imageNotFound:
            self.init(.imageNotFound, "It was never stored, or was deleted or evicted.")
        case .link(let fault): self.init(link: fault)
        case .linkedImageNotFound(let digest):
            self.init(.pictureNotKept, "Store the image with this digest by POST /v1/images.")
            pointer = "/image"
            value = digest.hex
        case .sceneNotFound:
            self.init(
                .sceneNotFound,
                "It was never stored, or was deleted, or an image that it names is no longer stored."
            )
        case .linkNotFound:
            self.init(
                .linkNotFound,
                "It was never made, or was deleted, or its image is no longer stored."
            )
        case .linkExpired: self.init(.expiredAddress, "The link has expired.")
        case .source(let fault): self.init(fault)
        case .unnamedImage(let name):
            self.init(.missingImage, "Name a stored image by '\(name)', or send an image by POST.")
            parameter = name
            allowed = RenderParameter.imageDigest
        case .resourceNotFound(let resource, let row):
            self.init(.pictureNotKept, "Store the image with this digest by POST /v1/images.")
            parameter = row.name
            value = resource.digest
        case .methodNotAllowed(let allowed):
            self.init(.methodNotAllowed, "This address supports \(allowed).")
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
                "There are \(count) bytes, and the range begins after them."
            )
            parameter = "Range"
            fields[.contentRange] = "bytes */\(count)"
        case .unexpected, .bytesNeeded:
            self.init(.internalError, "The reason is in the server's log.")
        }
    }
}
