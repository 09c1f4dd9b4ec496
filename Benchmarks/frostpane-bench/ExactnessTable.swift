// SPDX-License-Identifier: Apache-2.0

import Foundation
import KernelsTestSupport
import Raster
import TestSupport

/// A page on the deviation of the blur from its definition.
enum ExactnessTable {
    /// Prints the page.
    static func write() {
        print(introduction)
        let edges = EdgeMode.allCases.map(\.rawValue)
        let columns = ["sigma"] + edges + ["8 bits", "PSNR", "photos"]
        print("| \(columns.joined(separator: " | ")) |")
        print("|" + String(repeating: "--:|", count: columns.count))
        for sigma in BlurPictures.sigmas { print(row(sigma)) }
        print(planes)
    }

    private static func row(_ sigma: Float) -> String {
        let errors = EdgeMode.allCases.map { deviations(sigma, $0) }
        let worst = errors.map { String(format: "%.3f", $0.all.greatest) }
        return String(
            format: "| %g | %@ | %.0f | %.0f dB | %.1f dB |",
            sigma,
            worst.joined(separator: " | "),
            errors.map { $0.all.greatestRounded }.max() ?? 0,
            min(errors.map { $0.all.psnr }.min() ?? 0, 150),
            min(errors.map { $0.photos.roundedPSNR }.min() ?? 0, 99)
        )
    }

    /// Compares the blur with its definition, on all images and on photos alone.
    private static func deviations(
        _ sigma: Float,
        _ edge: EdgeMode
    ) -> (all: Deviation, photos: Deviation) {
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
        return (all, photos)
    }

    private static let introduction = """
        # How exact the blur is

        Made by `swift run -c release frostpane-bench exactness`.

        Each row compares the blur with a direct float64 convolution under the same edge mode. The
        weights are a Gaussian at whole pixels, scaled to a sum of one. The images are photo-like
        noise and worst cases: white noise, black and white noise, impulses and steps at every
        phase of the decimation, checkerboards, and gratings and tiles around its period. Sizes
        are odd. Images have three channels, or four with premultiplied alpha. Some are narrower
        than the blur, so that the edge mode determines the whole result.

        - **clamp** to **expand**: the largest error of any sample with this edge mode, before
          rounding to 8 bits, in levels of 255.
        - **8 bits**: the largest difference after rounding both to 8 bits: 1 if a value lies near
          the middle between two levels.
        - **PSNR**: over all images, before rounding to 8 bits, for the worst edge mode.
        - **photos**: the same for photo-like noise after rounding the result to 8 bits, against the
          reference without rounding. Rounding alone gives 58.9 dB.

        """

    /// The measured figures of another route, which this program does not run.
    private static let planes = """

        ## From JPEG to JPEG

        A JPEG that stays a JPEG is blurred plane by plane. The results have quality 100 and no
        subsampling, and are compared with float64 on the pixels that Pillow decodes. The figures
        are the largest difference of red, green or blue in levels of 255; the encoder alone makes
        up to 4.5. Before the encoder, no sample of a hostile drawing is off by more than a level
        (`PlaneExactnessTests`). Of 100 more drawings and 662 photos, the worst blurred one is off
        by 0.95 of a level before the encoder (`Scripts/trial exactness`); saturation multiplies
        errors, to 1.21 with `saturate=1.8`.

        | image | sigma | saturate | difference |
        |---|--:|--:|--:|
        | red last row and column on blue, 317 × 203 | 5 | 1 | 2.7 |
        | the same | 20 | 1 | 2.1 |
        | invoice in red and blue | 5 | 1 | 3.9 |
        | graph paper | 8 | 1 | 2.0 |
        | dark screenshot of code | 5 | 1 | 3.7 |
        | saturated frame | 5 | 1.8 | 3.9 |
        | the same | 8 | 1.8 | 2.3 |
        | the worst of 40 random drawings | 5 to 40 | 1 | 4.0 |
        """
}
