// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A shadow beneath a picture: its alpha, blurred, moved and filled with a color.
///
/// The extent stays; what falls outside is not seen.
///
/// Reference: Filter Effects Module Level 1, section 6.1, `drop-shadow()`.
public struct DropShadow: Hashable, Sendable {
    /// The accepted offsets, in pixels.
    public static let offsetRange: ClosedRange<Double> = -16_384...16_384

    /// How far the shadow lies to the right and downwards, in pixels.
    public let offset: Point
    /// The standard deviation of its blur, in pixels.
    public let sigma: Float
    /// Its color.
    public let color: StraightColor

    /// Creates a shadow.
    ///
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `dropShadow`.
    public init(offset: Point, sigma: Float, color: StraightColor) throws(EffectError) {
        guard Self.offsetRange.contains(offset.x), Self.offsetRange.contains(offset.y),
            GaussianBlur.sigmaRange.contains(sigma)
        else { throw .outOfRange(parameter: .dropShadow) }
        self.offset = offset
        self.sigma = sigma == 0 ? 0 : sigma
        self.color = color
    }

    /// The canonical description.
    var value: PlanValue {
        .record(
            "drop-shadow",
            [
                .init("x", .number(offset.x)),
                .init("y", .number(offset.y)),
                .init("sigma", .number(sigma)),
                .init("color", color.planValue),
            ]
        )
    }
}

/// A picture that fades from a radius on towards its corners.
///
/// Alpha is multiplied by (r1 − r) / (r1 − r0), limited to 0 to 1, where r is the distance to the
/// center, r0 is half of the shorter side times ``start``, and r1 half of the longer side: a radial
/// gradient from white to black whose luminance is a mask.
public struct Vignette: Hashable, Sendable {
    /// Where the fading starts, as a part of half of the shorter side, 0 to 1.
    public let start: Double

    /// Creates a vignette.
    ///
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `vignette`.
    public init(start: Double) throws(EffectError) {
        guard (0...1).contains(start) else { throw .outOfRange(parameter: .vignette) }
        self.start = start == 0 ? 0 : start
    }
}
