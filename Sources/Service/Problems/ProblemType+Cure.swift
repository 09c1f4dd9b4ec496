// SPDX-License-Identifier: Apache-2.0

import Codecs

extension ProblemType {
    /// The advice for a caller, in one or two sentences for the page of the problem.
    var cure: String {
        switch self {
        case .malformedRequest:
            "Send HTTP/1.1 as RFC 9112 defines it; a maintained HTTP library does. The detail names the rule."
        case .malformedQuery:
            "Write a percent sign as %25, a plus sign as %2B and everything else in UTF-8; curl does so "
                + "with --get --data-urlencode. A request has at most 64 parameters."
        case .unknownParameter:
            "Compare the name with the list in the member 'allowed'. The detail suggests the nearest one. "
                + "Names that others append to addresses, such as utm_source, are ignored if the operator "
                + "lists them in the option ignored-parameters."
        case .missingParameter:
            "Add the parameter that the detail names to the query, with a value that 'allowed' describes."
        case .repeatedParameter:
            "Give the parameter once, in the query string or in the form. Only 'region' may repeat."
        case .malformedParameter:
            "Write the value as the member 'allowed' says."
        case .parameterOutOfRange:
            "Choose a value inside the range in the member 'allowed'. Values are never clamped."
        case .conflictingParameters:
            "Remove one of the parameters, or add the one that the detail names. A parameter that would "
                + "do nothing is rejected, because the result would not be the intended one."
        case .malformedForm:
            "Send multipart/form-data as RFC 7578 defines it; 'curl -F image=@photo.jpg' does."
        case .malformedScene:
            "Send the scene as JSON in UTF-8, without comments, trailing commas or repeated members. The "
                + "detail names the line and the column."
        case .invalidScene:
            "Correct the member at the place that 'pointer' names. The reference lists the members of scenes."
        case .invalidLink:
            "Send JSON with 'image', the SHA-256 of a stored image, and optionally 'parameters', an object, and "
                + "'expires', a time in seconds since 1970. 'pointer' names the member to correct."
        case .missingImage:
            "Send the file as the body, as 'curl --data-binary @photo.jpg' does, or as the part 'image' "
                + "of a form."
        case .malformedDigest:
            "Write the field as a dictionary of byte sequences, such as sha-256=:…:, as RFC 9530 defines it."
        case .requestTimeout: "Send the request without long pauses, or over a faster connection."
        case .unknownHost:
            "Use the address of the server, or localhost, or have the operator give the name in 'value' by "
                + "the option host-name. Only a service without a token requires this: otherwise a page of another "
                + "site could use the service through a browser."
        case .unauthorized:
            "Send the field 'Authorization: Bearer' with the token that the operator gave you."
        case .missingScope:
            "Use a token with the scope that the detail names, or ask the operator to add it to yours."
        case .wrongSignature:
            "Sign the URL again, with all of its parameters; 'frostpane sign' does. A single changed "
                + "letter makes another URL."
        case .unknownKey: "Sign the URL again, with a key of the server."
        case .presetsOnly:
            "Give the parameter 'preset' alone, with one of the names in the member 'allowed'; /v1/presets "
                + "lists them with their parameters."
        case .expiredAddress: "Ask the publisher of the address for a new one."
        case .notFound: "Compare the address with /openapi.yaml. Addresses are case-sensitive."
        case .imageNotFound:
            "Store the image first, by POST /v1/images. Stored images may be evicted, so be prepared to "
                + "send one again."
        case .sceneNotFound:
            "Store the scene by PUT /v1/scenes/{name}. Names are case-sensitive, and a scene is deleted with each "
                + "image that it names."
        case .linkNotFound: "Ask the publisher of the link for a new one."
        case .sourceNotFound:
            "Use one of the names in the member 'allowed'. Sources are the folders and origins that the operator has "
                + "named by the option source; there may be none."
        case .sourceImageNotFound:
            "Compare the path with the files of the source. Names are case-sensitive, and each is escaped once "
                + "in the address."
        case .methodNotAllowed: "Use one of the methods in the field 'Allow'."
        case .notAcceptable:
            "Accept one of the formats that /v1/formats lists as written, or name the format by the parameter "
                + "'format'. A redaction has no plan."
        case .preconditionFailed:
            "Fetch the current entity tag and decide again, or omit If-Match and If-None-Match."
        case .rangeNotSatisfiable:
            "Ask for a range that begins before the last byte; 'Content-Range' has their number."
        case .bodyTooLarge:
            "Send a smaller file; the member 'allowed' has the limit. The operator can raise it."
        case .targetTooLong: "Send long parameters in a form instead of the address."
        case .headTooLarge: "Send fewer or shorter header fields, such as cookies."
        case .expectationFailed: "Omit 'Expect', or send 'Expect: 100-continue'."
        case .quotaExceeded:
            "Try again after the seconds in the field 'Retry-After'. In each response, 'RateLimit' has the "
                + "remainder, and 'RateLimit-Policy' the quota per minute."
        case .unsupportedMediaType:
            "Send the bytes of a file in a format that /v1/formats lists as they are: neither as text nor as "
                + "base64, and converted first if the file has another format."
        case .unsupportedContentCoding:
            "Send the body without Content-Encoding; images are compressed already."
        case .unsupportedImageFeature:
            "The detail names the feature, and a way around it if there is one. A JPEG or PNG of an "
                + "image editor has no such features by default."
        case .imageTooLarge:
            "Scale the image down first. The member 'allowed' has the limit. The operator can raise it."
        case .tooCostly:
            "Send a smaller image; if the image alone would be accepted, use fewer panes or filters"
                + ". The detail names the excess, and the operator can raise the limit."
        case .animatedImage: "Send a single frame of the animation."
        case .noSuchFrame: "Count frames from 1, or omit 'frame' for the first."
        case .damagedImage:
            "Compare the file with its original. Files are often damaged when sent as text: with curl, "
                + "use --data-binary or -F, not -d. With damage=partial, "
                + "a PNG or JPEG with an intact header is rendered as far as it can be read."
        case .unrenderableText:
            "Name a font family that is installed on the server, and use characters that it has. If the text "
                + "libraries fail, remove invisible characters."
        case .digestMismatch:
            "Compute the digest of exactly the bytes that are sent. If it is right, they were changed in "
                + "transit."
        case .pictureNotKept: "Store the image with that digest first, by POST /v1/images."
        case .sourceImageRefused:
            "Put a smaller file into the source, or a file in a format that /v1/formats lists; the detail says "
                + "what the file is."
        case .internalError:
            "Report the identifier in 'requestId' to the operator; the log has the reason under it."
        case .notImplemented: "The detail names the missing feature."
        case .codecNotInstalled:
            "Use a format that /v1/formats lists as installed, or let the operator install the package that "
                + "the detail names."
        case .codecUnavailable:
            "Use JPEG or PNG meanwhile, and report the identifier in 'requestId' to the operator: the log has the "
                + "reason under it, or at the start of the server."
        case .saturated: "Try again after the seconds in the field 'Retry-After'."
        case .shuttingDown:
            "Try again after the seconds in the field 'Retry-After'; another server may respond."
        case .storeUnavailable:
            "Try again after the seconds in the field 'Retry-After'. The image may well be stored: this "
                + "does not mean that it is missing."
        case .storeFull:
            "Delete images that are not needed any more. The operator can raise the limit, or free space on "
                + "the disk."
        case .deadlineExceeded:
            "Ask for less work, such as a smaller image, or try again when the server is less busy."
        case .sourceTimeout: "Try again later, or put a smaller image into the source."
        case .sourceFailed:
            "Try again later. The operator finds the reason in the log, under the identifier in 'requestId'."
        case .versionNotSupported:
            "Speak HTTP/1.1 to the server; a proxy in front of it can speak HTTP/2."
        }
    }
}
