// SPDX-License-Identifier: Apache-2.0

import Raster

extension ColorFunction {
    /// Creates Core Image's color controls: saturation, a brightness offset, and contrast.
    package static func controls(
        saturation: Double,
        brightness: Double,
        contrast: Double
    ) -> ColorFunction {
        ColorFunction(
            .numbers(
                "color-controls",
                ["saturation": saturation, "brightness": brightness, "contrast": contrast]
            ),
            .controls(saturation, brightness, contrast)
        )
    }
}

extension FilterFunction {
    static let colorControls = FilterFunction(
        "color-controls",
        .amount("saturation", 0...2, "1 for no change"),
        .amount("brightness", -1...1, "0 for no change"),
        .amount("contrast", 0...4, "1 for no change"),
        sentence: "Saturation, brightness added and contrast, on encoded colors.",
        standard: .coreImage,
        category: .color,
        identity: "color-controls(1 0 1)",
        aliases: ["colorcontrols"]
    ) { .color(.controls(saturation: $0, brightness: $1, contrast: $2)) }
}

extension ColorMatrix {
    /// The matrix of Core Image's color controls.
    ///
    /// Reference: CIColorControls; saturation with the weights .2125, .7154 and .0721.
    fileprivate static func controls(
        _ saturation: Double,
        _ brightness: Double,
        _ contrast: Double
    ) -> ColorMatrix {
        let rest = contrast * (1 - saturation)
        let (r, g, b) = (rest * 0.2125, rest * 0.7154, rest * 0.0721)
        let own = saturation * contrast
        let bias = brightness + 0.5 - contrast / 2
        return ColorMatrix(
            red: Row(r + own, g, b, 0, bias),
            green: Row(r, g + own, b, 0, bias),
            blue: Row(r, g, b + own, 0, bias)
        )
    }
}
