// SPDX-License-Identifier: Apache-2.0

import Fetching

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
                "The file of the source is not a supported image: it is \(finding.name)."
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
                "The source refuses access to this path with status \(status)."
            )
        case .changing:
            self.init(.sourceFailed, "The image was being changed while it was read.")
        case .tooSlow:
            self.init(.sourceTimeout, "The source did not send the image in time.")
        case .redirected:
            self.init(
                .sourceFailed,
                "The source redirects to another address; redirections are not followed."
            )
        case .refused(let status):
            self.init(.sourceFailed, "The source responded with status \(status).")
        case .unreachable, .forbiddenAddress, .libraryMissing:
            self.init(.sourceFailed, "The source cannot be reached.")
        case .stopped, .unreadable: self.init(.sourceFailed, "The image cannot be read.")
        }
    }
}
