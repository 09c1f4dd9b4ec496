// SPDX-License-Identifier: Apache-2.0

/// The list of image formats whose codecs are external libraries.
package enum ForeignFormats {
    /// All formats with external codecs, in the order in which the documentation lists them.
    package static let all: [any ForeignFormat.Type] = [
        WebP.self, AVIF.self, HEIC.self, GIF.self, TIFF.self, SVG.self, JPEGXL.self,
    ]

    /// Finds a format by its short name, such as `webp`; nil if there is none.
    package static func named(_ name: String) -> (any ForeignFormat.Type)? {
        all.first { $0.name == name }
    }
}
