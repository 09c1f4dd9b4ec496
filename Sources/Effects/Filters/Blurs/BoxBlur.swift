// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Three boxes in place of a Gaussian, for those who need what another renderer makes of it.
///
/// With r = ``sigma``, a box has the width d = ⌊r · 3√(2π) / 4 + ½⌋.
public struct BoxBlur: Hashable, Sendable {
    /// How the boxes are laid.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Filter Effects: three boxes of an odd d; of an even d, one shifted half a pixel to the
        /// left, one to the right, and one of d + 1.
        case css3box
        /// Apple's UIImage+ImageEffects: three boxes of d, or d + 1 where d is even, each rounded to
        /// 8 bits, edges extended each time.
        case apple3box
    }

    /// The strength as the standard deviation of the Gaussian that is meant, in pixels.
    public let sigma: Float

    /// How the boxes are laid.
    public let kind: Kind

    /// What lies beyond the picture; `apple3box` knows ``EdgeMode/clamp`` only.
    public let edge: EdgeMode

    /// Creates a blur, or throws when the strength cannot be honored.
    ///
    /// - Parameters:
    ///   - sigma: A value inside ``GaussianBlur/sigmaRange``; it is never clamped.
    ///   - kind: How the boxes are laid.
    ///   - edge: What lies beyond the picture: any but ``EdgeMode/expand``.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `blur`, or
    ///   ``EffectError/unsupportedEdge(_:)``.
    public init(sigma: Float, kind: Kind, edge: EdgeMode) throws(EffectError) {
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
    /// Whether the strength is 0.
    public var isIdentity: Bool { sigma == 0 }

    /// The canonical description.
    public var planValue: PlanValue {
        .record(
            "blur",
            [
                .init("sigma", .number(sigma)),
                .init("edge", .text(edge.rawValue)),
                .init("kernel", .text(kind.rawValue)),
            ]
        )
    }

    /// A blur of a strength that shrinks with the picture.
    public func reduced(by side: Int) -> FilterReduction {
        let sigma = sigma / Float(side)
        guard let blur = try? BoxBlur(sigma: sigma, kind: kind, edge: edge) else {
            return .impossible
        }
        return .replaced([.boxBlur(blur)])
    }
}
