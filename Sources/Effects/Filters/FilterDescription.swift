// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The properties of a kind of filter, such as its canonical value, without its rendering.
///
/// ``Filter`` has one case for each conforming type, and forwards to it. The syntax of a filter in
/// lists is its ``FilterFunction``, in the same file.
package protocol FilterDescription: Hashable, Sendable {
    /// Whether the filter never changes an image.
    var isIdentity: Bool { get }

    /// The filter's name and parameters as a canonical value; equal exactly for equal filters.
    var planValue: PlanValue { get }

    /// Adapts the filter to an image that is reduced by averaging squares of pixels.
    ///
    /// Lengths shrink with the image.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: The filters to apply to the smaller image.
    func reduced(by side: Int) -> FilterReduction

    /// The identifiers of the images that the filter uses in addition to its input.
    var resources: [ResourceID] { get }

    /// The color matrix that equals the filter; nil if the filter does more than multiply by a
    /// matrix.
    var colorMatrix: ColorMatrix? { get }

    /// Whether choosing this edge mode instead of another one can change the result of the filter.
    func sees(_ edge: EdgeMode) -> Bool

    /// Whether the result of the filter is larger than its input.
    var enlarges: Bool { get }

    /// Whether the filter's blur kernel can be chosen.
    var takesKernel: Bool { get }

    /// Converts the filter's own colors, for an image in another color space; nil if it has none.
    ///
    /// - Parameter convert: Returns the color to use in place of one of the filter's.
    /// - Returns: `nil` if the filter has no colors of its own.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter?

    /// Creates the same filter with another edge mode and blur kernel; nil if it depends on
    /// neither.
    ///
    /// - Parameters:
    ///   - edge: The edge mode of blurs.
    ///   - kernel: The kernel of `blur()`.
    /// - Returns: `nil` if the filter depends on neither.
    /// - Throws: ``EffectError/unsupportedEdge(_:)`` when the filter does not support the edge
    ///   mode.
    func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter?
}

extension FilterDescription {
    /// No images by default: the filter uses only its input.
    package var resources: [ResourceID] { [] }

    /// Nil by default: the filter is no multiplication by a color matrix.
    package var colorMatrix: ColorMatrix? { nil }

    /// False by default: the filter reads no pixels beyond edges.
    package func sees(_ edge: EdgeMode) -> Bool { false }

    /// False by default: the filter keeps the image size.
    package var enlarges: Bool { false }

    /// False by default: the filter has no choice of kernels.
    package var takesKernel: Bool { false }

    /// Nil by default: the filter has no colors of its own.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? { nil }

    /// Nil by default: the filter depends on neither an edge mode nor a kernel.
    package func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter? { nil }
}

/// The result of adapting a filter to an image that is reduced by averaging.
package enum FilterReduction: Hashable, Sendable {
    /// The same filter is right for the reduced image.
    case unchanged
    /// Other filters, in order, are right for the reduced image.
    case replaced([Filter])
    /// No filter is right: a length, a position or a mask cannot be reduced.
    case impossible
}
