// SPDX-License-Identifier: Apache-2.0

import Raster

extension WebPOptions: ForeignWrittenFormat {
    static var format: ImageFormat { .webp }

    static var keepsAlpha: Bool { true }

    /// False, as all files are RGB, in which browsers ignore a profile of gray.
    static var keepsGray: Bool { false }

    static var maximumSide: Int { 16_383 }

    init(_ settings: EncoderSettings) {
        self.init()
        self.settings = settings.kept(for: .webp)
        effort = Self.effort(settings)
    }

    var encoding: EncodingOptions { .webp(self) }

    func adapted(to traits: ImageTraits) -> EncodingOptions {
        var options = self
        options.subsampling = lossless ? .s420 : subsampling.resolved(for: traits, quality: quality)
        return .webp(options)
    }

    var dithers: Bool { dither }

    /// The costs of the efforts with loss.
    private static let lossyCosts = [56, 64, 80, 195, 200, 225, 480].map { EncodingCost($0) }

    /// The cost of sharp edges between colors, at any effort.
    private static let sharpCost = 100

    /// The costs of the efforts without loss: the library chooses among as many codes for a small
    /// image as for a large one.
    private static let losslessCosts = [
        EncodingCost(84), EncodingCost(240), EncodingCost(340, 310, 310),
        EncodingCost(750, 410, 480), EncodingCost(2200, 700, 1350), EncodingCost(2200, 950, 1650),
        EncodingCost(2500, 1200, 1900),
    ]

    func passes(size: PixelSize) -> Int {
        (lossless ? Self.losslessCosts : Self.lossyCosts)[effort]
            .passes(pixelCount: size.pixelCount)
            + (subsampling == .s444 && !lossless ? Self.sharpCost : 0)
    }

    /// The greatest amount of memory that libwebp takes, in bytes.
    ///
    /// It is for the samples in the library's own format and tables for each block; for sharp edges
    /// between colors, for samples of 16 bits as well; of a lossless file, for the positions of equal
    /// pixels as well, and from effort 3 on for several tables of codes. The sizes were measured on noise
    /// with alpha.
    func libraryByteCount(size: PixelSize) -> Int {
        let isThorough = effort >= (lossless ? 3 : 6)
        let colors = subsampling == .s444 ? 8 : 0
        let bytes = lossless ? (isThorough ? 128 : 50) : (isThorough ? 64 : 50) + colors
        return size.pixelCount * bytes + (isThorough ? 20 << 20 : 2 << 20)
    }
}
