// SPDX-License-Identifier: Apache-2.0

/// What grays of 0, ¼, ½, ¾ and 1 become under a material, worked out by hand from its recipe.
package struct GrayProbe: CustomStringConvertible, Sendable {
    /// What is put in.
    package static let grays = [0, 0.25, 0.5, 0.75, 1]

    /// The name of the style.
    package let style: String
    /// Whether it is dark around it.
    package let isDark: Bool
    /// What comes out.
    package let results: [Double]

    /// The name of the style, and what is around it.
    package var description: String { "\(style) \(isDark ? "dark" : "light")" }

    private init(_ style: String, dark: Bool = false, _ results: [Double]) {
        self.style = style
        self.isDark = dark
        self.results = results
    }

    /// Every style of UIKit in both appearances, and presets that do what no style of UIKit does.
    package static let all = [
        GrayProbe("systemUltraThinMaterial", [0.345, 0.507, 0.6656, 0.8177, 0.96]),
        GrayProbe("systemUltraThinMaterial", dark: true, [0.12, 0.2504, 0.3906, 0.5393, 0.695]),
        GrayProbe("systemThinMaterial", [0.555, 0.6833, 0.7858, 0.8736, 0.958]),
        GrayProbe("systemThinMaterial", dark: true, [0.12, 0.2136, 0.296, 0.3829, 0.49]),
        GrayProbe("systemMaterial", [0.775, 0.817, 0.8794, 0.9361, 0.9612]),
        GrayProbe("systemMaterial", dark: true, [0.12, 0.2071, 0.2506, 0.2801, 0.325]),
        GrayProbe("systemThickMaterial", [0.9162, 0.9289, 0.9503, 0.966, 0.9614]),
        GrayProbe("systemThickMaterial", dark: true, [0.1232, 0.1542, 0.1645, 0.16, 0.1464]),
        GrayProbe("systemChromeMaterial", [0.7, 0.8261, 0.9398, 1, 0.9687]),
        GrayProbe("systemChromeMaterial", dark: true, [0.0725, 0.2313, 0.2927, 0.3112, 0.3412]),
        GrayProbe("extraLight", [0.776, 0.826, 0.876, 0.926, 0.976]),
        GrayProbe("light", [0.3, 0.475, 0.65, 0.825, 1]),
        GrayProbe("dark", [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe("extraDark", [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe("extraLight", dark: true, [0.776, 0.826, 0.876, 0.926, 0.976]),
        GrayProbe("light", dark: true, [0.3, 0.475, 0.65, 0.825, 1]),
        GrayProbe("dark", dark: true, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe("extraDark", dark: true, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe("ultraDark", dark: true, [0.017, 0.0545, 0.092, 0.1295, 0.167]),
        GrayProbe("modulesBackground", dark: true, [0.152, 0.2751, 0.507, 0.7494, 0.904]),
        GrayProbe("ambientCompact", [0, 0.4328, 0.7025, 0.8409, 0.88]),
        GrayProbe("regular", [0.3, 0.475, 0.65, 0.825, 1]),
        GrayProbe("regular", dark: true, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe("prominent", [0.776, 0.826, 0.876, 0.926, 0.976]),
        GrayProbe("prominent", dark: true, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
    ]
}
