// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CHEIF
import Raster

/// HEIC, by libheif with libde265: the primary picture, upright.
package enum HEIC: ForeignFormat {
    package static var name: String { "heic" }
    package static var package: String { "libheif1" }
    package static var codec: cforeign_codec { cheif_codec }

    /// The planes twice, and the rows in the form of libheif.
    package static func decodingByteCount(_ header: ForeignHeader) -> Int {
        header.size.pixelCount * (header.bitCount == 16 ? 24 : 12) + (4 << 20)
    }
}
