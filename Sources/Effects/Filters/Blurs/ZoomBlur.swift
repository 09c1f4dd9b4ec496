// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A filter that averages along the line from each pixel towards a center.
package struct ZoomBlur: Hashable, Sendable {
    /// The accepted values of ``amount``.
    package static let amountRange: ClosedRange<Double> = 0...1

    /// The averaged fraction of the way to the center, in `0...1`.
    package let amount: Double
    /// The center, as fractions of the image's width and height.
    package let center: Point

    /// Creates a zoom blur from its strength and its center.
    ///
    ///   - amount: A value in ``amountRange``.
    ///   - center: Fractions of the width and the height, each in `0...1`.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `zoomBlur`.
    package init(amount: Double, center: Point = Point(x: 0.5, y: 0.5)) throws(EffectError) {
        guard Self.amountRange.contains(amount), (0...1).contains(center.x),
            (0...1).contains(center.y)
        else { throw .outOfRange(parameter: .zoomBlur) }
        self.amount = amount == 0 ? 0 : amount
        self.center = center
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the amount and the center of a zoom blur.
    package static let zoomBlur = Self("zoomBlur")
}

extension ZoomBlur: FilterDescription {
    /// Whether the amount is 0.
    package var isIdentity: Bool { amount == 0 }

    /// The blur's amount and center as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .numbers("zoom-blur", ["amount": amount, "x": center.x, "y": center.y])
    }

    /// Refuses to adapt to a reduced image, in which short lines would be lost.
    package func reduced(by side: Int) -> FilterReduction { .impossible }
}

extension FilterFunction {
    static let zoomBlur = FilterFunction(
        "zoom-blur",
        .amount("amount", ZoomBlur.amountRange, "averaged fraction of the way to the center"),
        .position("position", default: "at 50% 50%", "the center"),
        sentence: "A blur away from a point, stronger farther away.",
        standard: .coreImage,
        category: .blur,
        identity: "zoom-blur(0)",
        aliases: ["zoomblur"]
    ) { amount, center throws(EffectError) in
        .zoomBlur(try ZoomBlur(amount: amount, center: center))
    }
}
