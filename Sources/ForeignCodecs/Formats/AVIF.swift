// SPDX-License-Identifier: Apache-2.0

import CAVIF
package import CForeign
package import Raster

/// AVIF, by libavif with dav1d and aom: stills and frames of sequences, of 8, 10 and 12 bits.
package enum AVIF: ForeignFormat {
    package static var name: String { "avif" }
    package static var package: String { "libavif15" }
    package static var codec: cforeign_codec { cavif_codec }
    package static var effortRange: ClosedRange<Int>? { 0...4 }
    package static var defaultEffort: Int { 2 }

    package static func libraryQuality(_ quality: Int) -> Float {
        QualityScale.avif.value(at: quality)
    }

    /// The planes of color and alpha.
    package static func decodingByteCount(_ header: ForeignHeader) -> Int {
        header.size.pixelCount * (header.bitCount == 16 ? 12 : 6) + (4 << 20)
    }

    /// The planes, and what aom finds out about their blocks.
    package static func encodingByteCount(_ size: PixelSize, _ options: ForeignOptions) -> Int {
        size.pixelCount * 24 + (12 << 20)
    }
}
