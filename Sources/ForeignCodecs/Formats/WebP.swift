// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CWebP
package import Raster

/// WebP, by libwebp: stills and frames of animations; lossy, lossless, with alpha.
package enum WebP: ForeignFormat {
    package static var name: String { "webp" }
    package static var package: String { "libwebpdemux2" }
    package static var codec: cforeign_codec { cwebp_codec }
    package static var effortRange: ClosedRange<Int>? { 0...6 }
    package static var defaultEffort: Int { 4 }
    package static var canBeLossless: Bool { true }

    package static func libraryQuality(_ quality: Int) -> Float {
        QualityScale.webP.value(at: quality)
    }

    /// Colors of a lossless picture and alpha; of an animation, two canvases and a frame.
    package static func decodingByteCount(_ header: ForeignHeader) -> Int {
        header.size.pixelCount * (header.frameCount > 1 ? 14 : 7) + (2 << 20)
    }

    /// A picture without loss keeps the places of equal pixels.
    package static func encodingByteCount(_ size: PixelSize, _ options: ForeignOptions) -> Int {
        size.pixelCount * (options.isLossless ? 128 : 50) + (2 << 20)
    }
}
