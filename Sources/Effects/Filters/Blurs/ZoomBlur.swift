// SPDX-License-Identifier: Apache-2.0

public import Raster

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
}

extension EffectError.Parameter {
    /// The numbers of a zoom blur.
    public static let zoomBlur = Self("zoomBlur")
}

extension ZoomBlur: FilterDescription {
    /// Whether nothing of the way is averaged.
    public var isIdentity: Bool { amount == 0 }

    /// The canonical description.
    public var planValue: PlanValue {
        .numbers("zoom-blur", ["amount": amount, "x": center.x, "y": center.y])
    }

    /// None: a line shorter than a square is lost.
    public func reduced(by side: Int) -> FilterReduction { .impossible }
}

extension FilterFunction {
    static let zoomBlur = FilterFunction(
        "zoom-blur",
        .amount("amount", ZoomBlur.amountRange, "part of the way averaged"),
        .position("position", default: "at 50% 50%", "the center"),
        sentence: "A blur away from a point, stronger farther away.",
        standard: .coreImage
    ) { amount, center throws(EffectError) in
        .zoomBlur(try ZoomBlur(amount: amount, center: center))
    }
}
