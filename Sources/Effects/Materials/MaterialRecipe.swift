// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The parameters that render a material in one appearance, such as its blur and its tint.
///
/// Lengths are in points; colors are encoded and straight.
package struct MaterialRecipe: Hashable, Sendable {
    /// The order of the blur and the color changes.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Changes colors on a reduced copy of the backdrop, then blurs, as Core Animation renders
        /// the materials since iOS 13.
        case blurLast
        /// Blurs, then changes colors, as in the effects before iOS 13 and the layers of macOS.
        case blurFirst
    }

    /// The kernel of a material's blur.
    package enum Kernel: String, Hashable, Sendable, CaseIterable {
        /// A Gaussian, without approximation.
        case gaussian
        /// Three box blurs, as in ``BoxBlur/Kind/apple3box``.
        case apple3box
    }

    /// A limit for the values of all channels, from gray layers with the blend modes *darken* or
    /// *lighten*.
    package enum Limit: Hashable, Sendable {
        /// An upper limit for every channel, in `0...1`.
        case darken(Double)
        /// A lower limit for every channel, in `0...1`.
        case lighten(Double)
    }

    /// The surface that replaces the material if the user prefers reduced transparency.
    package enum Reduced: Hashable, Sendable {
        /// An opaque color.
        case solid(StraightColor)
        /// A color over the unblurred backdrop; the color is opaque if contrast is increased.
        case tinted(StraightColor)
        /// The mean color of the backdrop, after a luminance curve, a saturation and a brightness
        /// offset.
        case averaged(curve: LuminanceCurve, saturation: Double, brightness: Double)
    }

    /// The material's name in Apple's systems or sample code.
    package var name: String
    /// The standard deviation of the blur, in points.
    package var sigma: Double
    /// The order of the blur and the color changes.
    package var order = Order.blurLast
    /// The kernel of the blur.
    package var kernel = Kernel.gaussian
    /// The edge mode of the blur.
    package var edge = EdgeMode.normalize
    /// The scale at which the backdrop is captured, as a fraction of its width and height.
    package var backdropScale = 0.25
    /// The enlargement of the captured backdrop, as a fraction added to its size; 0 enlarges
    /// nothing.
    ///
    /// The direction of Core Animation's number of that name is not published; the magnification is
    /// derived.
    package var zoom = 0.0
    /// The curve that remaps luminance, if any.
    package var curve: LuminanceCurve?
    /// The curve that remaps red, green and blue, if any.
    package var channelCurve: ChannelCurve?
    /// A color matrix in place of the curve, the saturation and the brightness.
    package var matrix: ColorMatrix?
    /// The factor of saturation; 1 changes nothing.
    package var saturation = 1.0
    /// The offset added to red, green and blue.
    package var brightness = 0.0
    /// The color laid over the blurred backdrop; its alpha is the strength.
    package var tint: StraightColor?
    /// A gray limit for all channels of the result, if any.
    package var limit: Limit?
    /// Whether the tint is opaque when contrast is increased.
    package var followsContrast = false
    /// The surface that replaces the material if the user prefers reduced transparency.
    package var reduced: Reduced
    /// The inks with which texts and shapes are drawn on the material.
    package var inks: InkSets
    /// The reliability of these parameters.
    package var provenance = Provenance.confirmed

    /// The side of the squares that are averaged into one pixel of the captured backdrop, in
    /// pixels.
    package var captureSide: Int { Int((1 / backdropScale).rounded()) }
}

/// The reliability of a material's parameters, by their source.
package enum Provenance: String, Hashable, Sendable, CaseIterable {
    /// The parameters are published by Apple, or in a specification.
    case published
    /// The parameters were read from the system's files or at run time, and are equal in at least
    /// two independent sources.
    case confirmed
    /// The parameters were found in one source only.
    case single
    /// The parameters are concluded from other known values.
    case derived
}
