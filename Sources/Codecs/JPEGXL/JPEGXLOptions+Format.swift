// SPDX-License-Identifier: Apache-2.0

import Raster

extension JPEGXLOptions: ForeignWrittenFormat {
    static var format: ImageFormat { .jpegXL }

    static var keepsAlpha: Bool { true }

    static var maximumSide: Int { 65_535 }

    init(_ settings: EncoderSettings) {
        self.init(
            quality: settings.quality,
            effort: Self.effort(settings),
            lossless: settings.isLossless,
            dither: settings.dithers
        )
    }

    var encoding: EncodingOptions { .jpegXL(self) }

    var settings: ForeignSettings {
        ForeignSettings(quality: quality, effort: effort, isLossless: lossless)
    }

    var depth: SampleDepth { bitDepth }

    var dithers: Bool { dither }

    /// Returns the same options with the bit depth of the image.
    func storing(_ depth: SampleDepth) -> EncodingOptions {
        var options = self
        options.bitDepth = depth
        return .jpegXL(options)
    }

    /// The cost of encoding a sample, in multiples of a simple pass: a photo of one megapixel takes
    /// 104 ms at effort 3, a third more at 4, two and a half times as much at 5.
    var passes: Int { lossless ? 150 * effort : 45 * effort * (effort > 4 ? effort - 3 : 1) }

    /// The greatest amount of memory that libjxl takes for several copies of the planes in floating
    /// point, in bytes.
    ///
    /// As measured on noise and on one color, both with alpha. From effort 7 on, libjxl looks for
    /// parts that repeat, or for better trees.
    func libraryByteCount(size: PixelSize) -> Int {
        let bytes = effort < 7 ? (lossless ? 128 : 112) : (lossless ? 224 : 320)
        return size.pixelCount * bytes + (12 << 20)
    }
}
