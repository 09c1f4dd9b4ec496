// SPDX-License-Identifier: Apache-2.0

/// A mosaic: a filter that replaces squares of pixels by their averages.
package struct Pixelation: Hashable, Sendable {
    /// The accepted sides of squares in filter lists, in pixels.
    static let sideRange = 1...1000

    /// The side of a square, in pixels; at least 1.
    package let side: Int

    /// Creates a mosaic of squares with this side, in pixels.
    package init(side: Int) { self.side = side }
}

extension Pixelation: FilterDescription {
    /// Whether the side is 1.
    package var isIdentity: Bool { side == 1 }

    /// The side as a canonical value, for cache keys.
    package var planValue: PlanValue { .numbers("pixelate", ["side": Double(side)]) }

    /// Divides the side by the factor that the image is reduced by.
    package func reduced(by side: Int) -> FilterReduction {
        .replaced([.pixelate(max(1, self.side / side))])
    }
}

extension FilterFunction {
    static let pixelate = FilterFunction(
        "pixelate",
        .wholeLength("side", Pixelation.sideRange, "of a square"),
        sentence: "Replaces each square of pixels with its mean.",
        standard: .coreImage,
        category: .stylize,
        identity: "pixelate(1px)",
        aliases: ["pixellate"],
        synonyms: ["mosaic"]
    ) { .pixelate($0) }
}
