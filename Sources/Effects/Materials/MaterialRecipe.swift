// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The numbers of a material in one appearance.
///
/// Lengths are in points; colors are encoded and straight.
package struct MaterialRecipe: Hashable, Sendable {
    /// The position of the blur among the steps.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Curve, saturation and brightness on a small captured backdrop, then the blur, as Core
        /// Animation renders the materials since iOS 13.
        case blurLast
        /// The blur first, as in the effects before iOS 13 and the layers of macOS.
        case blurFirst
    }

    /// The kernel of the blur.
    package enum Kernel: String, Hashable, Sendable, CaseIterable {
        /// The Gaussian itself.
        case gaussian
        /// The three boxes of ``BoxBlur/Kind/apple3box``.
        case apple3box
    }

    /// A gray limit for all channels, from layers with the blend modes *darken* or *lighten*.
    package enum Limit: Hashable, Sendable {
        /// The greatest value of every channel.
        case darken(Double)
        /// The least value of every channel.
        case lighten(Double)
    }

    /// The surface that replaces the material when transparency is reduced.
    package enum Reduced: Hashable, Sendable {
        /// An opaque color.
        case solid(StraightColor)
        /// A color over the unblurred backdrop; opaque when contrast is increased.
        case tinted(StraightColor)
        /// The mean color of the backdrop, after a curve, a saturation and an offset.
        case averaged(curve: LuminanceCurve, saturation: Double, brightness: Double)
    }

    /// The name of the recipe in its source.
    package var name: String
    /// The standard deviation of the blur, in points.
    package var sigma: Double
    /// The position of the blur.
    package var order = Order.blurLast
    /// The kernel of the blur.
    package var kernel = Kernel.gaussian
    /// The edge mode of the blur.
    package var edge = EdgeMode.normalize
    /// The size of the captured backdrop, as a fraction of its area's width and height.
    package var backdropScale = 0.25
    /// The magnification of the captured backdrop, as a fraction of its size.
    ///
    /// The direction of Core Animation's number of that name is not published; the magnification is
    /// derived.
    package var zoom = 0.0
    /// The curve of luminance.
    package var curve: LuminanceCurve?
    /// The curve of each channel.
    package var channelCurve: ChannelCurve?
    /// A matrix in place of curve, saturation and brightness.
    package var matrix: ColorMatrix?
    /// The multiplier of saturation.
    package var saturation = 1.0
    /// The offset added to red, green and blue.
    package var brightness = 0.0
    /// A color over the result.
    package var tint: StraightColor?
    /// A gray limit for all channels.
    package var limit: Limit?
    /// Whether the tint is opaque when contrast is increased.
    package var followsContrast = false
    /// The surface that replaces the material when transparency is reduced.
    package var reduced: Reduced
    /// The inks for contents.
    package var inks: InkSets
    /// The reliability of the recipe's numbers.
    package var provenance = Provenance.confirmed

    /// The side of the squares that are averaged for ``backdropScale``, in pixels.
    package var captureSide: Int { Int((1 / backdropScale).rounded()) }
}

/// The reliability of a recipe's numbers.
package enum Provenance: String, Hashable, Sendable, CaseIterable {
    /// Published by Apple, or in a specification.
    case published
    /// Read from the system's files or at run time, and equal in at least two independent sources.
    case confirmed
    /// Found in one source only.
    case single
    /// Concluded from other known values.
    case derived
}
