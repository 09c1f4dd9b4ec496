// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A Gaussian blur whose strength varies with a mask: none where the mask is 0, full where it is 1.
///
/// The same as CAFilter's `variableBlur` and CIMaskedVariableBlur.
package struct VariableBlur: Hashable, Sendable {
    /// The standard deviation where the mask is 1, in pixels.
    package let sigma: Float
    /// The mask that varies the strength, stretched over the blurred image.
    package let mask: Mask
    /// The edge mode: any but ``EdgeMode/expand``.
    package let edge: EdgeMode

    /// Creates a blur from its greatest standard deviation and its mask; throws for unsupported
    /// values.
    ///
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `blur`, or
    ///   ``EffectError/unsupportedEdge(_:)``.
    package init(sigma: Float, mask: Mask, edge: EdgeMode = .clamp) throws(EffectError) {
        guard GaussianBlur.sigmaRange.contains(sigma) else { throw .outOfRange(parameter: .blur) }
        guard edge != .expand else { throw .unsupportedEdge(edge) }
        self.sigma = sigma == 0 ? 0 : sigma
        self.mask = mask
        self.edge = edge
    }
}

extension VariableBlur: FilterDescription {
    /// Whether the standard deviation is 0.
    package var isIdentity: Bool { sigma == 0 }

    /// The blur's standard deviation, edge mode and mask as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .record(
            "variable-blur",
            [
                .init("sigma", .number(sigma)),
                .init("edge", .text(edge.rawValue)),
                .init("mask", mask.value),
            ]
        )
    }

    /// Refuses to adapt to a reduced image, because the mask keeps its size.
    package func reduced(by side: Int) -> FilterReduction { .impossible }

    /// The identifier of the mask image.
    package var resources: [ResourceID] { [mask.picture] }

    /// True: a Gaussian blur reads pixels beyond edges.
    package func sees(_ edge: EdgeMode) -> Bool { true }

    /// Creates the same blur with another edge mode; its kernel is always Gaussian.
    package func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter? {
        .variableBlur(try VariableBlur(sigma: sigma, mask: mask, edge: edge))
    }
}

extension FilterFunction {
    static let variableBlur = FilterFunction(
        "variable-blur",
        .length("radius", GaussianBlur.pixelRange, "standard deviation where the mask is 1"),
        .mask("mask", "a stored image; its alpha, or luminance times alpha"),
        sentence: "A Gaussian blur whose strength a mask varies.",
        standard: .coreAnimation,
        category: .blur
    ) { sigma, mask throws(EffectError) in
        .variableBlur(try VariableBlur(sigma: Float(sigma), mask: mask))
    }
}
