// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CTIFF
import Raster

/// TIFF, by libtiff: a page in strips or tiles.
package enum TIFF: ForeignFormat {
    package static var name: String { "tiff" }
    package static var package: String { "libtiff6" }
    package static var codec: cforeign_codec { ctiff_codec }

    /// A strip, which may hold the picture.
    package static func decodingByteCount(_ header: ForeignHeader) -> Int {
        header.size.pixelCount * 8 + (2 << 20)
    }
}
