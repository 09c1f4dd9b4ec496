// SPDX-License-Identifier: Apache-2.0

/// A filter that averages along a line through each pixel.
package struct MotionBlur: Hashable, Sendable {
    /// The accepted values of ``radius``, half of the line's length, in pixels.
    package static let radiusRange: ClosedRange<Double> = 0...250

    /// Half of the line's length, in pixels.
    package let radius: Double
    /// The direction of the line, in degrees clockwise from the x axis; greater than −90 and up to
    /// 90.
    package let angle: Double

    /// Creates a motion blur from half the line's length and its direction.
    ///
    /// - Parameters:
    ///   - radius: A value in ``radiusRange``.
    ///   - angle: A finite angle, in degrees.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `motionBlur`.
    package init(radius: Double, angle: Double) throws(EffectError) {
        guard Self.radiusRange.contains(radius), angle.isFinite else {
            throw .outOfRange(parameter: .motionBlur)
        }
        // Half a turn does not change a line.
        let turned = angle.remainder(dividingBy: 180)
        self.radius = radius == 0 ? 0 : radius
        self.angle = turned == -90 ? 90 : turned == 0 ? 0 : turned
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the radius and the angle of a motion blur.
    package static let motionBlur = Self("motionBlur")
}

extension MotionBlur: FilterDescription {
    /// Whether the line has no length.
    package var isIdentity: Bool { radius == 0 }

    /// The blur's radius and angle as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .numbers("motion-blur", ["radius": radius, "angle": angle])
    }

    /// Refuses to adapt to a reduced image, in which short lines would be lost.
    package func reduced(by side: Int) -> FilterReduction { .impossible }
}

extension FilterFunction {
    static let motionBlur = FilterFunction(
        "motion-blur",
        .length("radius", MotionBlur.radiusRange, "half of the line"),
        .angle("angle", default: "0deg", "clockwise from the x axis"),
        sentence: "The mean along a line through each pixel.",
        standard: .coreImage,
        category: .blur,
        identity: "motion-blur(0px)",
        aliases: ["motionblur"]
    ) { radius, angle throws(EffectError) in
        .motionBlur(try MotionBlur(radius: radius, angle: angle))
    }
}
