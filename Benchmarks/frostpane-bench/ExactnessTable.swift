// SPDX-License-Identifier: Apache-2.0

import Foundation
import KernelsTestSupport
import Raster
import TestSupport

/// The page `Docs/exactness.md`: how far the blur is from its definition.
enum ExactnessTable {
    /// Prints the page.
    static func write() {
        print(introduction)
        print("| sigma | edge | worst | worst, 8 bits | PSNR | photos, 8 bits |")
        print("|--:|---|--:|--:|--:|--:|")
        for sigma in BlurPictures.sigmas {
            for edge in EdgeMode.allCases { print(row(sigma, edge)) }
        }
        print(planes)
    }

    private static func row(_ sigma: Float, _ edge: EdgeMode) -> String {
        let size =
            sigma < 40 ? PixelSize(width: 173, height: 121) : PixelSize(width: 331, height: 257)
        let layout: ChannelLayout = edge.introducesAlpha ? .rgba : .rgb
        let reference = BlurHarness.reference(size, sigma: sigma, edge: edge, limit: 160)
        func deviation(_ pictures: [Picture]) -> Deviation {
            var sum = Deviation()
            for picture in pictures {
                sum.add(
                    BlurHarness.deviation(
                        of: picture,
                        size,
                        layout,
                        sigma: sigma,
                        edge: edge,
                        reference: reference
                    )
                )
            }
            return sum
        }
        let photos = deviation(BlurPictures.photos())
        var all = deviation(BlurPictures.worstCases(sigma: sigma))
        all.add(photos)
        return String(
            format: "| %g | %@ | %.3f | %.0f | %.0f dB | %.1f dB |",
            sigma,
            edge.rawValue,
            all.greatest,
            all.greatestRounded,
            min(all.psnr, 150),
            min(photos.roundedPSNR, 99)
        )
    }

    private static let introduction = """
        # How exact the blur is

        Made by `swift run -c release frostpane-bench exactness > Docs/exactness.md`.

        Each row compares the blur with a direct float64 convolution under the same edge mode. The
        weights are a Gaussian at whole pixels, scaled to a sum of one. The images are photo-like
        noise and worst cases: white noise, black and white noise, impulses and steps at every
        phase of the decimation, checkerboards, and gratings and tiles around its period. Sizes
        are odd. Images have three channels, or four with premultiplied alpha. Some are narrower
        than the blur, so that the edge mode determines the whole result.

        - **worst**: the largest error of any sample before rounding to 8 bits, in levels of 255.
        - **worst, 8 bits**: the largest difference after rounding both to 8 bits: 1 if a value
          lies near the middle between two levels.
        - **PSNR**: over all images, before rounding to 8 bits. After rounding, checkerboards with
          their exact mean of 127.5 could not exceed 54.2 dB.
        - **photos, 8 bits**: the PSNR of photo-like noise after rounding the result to 8 bits,
          against the reference without rounding. Rounding alone gives 58.9 dB, or more where many
          samples are exactly 0.

        """

    /// The measured figures of another route, which this program does not run.
    private static let planes = """

        ## From JPEG to JPEG

        A JPEG that stays a JPEG is blurred plane by plane ([blur.md](blur.md)). These results
        have quality 100 and no subsampling, and are compared with float64 on the pixels that
        Pillow decodes. The figures are the largest difference of red, green or blue in levels of
        255; the encoder alone makes up to 4.5. *Before* is without `ColorLimits` and
        `PixelColors`. Before the encoder, no sample of a hostile drawing is off by more than a
        level (`PlaneExactnessTests`). Of 100 more drawings and 662 photos, the worst blurred one
        is off by 0.95 of a level before the encoder (`Scripts/trial exactness`); saturation
        multiplies errors, to 1.21 with `saturate=1.8`.

        | image | sigma | saturate | before | now |
        |---|--:|--:|--:|--:|
        | red last row and column on blue, 317 × 203 | 5 | 1 | 35.7 | 2.7 |
        | the same | 20 | 1 | 39.5 | 2.1 |
        | invoice in red and blue | 5 | 1 | 23.0 | 3.9 |
        | graph paper | 8 | 1 | 17.4 | 2.0 |
        | dark screenshot of code | 5 | 1 | 11.4 | 3.7 |
        | saturated frame | 5 | 1.8 | 11.1 | 3.9 |
        | the same | 8 | 1.8 | 12.9 | 2.3 |
        | the worst of 40 random drawings | 5 to 40 | 1 | 53.4 | 4.0 |
        """
}
