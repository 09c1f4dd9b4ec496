// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A filter by itself: everything about it except how its pixels are made.
///
/// ``Filter`` has one case for each conforming type and forwards to it. The name and the arguments of
/// a filter that lists can have are in its ``FilterFunction``, in the same file.
public protocol FilterDescription: Hashable, Sendable {
    /// Whether the filter leaves every picture as it is, whatever its other values say.
    var isIdentity: Bool { get }

    /// The canonical description; equal filters have equal ones, and different filters different
    /// ones.
    var planValue: PlanValue { get }

    /// The same filter for a picture whose pixels are the means of squares of this one's.
    ///
    /// Lengths shrink with the picture.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: The filters to apply to the smaller picture.
    func reduced(by side: Int) -> FilterReduction

    /// The pictures that the filter needs beside the one it is applied to.
    var resources: [ResourceID] { get }

    /// The matrix of a filter that multiplies straight colors by a matrix and does nothing else.
    var colorMatrix: ColorMatrix? { get }

    /// Whether a list with the filter accepts a choice of the edge mode.
    var seesEdges: Bool { get }

    /// Whether a list with the filter accepts a choice of the blur kernel.
    var takesKernel: Bool { get }

    /// The filter of a list, once the edge mode and the kernel are known.
    ///
    /// - Parameters:
    ///   - edge: The pixels that blurs see beyond the picture.
    ///   - kernel: The kernel of `blur()`.
    /// - Returns: `nil` when the filter depends on neither.
    /// - Throws: ``EffectError/unsupportedEdge(_:)`` when the filter does not know the edge mode.
    func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter?
}

extension FilterDescription {
    /// No pictures.
    public var resources: [ResourceID] { [] }

    /// No matrix.
    public var colorMatrix: ColorMatrix? { nil }

    /// No.
    public var seesEdges: Bool { false }

    /// No.
    public var takesKernel: Bool { false }

    /// The filter itself.
    public func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter? { nil }
}

/// What becomes of a filter when the picture becomes smaller.
public enum FilterReduction: Hashable, Sendable {
    /// The same filter.
    case unchanged
    /// Other filters in its place, in order.
    case replaced([Filter])
    /// None: the filter has a resource or a position, which do not shrink by themselves.
    case impossible
}
