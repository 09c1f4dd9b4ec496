// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CJXL
package import Raster

/// JPEG XL, by libjxl: stills and frames of animations; lossy, lossless, with alpha.
package enum JPEGXL: ForeignFormat {
    package static var name: String { "jxl" }
    package static var package: String { "libjxl0.7" }
    package static var codec: cforeign_codec { cjxl_codec }
    package static var effortRange: ClosedRange<Int>? { 1...9 }
    package static var defaultEffort: Int { 3 }
    package static var canBeLossless: Bool { true }

    package static func libraryQuality(_ quality: Int) -> Float {
        QualityScale.jpegXL.value(at: quality)
    }

    /// Planes of floating-point numbers.
    package static func decodingByteCount(_ header: ForeignHeader) -> Int {
        header.size.pixelCount * 48 + (4 << 20)
    }

    /// Planes of floating-point numbers, several times.
    package static func encodingByteCount(_ size: PixelSize, _ options: ForeignOptions) -> Int {
        size.pixelCount * 128 + (4 << 20)
    }
}
