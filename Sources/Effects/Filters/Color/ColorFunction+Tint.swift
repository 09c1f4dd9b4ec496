// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ColorFunction {
    /// Lays a color over straight colors; the alpha of the picture is kept.
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

/// A color laid over straight colors, as a filter.
struct Tint: FilterDescription {
    /// The color, with its alpha.
    let color: StraightColor

    private var function: ColorFunction { .tint(color) }

    /// Whether the color is fully transparent.
    var isIdentity: Bool { function.isIdentity }

    /// The canonical description.
    var planValue: PlanValue { function.planValue }

    /// The matrix of the function.
    var colorMatrix: ColorMatrix? { function.colorMatrix }

    /// The filter itself.
    func reduced(by side: Int) -> FilterReduction { .unchanged }

    /// A tint of another color.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? {
        .tint(convert(color))
    }
}

extension FilterFunction {
    static let tint = FilterFunction(
        "tint",
        .color("color", "with its alpha"),
        sentence: "Lays a color over the picture; transparent pixels stay transparent.",
        standard: .own,
        synonyms: ["colorize"]
    ) { .tint($0) }
}
