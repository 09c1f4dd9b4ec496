// SPDX-License-Identifier: Apache-2.0

import CAVIF
package import CForeign

/// AVIF, by libavif with dav1d and aom: stills and frames of sequences, of 8, 10 and 12 bits.
package enum AVIF: ForeignFormat {
    package static var name: String { "avif" }
    package static var package: String { "libavif15" }
    package static var codec: cforeign_codec { cavif_codec }

    package static func libraryQuality(_ quality: Int) -> Float {
        QualityScale.avif.value(at: quality)
    }
}
