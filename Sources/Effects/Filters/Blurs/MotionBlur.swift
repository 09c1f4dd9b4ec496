// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The mean along a line through each pixel.
public struct MotionBlur: Hashable, Sendable {
    /// Half of the length of the line, in pixels.
    public static let radiusRange: ClosedRange<Double> = 0...250

    /// Half of the length of the line, in pixels.
    public let radius: Double
    /// The direction of the line, in degrees from the x axis, clockwise on the screen; −90 to 90,
    /// without −90 itself.
    public let angle: Double

    /// Creates a blur.
    ///
    /// - Parameters:
    ///   - radius: Inside ``radiusRange``.
    ///   - angle: Finite, in degrees.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `motionBlur`.
    public init(radius: Double, angle: Double) throws(EffectError) {
        guard Self.radiusRange.contains(radius), angle.isFinite else {
            throw .outOfRange(parameter: .motionBlur)
        }
        // A line has no direction: half a turn later it is the same.
        let turned = angle.remainder(dividingBy: 180)
        self.radius = radius == 0 ? 0 : radius
        self.angle = turned == -90 ? 90 : turned == 0 ? 0 : turned
    }
}

/// The mean along the line from each pixel towards a center, longer the farther away it is.
public struct ZoomBlur: Hashable, Sendable {
    /// The part of the way to the center that is averaged.
    public static let amountRange: ClosedRange<Double> = 0...1

    /// The part of the way to the center that is averaged, 0 to 1.
    public let amount: Double
    /// The center, as parts of the width and the height of the picture.
    public let center: Point

    /// Creates a blur.
    ///
    /// - Parameters:
    ///   - amount: Inside ``amountRange``.
    ///   - center: Parts of the width and the height, each 0 to 1.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `zoomBlur`.
    public init(amount: Double, center: Point = Point(x: 0.5, y: 0.5)) throws(EffectError) {
        guard Self.amountRange.contains(amount), (0...1).contains(center.x),
            (0...1).contains(center.y)
        else { throw .outOfRange(parameter: .zoomBlur) }
        self.amount = amount == 0 ? 0 : amount
        self.center = center
    }

    /// The canonical description.
    var value: PlanValue {
        .numbers("zoom-blur", ["amount": amount, "x": center.x, "y": center.y])
    }
}
