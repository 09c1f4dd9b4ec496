// SPDX-License-Identifier: Apache-2.0

/// The list of formats with a foreign codec.
package enum ForeignFormats {
    /// All formats, in the order of the documents.
    package static let all: [any ForeignFormat.Type] = [
        WebP.self, AVIF.self, HEIC.self, GIF.self, TIFF.self, SVG.self, JPEGXL.self,
    ]

    /// Returns the format of a name.
    package static func named(_ name: String) -> (any ForeignFormat.Type)? {
        all.first { $0.name == name }
    }
}
