// SPDX-License-Identifier: Apache-2.0

package import TestSupport

/// The sigmas and pictures on which the exactness of blurs is measured.
package enum BlurPictures {
    /// Standard deviations from nothing to more than any picture here, on both sides of every
    /// change of the decimation.
    package static let sigmas: [Float] = [
        0.05, 0.3, 0.5, 0.8, 1, 1.5, 2, 2.99, 3, 5, 7.99, 8, 10, 15.99, 16, 20, 31.99, 32, 50,
        63.99, 64, 80, 100, 250, 1000,
    ]

    /// Photo-like noise.
    package static func photos() -> [Picture] { [.photo(seed: 1), .photo(seed: 7)] }

    /// The period of the decimation, if there is one: no more than half a sigma, but 2 at least.
    package static func step(_ sigma: Float) -> Int {
        var step = 2
        while step < 32, 4 * Float(step) <= sigma { step *= 2 }
        return step
    }

    /// The worst cases for blurs that decimate: steps and impulses at every phase, checkerboards,
    /// gratings and tiles around the period of the decimation.
    package static func worstCases(sigma: Float) -> [Picture] {
        let step = step(sigma)
        return [
            .whiteNoise(seed: 2), .blackAndWhiteNoise(seed: 3), .impulses(period: step), .steps(),
            .checkerboard(side: 1), .checkerboard(side: step), .checkerboard(side: 2 * step),
            .grating(period: 1.15 * Double(step)), .grating(period: 7.3 * Double(step)),
            .tiles(period: 1.17 * Double(step)),
        ]
    }
}
