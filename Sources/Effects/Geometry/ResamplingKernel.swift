// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A resampling kernel: it weights the pixels around a position by their distance from it.
///
/// Where an image is reduced, distances are divided by the reduction factor, so that every pixel
/// counts.
package enum ResamplingKernel: String, Hashable, Sendable, CaseIterable {
    /// Lanczos with three lobes: the sharpest kernel, with the most ringing.
    case lanczos3
    /// The cubic with B = 0 and C = ½; it passes through its samples.
    case catmullRom = "catmull-rom"
    /// The cubic with B = C = ⅓, a compromise between blur and ringing.
    case mitchell
    /// Linear interpolation between neighboring pixels.
    case triangle
    /// The unweighted average of the pixels in an area.
    case box
    /// The pixel nearest to the position, without averaging even where an image is reduced.
    case nearest
}

extension ResamplingKernel {
    /// The greatest distance at which a pixel has a weight, in pixels.
    package var support: Double {
        switch self {
        case .lanczos3: 3
        case .catmullRom, .mitchell: 2
        case .triangle: 1
        case .box, .nearest: 0.5
        }
    }

    /// Whether the kernel widens when an image is reduced, so that every pixel has a weight.
    package var averages: Bool { self != .nearest }

    /// The weight of a pixel by its distance, before weights are normalized to a sum of 1.
    ///
    /// At its two ends, a box counts the right one, so that each pixel counts once. Both ends are moved
    /// by a billionth, because rounding must not decide about pixels whose centers lie exactly there.
    ///
    /// References: D. P. Mitchell, A. N. Netravali, "Reconstruction Filters in Computer Graphics",
    /// SIGGRAPH 1988, equation 8; K. Turkowski, "Filters for Common Resampling Tasks", 1990.
    ///
    /// - Parameter distance: The distance of the center of the pixel to the right of the position.
    /// - Returns: The weight; 0 beyond the support.
    package func weight(at distance: Double) -> Double {
        let x = distance.magnitude
        switch self {
        case .lanczos3: return x < 3 ? Self.lanczos3(x) : 0
        case .catmullRom: return Self.cubic(x, 0, 1.0 / 2)
        case .mitchell: return Self.cubic(x, 1.0 / 3, 1.0 / 3)
        case .triangle: return max(0, 1 - x)
        case .box, .nearest: return (-0.5..<0.5).contains(distance - 1e-9) ? 1 : 0
        }
    }

    /// The Lanczos kernel: sinc(x) · sinc(x / 3), where sin(πx) is computed from the sine at x / 3.
    private static func lanczos3(_ x: Double) -> Double {
        if x < 1e-9 { return 1 }
        let sine = sin(.pi * x / 3)
        return 3 * (3 - 4 * sine * sine) * sine * sine / (.pi * .pi * x * x)
    }

    private static func cubic(_ x: Double, _ b: Double, _ c: Double) -> Double {
        if x < 1 {
            return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + 6 - 2 * b)
                / 6
        }
        if x >= 2 { return 0 }
        return
            ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x
            + 8 * b + 24 * c) / 6
    }
}
