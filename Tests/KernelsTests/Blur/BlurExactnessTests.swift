// SPDX-License-Identifier: Apache-2.0

import Kernels
import KernelsTestSupport
import Raster
import TestSupport
import Testing

/// The bounds that `Docs/algorithms.md` tabulates, on pictures small enough for every test run.
@Suite struct BlurExactnessTests {
    /// Both ends of every decimation, and more than the picture.
    static let sigmas: [Float] = [0.05, 0.3, 1, 2.99, 3, 7.99, 8, 16, 32, 64, 1000]

    static let size = PixelSize(width: 47, height: 35)

    /// Pictures grow by 3 sigma on each side where they expand: what is large then begins tiny.
    private static func size(_ sigma: Float, _ edge: EdgeMode) -> PixelSize {
        edge == .expand && sigma > 10 ? PixelSize(width: 3, height: 3) : size
    }

    @Test(arguments: BlurHarness.cases(sigmas))
    func `stays near the float64 Gaussian`(sigma: Float, edge: EdgeMode) {
        let size = Self.size(sigma, edge)
        let layout: ChannelLayout = edge.introducesAlpha ? .grayAlpha : .rgb
        let reference = BlurHarness.reference(size, sigma: sigma, edge: edge, limit: 25)
        let step = BlurPictures.step(sigma)
        let pictures: [Picture] = [
            .photo(seed: 1), .blackAndWhiteNoise(seed: 3), .impulses(period: step), .steps(),
            .grating(period: 1.15 * Double(step)), .tiles(period: 1.17 * Double(step)),
        ]
        for picture in pictures {
            let deviation = BlurHarness.deviation(
                of: picture,
                size,
                layout,
                sigma: sigma,
                edge: edge,
                reference: reference
            )
            #expect(deviation.greatest < 0.27, "\(picture)")
            #expect(deviation.greatestRounded <= 1, "\(picture)")
            #expect(deviation.psnr > 66, "\(picture)")
        }
    }

    // The exact mean of a checkerboard lies at 127.5 of 255: rounding to 8 bits moves each sample
    // by one half, and leaves no more than 54.2 dB. So results are compared before that.
    @Test(
        arguments: [1, 3, 7.99, 8, 16, 25, 32, 64, 100] as [Float],
        [EdgeMode.mirror, .transparent]
    )
    func `stays near it where decimation is worst, with alpha`(sigma: Float, edge: EdgeMode) {
        let size = PixelSize(width: 143, height: 13)
        let reference = BlurHarness.reference(size, sigma: sigma, edge: edge, limit: 17)
        for picture in BlurPictures.worstCases(sigma: sigma) {
            let deviation = BlurHarness.deviation(
                of: picture,
                size,
                .rgba,
                sigma: sigma,
                edge: edge,
                reference: reference
            )
            #expect(deviation.greatest < 0.27, "\(picture)")
            // Rounding to 8 bits leaves no more than 59 dB.
            #expect(deviation.psnr > 66, "\(picture)")
        }
    }

    @Test(arguments: sigmas)
    func `adds next to nothing to the error of rounding to 8 bits`(sigma: Float) {
        let reference = BlurHarness.reference(Self.size, sigma: sigma, edge: .clamp, limit: 40)
        var deviation = Deviation()
        for picture in BlurPictures.photos() {
            deviation.add(
                BlurHarness.deviation(
                    of: picture,
                    Self.size,
                    .gray,
                    sigma: sigma,
                    edge: .clamp,
                    reference: reference
                )
            )
        }
        // Rounding alone leaves 58.9 dB of a picture whose values are spread evenly.
        #expect(deviation.roundedPSNR > 58)
    }

    @Test(arguments: [
        PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 40),
        PixelSize(width: 40, height: 1), PixelSize(width: 3, height: 5),
        PixelSize(width: 261, height: 2),
    ])
    func `is as near where the picture is smaller than the blur`(size: PixelSize) {
        for (sigma, edge) in BlurHarness.cases([0.3, 1.5, 4, 10, 100, 1000]) {
            let reference = BlurHarness.reference(size, sigma: sigma, edge: edge, limit: 40)
            let deviation = BlurHarness.deviation(
                of: .blackAndWhiteNoise(seed: 5),
                size,
                .grayAlpha,
                sigma: sigma,
                edge: edge,
                reference: reference
            )
            #expect(deviation.greatest < 0.2, "sigma \(sigma), \(edge)")
        }
    }

    @Test(arguments: EdgeMode.allCases)
    func `allocates what it said, and no more for a taller picture`(edge: EdgeMode) {
        for sigma in [1, 5, 20, 100] as [Float] {
            let low = BlurGeometry(
                size: PixelSize(width: 3000, height: 4_000),
                sigma: sigma,
                edge: edge
            )
            let tall = BlurGeometry(
                size: PixelSize(width: 3000, height: 16_000),
                sigma: sigma,
                edge: edge
            )
            // To normalize takes a number for every step of rows.
            let growth =
                tall.workingByteCount(channels: 4) - low.workingByteCount(channels: 4)
            #expect(growth <= (edge == .normalize ? 4 * 12_000 : 0))
            #expect(low.workingByteCount(channels: 4) < 3_000 * 4 * 4 * 80)
        }
    }
}
