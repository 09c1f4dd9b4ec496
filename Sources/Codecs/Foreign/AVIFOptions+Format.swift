// SPDX-License-Identifier: Apache-2.0

import Raster

extension AVIFOptions: ForeignWrittenFormat {
    static var format: ImageFormat { .avif }

    static var keepsAlpha: Bool { true }

    static var maximumSide: Int { 16_384 }

    init(_ settings: EncoderSettings) {
        self.init()
        self.settings = settings.kept(for: .avif)
        effort = Self.effort(settings)
    }

    var encoding: EncodingOptions { .avif(self) }

    var depth: SampleDepth { bitDepth }

    var dithers: Bool { dither }

    /// Returns the same options with the bit depth of the image.
    func storing(_ depth: SampleDepth) -> EncodingOptions {
        var options = self
        options.bitDepth = depth
        return .avif(options)
    }

    func adapted(to traits: ImageTraits) -> EncodingOptions {
        var options = self
        options.subsampling = subsampling.resolved(for: traits, quality: quality)
        return .avif(options)
    }

    /// The costs of the efforts; aom skips more of large images.
    private static let costs = [
        EncodingCost(190, 120, 105), EncodingCost(190, 120, 105), EncodingCost(600, 290, 180),
        EncodingCost(850, 560, 350), EncodingCost(1200, 680, 470),
    ]

    /// The factor for twice as many samples and the search for palettes, at effort 3 at least.
    private static let fullChromaFactor = 2

    func passes(size: PixelSize) -> Int {
        let isFull = subsampling == .s444
        let cost = Self.costs[isFull ? max(effort, 3) : effort]
        return cost.passes(pixelCount: size.pixelCount) * bitDepth.byteCount
            * (isFull ? Self.fullChromaFactor : 1)
    }

    /// The greatest amount of memory that aom takes for the planes and the analysis of their
    /// blocks, in bytes.
    ///
    /// As measured on noise with alpha. From effort 4 on, aom looks at the next rows as well.
    func libraryByteCount(size: PixelSize) -> Int {
        size.pixelCount * (subsampling == .s444 ? 40 : 24) * bitDepth.byteCount
            + (effort < 4 ? 12 << 20 : 24 << 20)
    }
}
