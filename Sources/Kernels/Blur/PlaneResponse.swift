// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What happens to a plane along an axis beside the blur, so that the blur can allow for it.
public enum PlaneResponse: Hashable, Sendable {
    /// The plane that goes in was decoded from blocks of 8 samples of JPEG to 1, 2 or 4 of them: what
    /// that averages the blur need not average again.
    case dct(points: Int)
    /// The plane has half of the samples, which would be brought to all pixels by weights of 1/4 and
    /// 3/4 before they are blurred: the blur does that as well.
    case interpolated
    /// The plane that comes out has half of the samples, which would be means of two blurred pixels:
    /// the blur does that as well.
    case paired

    /// What is left of a sinusoid that is blurred, in relation to the Gaussian alone.
    ///
    /// - Parameters:
    ///   - frequency: In cycles per pixel.
    ///   - pitch: Pixels per sample of the plane that goes in.
    /// - Returns: A factor of the response that is left to do.
    func factor(at frequency: Double, pitch: Int) -> Double {
        switch self {
        case .dct(let points):
            return 1 / Self.scaledBlock(points, at: frequency * Double(pitch * points) / 8)
        case .interpolated:
            return pow(cos(Double.pi * frequency), 3)
        case .paired:
            return cos(Double.pi * frequency)
        }
    }

    /// What is left of a sinusoid, at the mean of all places in a block, where only the lowest
    /// frequencies of a block are decoded.
    ///
    /// - Parameters:
    ///   - points: The frequencies that are kept, and the samples made from them.
    ///   - frequency: In cycles per sample before that.
    /// - Returns: 1 where nothing is lost.
    private static func scaledBlock(_ points: Int, at frequency: Double) -> Double {
        precondition([1, 2, 4].contains(points), "a scale that blocks do not have")
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
