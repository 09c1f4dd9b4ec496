// SPDX-License-Identifier: Apache-2.0

import Raster

extension JPEGXLOptions: ForeignWrittenFormat {
    static var format: ImageFormat { .jpegXL }

    static var keepsAlpha: Bool { true }

    static var maximumSide: Int { 65_535 }

    init(_ settings: EncoderSettings) {
        self.init()
        self.settings = settings.kept(for: .jpegXL)
        effort = Self.effort(settings)
    }

    var encoding: EncodingOptions { .jpegXL(self) }

    var depth: SampleDepth { bitDepth }

    var dithers: Bool { dither }

    /// Returns the same options with the bit depth of the image.
    func storing(_ depth: SampleDepth) -> EncodingOptions {
        var options = self
        options.bitDepth = depth
        return .jpegXL(options)
    }

    /// The costs of the efforts with loss, from 1 on.
    private static let lossyCosts = [80, 80, 84, 84, 270, 310, 390, 3200, 5000].map {
        EncodingCost($0)
    }

    /// The costs of the efforts without loss, from 1 on.
    private static let losslessCosts = [
        EncodingCost(120, 130, 160), EncodingCost(150, 170, 190), EncodingCost(280, 380, 380),
        EncodingCost(1650, 2200, 2500), EncodingCost(1900, 2500, 2900),
        EncodingCost(2200, 2800, 3400), EncodingCost(3000, 4000, 4500), EncodingCost(7600),
        EncodingCost(44_000),
    ]

    func passes(size: PixelSize) -> Int {
        (lossless ? Self.losslessCosts : Self.lossyCosts)[effort - 1]
            .passes(pixelCount: size.pixelCount)
    }

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
