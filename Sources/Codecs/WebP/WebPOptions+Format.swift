// SPDX-License-Identifier: Apache-2.0

import Raster

extension WebPOptions: ForeignWrittenFormat {
    static var format: ImageFormat { .webp }

    static var keepsAlpha: Bool { true }

    static var maximumSide: Int { 16_383 }

    init(_ settings: EncoderSettings) {
        self.init(
            quality: settings.quality,
            effort: Self.effort(settings),
            lossless: settings.isLossless,
            dither: settings.dithers
        )
    }

    var encoding: EncodingOptions { .webp(self) }

    var settings: ForeignSettings {
        ForeignSettings(quality: quality, effort: effort, isLossless: lossless)
    }

    var dithers: Bool { dither }

    /// As measured on a photo of a megapixel: 49 ms at effort 0, 112 at 4.
    var passes: Int { lossless ? 200 + 200 * effort : 60 + 25 * effort }

    /// The samples in the library's own form, and tables for each block; of a lossless file, the places of
    /// equal pixels as well.
    ///
    /// As measured on noise.
    func libraryByteCount(size: PixelSize) -> Int {
        size.pixelCount * (lossless ? 128 : 50) + (2 << 20)
    }
}
