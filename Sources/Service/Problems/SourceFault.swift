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
        case .tooSlow: "it does not respond in time"
        case .redirected(let status): "its status is \(status), and redirections are not followed"
        case .refused(let status), .withheld(let status): "it answers \(status)"
        case .forbiddenAddress: "its name does not resolve to a public address"
        case .unreachable(let reason): reason
        case .libraryMissing: "libcurl is not installed; the package of Debian is libcurl4"
        case .changing: "the file was changed while it was read"
        case .unreadable(let reason): reason
        }
    }
}
