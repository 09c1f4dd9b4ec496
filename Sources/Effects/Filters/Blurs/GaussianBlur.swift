// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A Gaussian blur, as CSS `blur()` and CIGaussianBlur define its strength.
///
/// Samples are averaged premultiplied, in the transfer function of the picture (no linearization),
/// as browsers and Core Animation do; what lies beyond the extent follows ``edge``.
///
/// Reference: Filter Effects Module Level 1, section 6.1, `blur()`.
public struct GaussianBlur: Hashable, Sendable {
    /// The accepted standard deviations, in pixels.
    public static let sigmaRange: ClosedRange<Float> = 0...1000

    /// The standard deviation, in pixels.
    public let sigma: Float

    /// What lies beyond the picture.
    public let edge: EdgeMode

    /// Creates a blur, or throws when the standard deviation cannot be honored.
    ///
    /// - Parameters:
    ///   - sigma: A value inside ``sigmaRange``; it is never clamped.
    ///   - edge: What lies beyond the picture.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `blur`.
    public init(sigma: Float, edge: EdgeMode = .clamp) throws(EffectError) {
        guard Self.sigmaRange.contains(sigma) else { throw .outOfRange(parameter: .blur) }
        // Negative zero is inside the range and would have a name of its own.
        self.sigma = sigma == 0 ? 0 : sigma
        self.edge = edge
    }

    /// The canonical description.
    var value: PlanValue {
        .record(
            "blur",
            [.init("sigma", .number(sigma)), .init("edge", .text(edge.rawValue))]
        )
    }
}
