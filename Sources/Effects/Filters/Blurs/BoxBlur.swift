// SPDX-License-Identifier: Apache-2.0

package import Raster

/// Three box blurs that approximate a Gaussian, for the same results as other renderers.
///
/// With r = ``sigma``, a box has the width d = ⌊r · 3√(2π) / 4 + ½⌋.
package struct BoxBlur: Hashable, Sendable {
    /// The rule for the sizes and offsets of the three boxes, given the standard deviation.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The rule of the CSS specification Filter Effects: three boxes of d pixels if d is odd.
        /// If d is even: one box shifted left by half a pixel, one shifted right, and one of d + 1.
        case css3box
        /// The rule of Apple's UIImage+ImageEffects: three boxes of d pixels, or d + 1 if d is
        /// even. Each is rounded to 8 bits, with clamped edges.
        case apple3box
    }

    /// The standard deviation of the approximated Gaussian, in pixels.
    package let sigma: Float

    /// The rule for the sizes and offsets of the boxes.
    package let kind: Kind

    /// The edge mode; `apple3box` supports only ``EdgeMode/clamp``.
    package let edge: EdgeMode

    /// Creates a blur from a standard deviation and the rule for its boxes; throws for unsupported
    /// values.
    ///
    /// - Parameters:
    ///   - sigma: A value inside ``GaussianBlur/sigmaRange``; it is never clamped.
    ///   - kind: The sizes and positions of the boxes.
    ///   - edge: The edge mode: any but ``EdgeMode/expand``.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `blur`, or
    ///   ``EffectError/unsupportedEdge(_:)``.
    package init(sigma: Float, kind: Kind, edge: EdgeMode) throws(EffectError) {
        guard GaussianBlur.sigmaRange.contains(sigma) else { throw .outOfRange(parameter: .blur) }
        guard edge != .expand, kind == .css3box || edge == .clamp else {
            throw .unsupportedEdge(edge)
        }
        self.sigma = sigma == 0 ? 0 : sigma
        self.kind = kind
        self.edge = edge
    }
}

extension BoxBlur: FilterDescription {
    /// Whether the standard deviation is 0.
    package var isIdentity: Bool { sigma == 0 }

    /// The blur's standard deviation, edge mode and kernel as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .record(
            "blur",
            [
                .init("sigma", .number(sigma)),
                .init("edge", .text(edge.rawValue)),
                .init("kernel", .text(kind.rawValue)),
            ]
        )
    }

    /// Divides the standard deviation by the factor that the image is reduced by.
    package func reduced(by side: Int) -> FilterReduction {
        let sigma = sigma / Float(side)
        guard let blur = try? BoxBlur(sigma: sigma, kind: kind, edge: edge) else {
            return .impossible
        }
        return .replaced([.boxBlur(blur)])
    }
}
