// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ColorFunction {
    /// Creates a filter that lays a color over the image's colors, and keeps the image's alpha.
    package static func tint(_ color: StraightColor) -> ColorFunction {
        let rest = 1 - color.alpha
        return ColorFunction(
            .record("tint", [.init("color", color.planValue)]),
            ColorMatrix(
                red: .init(rest, 0, 0, 0, color.red * color.alpha),
                green: .init(0, rest, 0, 0, color.green * color.alpha),
                blue: .init(0, 0, rest, 0, color.blue * color.alpha)
            )
        )
    }
}

/// A filter that lays a color over the image's colors, and keeps the image's alpha.
struct Tint: FilterDescription {
    /// The color laid over the image; its alpha is the strength.
    let color: StraightColor

    private var function: ColorFunction { .tint(color) }

    /// Whether the color is fully transparent.
    var isIdentity: Bool { function.isIdentity }

    /// The color as a canonical value, for cache keys.
    var planValue: PlanValue { function.planValue }

    /// The color matrix that equals the filter.
    var colorMatrix: ColorMatrix? { function.colorMatrix }

    /// Leaves the filter unchanged for a reduced image: it treats every pixel separately.
    func reduced(by side: Int) -> FilterReduction { .unchanged }

    /// Converts the color, for an image in another color space.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? {
        .tint(convert(color))
    }
}

extension FilterFunction {
    static let tint = FilterFunction(
        "tint",
        .color("color", "with its alpha"),
        sentence: "Lays a color over the image; transparent pixels stay transparent.",
        standard: .own,
        category: .color,
        identity: "tint(transparent)",
        synonyms: ["colorize"]
    ) { .tint($0) }
}
