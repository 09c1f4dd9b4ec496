// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CRSVG
import Raster

/// SVG, by librsvg: a drawing without text, at the size that is asked for.
package enum SVG: ForeignFormat {
    package static var name: String { "svg" }
    package static var package: String { "librsvg2-2" }
    package static var codec: cforeign_codec { crsvg_codec }

    /// Two layers and two filters; more of them count against the limits of the process alone.
    package static func decodingByteCount(_ header: ForeignHeader) -> Int {
        header.size.pixelCount * 16 + (16 << 20)
    }
}
