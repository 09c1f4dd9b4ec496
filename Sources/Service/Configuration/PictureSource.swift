// SPDX-License-Identifier: Apache-2.0

package import Fetching

/// A folder or a web server whose pictures the operator lets the service render.
package struct PictureSource: Hashable, Sendable {
    /// The place where pictures are: a folder or a web server.
    package enum Place: Hashable, Sendable {
        /// A folder that the service can read.
        case folder(SourceFolder)
        /// A web server, with the path above its pictures.
        case origin(SourceOrigin)
    }

    /// The name of the source in addresses of the service.
    package let name: String

    /// The folder or the web server that has the pictures.
    package let place: Place

    /// The reason why none of its pictures can be read at the moment, in words; nil if it is not known before one
    /// is asked for.
    package var fault: String? {
        switch place {
        case .folder(let folder): folder.fault
        case .origin: nil
        }
    }

    /// The accepted values of the option `source`, in words that follow "takes".
    static let allowed =
        "`name=folder` or `name=https://host/path/`, with a name of \(CallerName.allowed)"

    /// Parses a value of the option `source`, such as `photos=/srv/photos`; nil for other text.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, CallerName.accepts(String(parts[0])), !parts[1].isEmpty,
            parts[1].utf8.count <= 4_000
        else { return nil }
        name = String(parts[0])
        let text = String(parts[1])
        guard text.contains("://") else {
            place = .folder(SourceFolder(text))
            return
        }
        guard let origin = SourceOrigin(text) else { return nil }
        place = .origin(origin)
    }
}
