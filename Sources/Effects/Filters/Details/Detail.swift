// SPDX-License-Identifier: Apache-2.0

import Raster

/// A mix of the image with a blurred copy of it.
///
/// It is the part of which filters such as `unsharp-mask()` and `bloom()` are made. With the
/// premultiplied color p and alpha a of a pixel, and q and b of the same pixel in a Gaussian blur of
/// the image, D = p · b − q · a is the detail of a channel: what the blur takes away from the
/// visible part of the pixel.
package struct Detail: Hashable, Sendable {
    /// The mix of a pixel with the pixel of the blurred copy.
    package enum Kind: Hashable, Sendable {
        /// The luminance of D, times an amount, is added to each color channel.
        case sharpen(Double)
        /// Each channel c, also alpha, becomes c + amount · (max(c, blurred c) − c).
        case bloom(Double)
        /// Each channel c, also alpha, becomes c + amount · (min(c, blurred c) − c).
        case gloom(Double)
        /// D is multiplied by (1 + sharpness) · S(|D| / (2 · level)) in each color channel, with
        /// S(t) = t² (3 − 2t) for t below 1, and 1 above.
        case smooth(level: Double, sharpness: Double)
    }

    /// The filter's name and parameters as a canonical value, for cache keys.
    package let planValue: PlanValue

    /// The standard deviation of the blur, in pixels.
    package let sigma: Float

    /// The mix of both.
    package let kind: Kind

    /// Whether the filter changes no image.
    package let isIdentity: Bool

    /// The accepted standard deviations in filter lists, in pixels.
    static let sigmaRange: ClosedRange<Double> = 0...250

    /// Creates a mix of the image with a blurred copy.
    ///
    /// - Parameters:
    ///   - value: The canonical description; equal values must have equal parameters.
    ///   - sigma: The standard deviation of the blur, in pixels.
    ///   - kind: The mix.
    ///   - isIdentity: Whether the mix changes no image.
    init(_ value: PlanValue, sigma: Double, _ kind: Kind, isIdentity: Bool) {
        planValue = value
        self.sigma = Float(sigma)
        self.kind = kind
        self.isIdentity = isIdentity || sigma == 0
    }
}
