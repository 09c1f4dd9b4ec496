// SPDX-License-Identifier: Apache-2.0

package import Raster

/// Three box blurs that approximate a Gaussian, for results equal to those of other renderers.
///
/// With r = ``sigma``, a box has the width d = ⌊r · 3√(2π) / 4 + ½⌋.
package struct BoxBlur: Hashable, Sendable {
    /// The sizes and positions of the boxes.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The boxes of Filter Effects: three of d pixels if d is odd. If d is even: one box
        /// shifted left by half a pixel, one shifted right, and one of d + 1.
        case css3box
        /// The boxes of Apple's UIImage+ImageEffects: three of d pixels, or d + 1 if d is even.
        /// Each is rounded to 8 bits, with clamped edges.
        case apple3box
    }

    /// The standard deviation of the approximated Gaussian, in pixels.
    package let sigma: Float

    /// The sizes and positions of the boxes.
    package let kind: Kind

    /// The edge mode; `apple3box` supports only ``EdgeMode/clamp``.
    package let edge: EdgeMode

    /// Creates a blur; throws for unsupported values.
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

    /// The canonical description.
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

    /// A blur whose standard deviation shrinks with the picture.
    package func reduced(by side: Int) -> FilterReduction {
        let sigma = sigma / Float(side)
        guard let blur = try? BoxBlur(sigma: sigma, kind: kind, edge: edge) else {
            return .impossible
        }
        return .replaced([.boxBlur(blur)])
    }
}
