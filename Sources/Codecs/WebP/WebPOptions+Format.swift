// SPDX-License-Identifier: Apache-2.0

import Raster

extension WebPOptions: ForeignWrittenFormat {
    static var format: ImageFormat { .webp }

    static var keepsAlpha: Bool { true }

    /// False, as all files are RGB, in which browsers ignore a profile of gray.
    static var keepsGray: Bool { false }

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

    /// The cost of encoding a sample, in multiples of a simple pass: a photo of one megapixel takes
    /// 49 ms at effort 0, 112 at 4.
    var passes: Int { lossless ? 200 + 200 * effort : 60 + 25 * effort }

    /// The greatest amount of memory that libwebp takes, in bytes.
    ///
    /// It is for the samples in the library's own format and tables for each block; of a lossless
    /// file, for the positions of equal pixels as well, and from effort 3 on for several tables of
    /// codes. The sizes were measured on noise with alpha.
    func libraryByteCount(size: PixelSize) -> Int {
        let isThorough = effort >= (lossless ? 3 : 6)
        let bytes = lossless ? (isThorough ? 128 : 50) : (isThorough ? 64 : 50)
        return size.pixelCount * bytes + (isThorough ? 20 << 20 : 2 << 20)
    }
}
