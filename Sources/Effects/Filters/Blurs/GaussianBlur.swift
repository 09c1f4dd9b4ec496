// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A Gaussian blur whose strength is defined as in CSS `blur()` and CIGaussianBlur.
///
/// Samples are averaged premultiplied, in the transfer function of the image (no linearization),
/// like in browsers and Core Animation. ``edge`` determines the pixels beyond the extent.
///
/// Reference: Filter Effects Module Level 1, section 6.1, `blur()`.
package struct GaussianBlur: Hashable, Sendable {
    /// The accepted standard deviations, in pixels.
    package static let sigmaRange: ClosedRange<Float> = 0...1000

    /// ``sigmaRange`` in double precision, for parsing filter lists.
    static let pixelRange = Double(sigmaRange.lowerBound)...Double(sigmaRange.upperBound)

    /// The standard deviation, in pixels.
    package let sigma: Float

    /// The edge mode: the values of pixels beyond the edges.
    package let edge: EdgeMode

    /// Creates a blur; throws for an unsupported standard deviation.
    ///
    /// - Parameters:
    ///   - sigma: A value inside ``sigmaRange``; it is never clamped.
    ///   - edge: The edge mode.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `blur`.
    package init(sigma: Float, edge: EdgeMode = .clamp) throws(EffectError) {
        guard Self.sigmaRange.contains(sigma) else { throw .outOfRange(parameter: .blur) }
        // Negative zero is in the range, but would be written as another text in cache keys.
        self.sigma = sigma == 0 ? 0 : sigma
        self.edge = edge
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the standard deviation of a blur.
    package static let blur = Self("blur")
}

extension GaussianBlur: FilterDescription {
    /// Whether the standard deviation is 0.
    package var isIdentity: Bool { sigma == 0 }

    /// The blur's standard deviation and edge mode as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .record(
            "blur",
            [.init("sigma", .number(sigma)), .init("edge", .text(edge.rawValue))]
        )
    }

    /// Converts the blur for a reduced image: subtracts the variance of the averaging, then
    /// divides the standard deviation by the factor of the reduction.
    package func reduced(by side: Int) -> FilterReduction {
        let variance = sigma * sigma - Float(side * side - 1) / 12
        let rest = max(0, variance).squareRoot() / Float(side)
        guard let blur = try? GaussianBlur(sigma: rest, edge: edge) else { return .impossible }
        return .replaced([.blur(blur)])
    }

    /// True: a Gaussian blur reads pixels beyond edges.
    package func sees(_ edge: EdgeMode) -> Bool { true }

    /// Whether the image grows by the blurred border, as with the edge mode ``EdgeMode/expand``.
    package var enlarges: Bool { edge == .expand }

    /// True: the kernel of this blur can be chosen.
    package var takesKernel: Bool { true }

    /// Creates a blur of the same standard deviation with another kernel and edge mode.
    package func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter? {
        try kernel.filter(sigma: sigma, edge: edge)
    }
}

extension FilterFunction {
    static let blur = FilterFunction(
        "blur",
        .length(
            "radius",
            GaussianBlur.pixelRange,
            isSaturating: true,
            default: "0px",
            "standard deviation"
        ),
        sentence: "A Gaussian blur.",
        standard: .filterEffects,
        category: .blur,
        identity: "blur(0px)",
        aliases: ["gaussian-blur", "gaussianblur"]
    ) { sigma throws(EffectError) in .blur(try GaussianBlur(sigma: Float(sigma))) }
}
