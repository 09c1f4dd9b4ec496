// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CJXL

/// JPEG XL, by libjxl: stills and frames of animations; lossy, lossless, with alpha.
package enum JPEGXL: ForeignFormat {
    package static var name: String { "jxl" }
    package static var package: String { "libjxl0.7" }
    package static var codec: cforeign_codec { cjxl_codec }

    package static func libraryQuality(_ quality: Int) -> Float {
        QualityScale.jpegXL.value(at: quality)
    }
}
