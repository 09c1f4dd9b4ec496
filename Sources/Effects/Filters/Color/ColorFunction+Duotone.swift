// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ColorFunction {
    /// Creates a filter that mixes two colors by luminance; alpha stays.
    ///
    /// - Parameters:
    ///   - dark: The color of black; its alpha is ignored.
    ///   - light: The color of white; its alpha is ignored.
    /// - Returns: The filter.
    package static func duotone(dark: StraightColor, light: StraightColor) -> ColorFunction {
        func row(_ channel: KeyPath<StraightColor, Double>) -> ColorMatrix.Row {
            let (first, last) = (dark[keyPath: channel], light[keyPath: channel])
            return .luminance(times: last - first, bias: first)
        }
        return ColorFunction(
            .record(
                "duotone",
                [.init("dark", dark.planValue), .init("light", light.planValue)]
            ),
            ColorMatrix(red: row(\.red), green: row(\.green), blue: row(\.blue))
        ) { convert in .duotone(dark: convert(dark), light: convert(light)) }
    }
}

extension ColorMatrix.Row {
    /// A row that multiplies luminance by a factor and adds a bias.
    static func luminance(times factor: Double, bias: Double = 0) -> Self {
        Self(0.2126 * factor, 0.7152 * factor, 0.0722 * factor, 0, bias)
    }
}

extension FilterFunction {
    static let duotone = FilterFunction(
        "duotone",
        .color("dark", "of black, without its alpha"),
        .color("light", "of white, without its alpha"),
        sentence: "Mixes two colors by luminance.",
        standard: .coreImage,
        category: .color,
        aliases: ["false-color", "falsecolor", "gradient-map"]
    ) { .color(.duotone(dark: $0, light: $1)) }
}
