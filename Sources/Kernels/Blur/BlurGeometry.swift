// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The parameters of a Gaussian blur, and the extent of its result.
///
/// Samples are averaged premultiplied and in the transfer function of the image. The reference is
/// the Gaussian sampled at whole pixels and scaled to a sum of one, along rows and columns. For
/// sigma below about 0.3 it tends to the identity; sigma 0 is the identity bit for bit.
package struct BlurGeometry: Hashable, Sendable {
    /// The accepted standard deviations, in pixels.
    package static let sigmaRange: ClosedRange<Float> = 0...1000

    /// The extent of the input image, at least 1 × 1.
    package let size: PixelSize

    /// The standard deviation in pixels.
    package let sigma: Float

    /// The way in which the image continues beyond its edges.
    package let edge: EdgeMode

    /// Whether errors of the result stay within 0.05 of an 8-bit level, at up to twice the cost;
    /// for blurs before a filter that multiplies errors.
    package let isPrecise: Bool

    /// Creates the parameters of a Gaussian blur of an image.
    ///
    /// - Parameters:
    ///   - size: The extent of the input image, at least 1 × 1.
    ///   - sigma: The standard deviation in pixels, inside ``sigmaRange``; anything else traps.
    ///   - edge: The edge mode.
    ///   - isPrecise: Whether errors are to stay within 0.05 of an 8-bit level.
    package init(size: PixelSize, sigma: Float, edge: EdgeMode, isPrecise: Bool = false) {
        precondition(size.width > 0 && size.height > 0, "the picture is empty")
        precondition(Self.sigmaRange.contains(sigma), "the standard deviation is out of range")
        self.size = size
        self.sigma = sigma
        self.edge = edge
        self.isPrecise = isPrecise
    }

    /// The distance between low-resolution samples, in pixels: half of the usual one for a precise
    /// result.
    var step: Int { max(1, PlanePlan.step(sigma: sigma) / (isPrecise ? 2 : 1)) }

    /// The growth of each side in pixels: 3 sigma, rounded up, for ``EdgeMode/expand``; otherwise
    /// 0.
    package var margin: Int { edge == .expand ? Int((3 * sigma).rounded(.up)) : 0 }

    /// The result extent: the input extent, with ``margin`` added on each side.
    package var outputSize: PixelSize {
        PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    }
}
