// SPDX-License-Identifier: Apache-2.0

import Raster

/// A function of the pixels around each pixel.
///
/// The image continues beyond its edges by its border pixels. It is the part of which filters such as `median()` and `emboss()` are made.
package struct Neighborhood: Hashable, Sendable {
    /// The function of the pixels.
    package enum Kind: Hashable, Sendable {
        /// The sum of a square of pixels times weights, given row by row from the top left.
        ///
        /// Alpha stays. In place of what transparent pixels lack, the pixel itself is summed: with
        /// the premultiplied color p and the alpha a of each pixel of the square, and w its weight,
        /// a straight channel c becomes Σ w · (p + (1 − a) · c).
        case convolution([Double])
        /// An amount times the length of the gradient of each channel, by Sobel's weights divided by
        /// 4. Alpha stays, and transparent pixels count as in a convolution.
        case gradient(Double)
        /// The middle sample of each premultiplied channel in a square with this odd side.
        case median(side: Int)
        /// The mean of the premultiplied pixels in a disc, exact along rows.
        case disc(radius: Double)
        /// The mean of the premultiplied pixels in a square that reaches this far to each side.
        case box(radius: Int)
    }

    /// The filter's name and parameters as a canonical value, for cache keys.
    package let planValue: PlanValue

    /// The function of the pixels.
    package let kind: Kind

    /// Whether the filter changes no image.
    package let isIdentity: Bool

    /// Creates a filter from its canonical value and its function.
    ///
    /// - Parameters:
    ///   - value: The canonical description; equal values must have equal functions.
    ///   - kind: The function.
    ///   - isIdentity: Whether the function changes no image.
    init(_ value: PlanValue, _ kind: Kind, isIdentity: Bool) {
        planValue = value
        self.kind = kind
        self.isIdentity = isIdentity
    }
}
