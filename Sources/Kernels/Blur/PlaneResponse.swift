// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A filter of a decoder or an encoder along an axis that a blur of the plane makes up for.
package enum PlaneResponse: Hashable, Sendable {
    /// The scaled DCT of a JPEG decoder that made 1, 2 or 4 input samples of each 8.
    ///
    /// That already averaged the plane, so the blur averages less.
    case dct(points: Int)
    /// The interpolation to twice the samples, with weights 1/4 and 3/4, that a decoder would have
    /// applied to the input.
    ///
    /// The blur includes that smoothing.
    case interpolated
    /// The repetition of each input sample for all of its pixels, as a decoder would have done.
    ///
    /// The blur includes that smoothing.
    case repeated
    /// The averaging of two pixels to each output sample, as an encoder would have done.
    ///
    /// The blur includes that smoothing.
    case paired

    /// The factor that makes up for this filter in the response of the low-resolution Gaussian, at
    /// one frequency.
    ///
    /// - Parameters:
    ///   - frequency: The frequency in cycles per pixel.
    ///   - pitch: The pixels per input sample.
    /// - Returns: A factor of the remaining response.
    func factor(at frequency: Double, pitch: Int) -> Double {
        switch self {
        case .dct(let points):
            return 1 / Self.scaledBlock(points, at: frequency * Double(pitch * points) / 8)
        case .interpolated:
            return pow(cos(Double.pi * frequency), 3)
        case .repeated:
            let angle = Double.pi * frequency
            return sin(angle * Double(pitch)) / (Double(pitch) * sin(angle))
        case .paired:
            return cos(Double.pi * frequency)
        }
    }

    /// The frequency response of decoding only the lowest frequencies of a block, averaged over all
    /// phases.
    ///
    /// - Parameters:
    ///   - points: The number of frequencies kept: the number of samples made.
    ///   - frequency: The frequency in cycles per sample of full resolution.
    /// - Returns: The response, 1 where nothing is lost.
    private static func scaledBlock(_ points: Int, at frequency: Double) -> Double {
        precondition([1, 2, 4].contains(points), "the scale must be 1, 2 or 4 points")
        var response = 0.0
        for n in 0..<points {
            let center = (Double(n) + 0.5) * 8 / Double(points) - 0.5
            for x in 0..<8 {
                var weight = 1.0 / 8
                for k in 1..<max(points, 1) {
                    let forward = cos(Double.pi * Double(k) * (Double(x) + 0.5) / 8)
                    let backward = cos(Double.pi * Double(k) * (center + 0.5) / 8)
                    weight += forward * backward / 4
                }
                response += weight * cos(2 * Double.pi * frequency * (Double(x) - center))
            }
        }
        return response / Double(points)
    }
}
