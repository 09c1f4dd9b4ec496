// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CWebP

/// WebP, by libwebp: stills and frames of animations; lossy, lossless, with alpha.
package enum WebP: ForeignFormat {
    package static var name: String { "webp" }
    package static var package: String { "libwebpdemux2" }
    package static var codec: cforeign_codec { cwebp_codec }

    package static func libraryQuality(_ quality: Int) -> Float {
        QualityScale.webP.value(at: quality)
    }
}
