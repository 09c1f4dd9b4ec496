// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The description of a filter: everything except its rendering.
///
/// ``Filter`` has one case for each conforming type, and forwards to it. The syntax of a filter in
/// lists is its ``FilterFunction``, in the same file.
package protocol FilterDescription: Hashable, Sendable {
    /// Whether the filter never changes a picture.
    var isIdentity: Bool { get }

    /// The canonical description; equal exactly for equal filters.
    var planValue: PlanValue { get }

    /// The filter for a smaller picture whose pixels are averages of squares of this one's.
    ///
    /// Lengths shrink with the picture.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: The filters to apply to the smaller picture.
    func reduced(by side: Int) -> FilterReduction

    /// The pictures that the filter uses beside its input.
    var resources: [ResourceID] { get }

    /// The matrix, if the filter only multiplies straight colors by one.
    var colorMatrix: ColorMatrix? { get }

    /// Whether an edge mode changes the filter.
    func sees(_ edge: EdgeMode) -> Bool

    /// Whether the filter enlarges the picture.
    var enlarges: Bool { get }

    /// Whether a list with the filter accepts a blur kernel.
    var takesKernel: Bool { get }

    /// The filter with other colors.
    ///
    /// - Parameter convert: Returns the color to use in place of one of the filter's.
    /// - Returns: `nil` if the filter has no colors of its own.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter?

    /// The filter with an edge mode and a kernel.
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
    /// The empty list by default: the filter uses no other pictures.
    package var resources: [ResourceID] { [] }

    /// Nil by default: the filter is no color matrix.
    package var colorMatrix: ColorMatrix? { nil }

    /// False by default: the filter reads no pixels beyond edges.
    package func sees(_ edge: EdgeMode) -> Bool { false }

    /// False by default: the filter keeps the size of the picture.
    package var enlarges: Bool { false }

    /// False by default: the filter has no choice of kernels.
    package var takesKernel: Bool { false }

    /// Nil by default: the filter has no colors of its own.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? { nil }

    /// Nil by default: the filter has neither edges nor a kernel.
    package func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter? { nil }
}

/// The result of adapting a filter to a smaller picture.
package enum FilterReduction: Hashable, Sendable {
    /// The same filter.
    case unchanged
    /// Other filters, in order.
    case replaced([Filter])
    /// No reduction: the filter has a picture or a position that keeps its size.
    case impossible
}
