// SPDX-License-Identifier: Apache-2.0

import Raster

/// The pixel format of a PNG: its color type, its bit depth and its palette.
///
/// Reference: ISO/IEC 15948:2004, 11.2.2 and 11.2.3.
struct PNGForm: Hashable {
    /// The colors of an indexed image, transparent ones first; empty for any other.
    ///
    /// Red, green, blue and alpha, from the highest byte on.
    var palette: [UInt32] = []

    /// Whether pixels have color; without meaning for an image with a palette.
    var isColor: Bool

    /// Whether pixels have alpha; without meaning for an image with a palette.
    var hasAlpha: Bool

    /// The number of bits of a sample or a palette index: 1, 2, 4, 8 or 16.
    var bitDepth: Int

    /// Creates the pixel format that stores samples unchanged, without a palette.
    init(_ layout: ChannelLayout, _ depth: SampleDepth) {
        isColor = layout.isColor
        hasAlpha = layout.hasAlpha
        bitDepth = depth.rawValue
    }

    /// Whether pixels are indices into a palette.
    var isIndexed: Bool { !palette.isEmpty }

    /// The color type in the IHDR chunk.
    var colorType: UInt8 { isIndexed ? 3 : (isColor ? 2 : 0) | (hasAlpha ? 4 : 0) }

    /// The number of bits of a pixel.
    var pixelBits: Int {
        isIndexed ? bitDepth : ((isColor ? 3 : 1) + (hasAlpha ? 1 : 0)) * bitDepth
    }

    /// The number of bytes in a row of pixels, without the filter type.
    func rowByteCount(width: Int) -> Int { (width * pixelBits + 7) / 8 }

    /// Whether neighboring pixels are likely to be similar, so that filters help compression.
    ///
    /// Indices and a few levels of gray are not.
    var isSmooth: Bool { !isIndexed && bitDepth >= 8 }

    /// The contents of the PLTE chunk: the red, green and blue of each color.
    var paletteContents: [UInt8] {
        palette.flatMap { color in [24, 16, 8].map { UInt8(truncatingIfNeeded: color >> $0) } }
    }

    /// The contents of the tRNS chunk: the alpha of colors in the palette; empty if all are opaque.
    var paletteAlpha: [UInt8] {
        palette.prefix { $0 & 0xFF < 0xFF }.map { UInt8(truncatingIfNeeded: $0) }
    }
}
