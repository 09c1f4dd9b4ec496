// SPDX-License-Identifier: Apache-2.0

import Fetching
import Rendering

/// A reason why a picture of a source cannot be rendered.
enum SourceFault: Error, Hashable, Sendable {
    /// No source has the name in the address.
    case unknown(name: String, known: [String])
    /// The picture is longer than the limit, in bytes.
    case tooLong(limit: Int)
    /// The file is no picture that the service can read.
    case noImage(ContentFinding)
    /// Too many pictures are being read.
    case busy
    /// The picture was not found, or could not be read.
    case reading(FetchFault)
}

extension ServiceError {
    /// Converts an error of an upload to the error of a source's picture.
    init(ofSource error: UploadError) {
        switch error {
        case .tooLarge(let limit), .imageTooLarge(let limit): self = .source(.tooLong(limit: limit))
        case .notAnImage(let finding): self = .source(.noImage(finding))
        case .missing: self = .source(.noImage(.empty))
        case .noRoom: self = .source(.busy)
        case .multipart, .parameter, .contentCoding, .sceneTooLong, .tooManyFiles, .part,
            .fieldTooLong, .malformedDigest, .digestMismatch:
            self = .upload(error)
        }
    }

    /// The reason why a source failed, in words for the operator; nil for other errors.
    var reasonOfSource: String? {
        guard case .source(.reading(let fault)) = self else { return nil }
        return fault.words
    }
}

extension FetchFault {
    /// Whether the picture is not there, as far as the source tells.
    var isAbsence: Bool {
        switch self {
        case .absent, .withheld: true
        case .stopped, .tooSlow, .redirected, .refused, .forbiddenAddress, .unreachable,
            .libraryMissing, .changing, .unreadable:
            false
        }
    }

    /// The reason why a picture was not read, for the operator; nil if nothing needs repair.
    var words: String? {
        switch self {
        case .absent, .stopped: nil
        case .tooSlow: "it does not answer in time"
        case .redirected(let status): "it answers \(status), and redirections are not followed"
        case .refused(let status), .withheld(let status): "it answers \(status)"
        case .forbiddenAddress: "its name leads to no public address"
        case .unreachable(let reason): reason
        case .libraryMissing: "libcurl is not installed; the package of Debian is libcurl4"
        case .changing: "the file was changed while it was read"
        case .unreadable(let reason): reason
        }
    }
}

extension Problem {
    /// Creates the problem for a source's picture; it repeats nothing that the source has sent.
    init(_ fault: SourceFault) {
        switch fault {
        case .unknown(let name, let known):
            let list = known.isEmpty ? "This server has none." : "The member 'allowed' lists them."
            self.init(.sourceNotFound, "No source has this name. \(list)")
            parameter = "name"
            value = name
            allowed = known.isEmpty ? nil : known.joined(separator: ", ")
        case .tooLong(let limit):
            self.init(.sourceImageRefused, "The image of the source may have \(limit) bytes.")
            allowed = "0 to \(limit) bytes"
        case .noImage(let finding):
            self.init(
                .sourceImageRefused,
                "The file of the source is \(finding.name), which cannot be read as an image."
            )
        case .busy:
            self.init(.saturated, "Too many images of sources are being read.")
            self = retrying(after: .zero)
        case .reading(let fault): self.init(fault)
        }
    }

    private init(_ fault: FetchFault) {
        switch fault {
        case .absent: self.init(.sourceImageNotFound, "The source has nothing at this path.")
        case .withheld(let status):
            self.init(
                .sourceImageNotFound,
                "The source does not give out what is at this path: it answers \(status)."
            )
        case .changing:
            self.init(.sourceFailed, "The image was being changed while it was read.")
        case .tooSlow:
            self.init(.sourceTimeout, "The source did not send the image in time.")
        case .redirected:
            self.init(
                .sourceFailed,
                "The source redirects to another address, which is not followed."
            )
        case .refused(let status):
            self.init(.sourceFailed, "The source answered with the status \(status).")
        case .unreachable, .forbiddenAddress, .libraryMissing:
            self.init(.sourceFailed, "The source cannot be reached.")
        case .stopped, .unreadable: self.init(.sourceFailed, "The image cannot be read.")
        }
    }
}
