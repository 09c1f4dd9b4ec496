// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ColorFunction {
    /// Creates a filter that mixes colors with shades of one color, from black to that color.
    ///
    /// - Parameters:
    ///   - color: The color of white; its alpha is ignored.
    ///   - amount: The weight of the shades, in `0...1`.
    /// - Returns: The filter.
    package static func monochrome(_ color: StraightColor, _ amount: Double) -> ColorFunction {
        let shades = ColorMatrix(
            red: .luminance(times: color.red),
            green: .luminance(times: color.green),
            blue: .luminance(times: color.blue)
        )
        return ColorFunction(
            .record(
                "monochrome",
                [.init("color", color.planValue), .init("amount", .number(amount))]
            ),
            shades.mixed(amount)
        ) { convert in .monochrome(convert(color), amount) }
    }
}

extension FilterFunction {
    static let monochrome = FilterFunction(
        "monochrome",
        .color("color", default: "rgb(60% 45% 30%)", "of white, without its alpha"),
        .fraction("amount", default: "1", "1 has shades of the color only"),
        sentence: "Mixes with shades of one color.",
        standard: .coreImage,
        category: .color,
        identity: "monochrome(0)",
        aliases: ["color-monochrome", "colormonochrome"]
    ) { .color(.monochrome($0, $1)) }
}
