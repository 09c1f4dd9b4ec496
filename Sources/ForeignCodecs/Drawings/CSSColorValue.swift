// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A color of CSS that the library does not read, as one of sRGB.
enum CSSColorValue {
    /// The functions that the library does not know.
    private static let names: Set<String> = [
        "oklch", "oklab", "lch", "lab", "hwb", "color", "color-mix", "contrast-color",
        "device-cmyk",
    ]

    /// The functions that the library knows, but not with a color that they change.
    private static let knownNames: Set<String> = ["rgb", "rgba", "hsl", "hsla"]

    /// Whether the library does not read a function, which is a color.
    static func isUnknown(_ name: String, _ arguments: Substring) -> Bool {
        names.contains(name)
            || knownNames.contains(name)
                && CSSText.words(arguments).first?.lowercased() == "from"
    }

    /// Writes a color as `rgb()` or `rgba()`; nil for colors that cannot be known here, such as those made of
    /// `currentcolor`.
    static func text(_ name: String, _ arguments: Substring) -> String? {
        guard !arguments.lowercased().contains("currentcolor"),
            let color = try? StraightColor(css: "\(name)(\(arguments))")
        else { return nil }
        let levels = [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
        let list = levels.map(String.init).joined(separator: ", ")
        let alpha = (color.alpha * 1e4).rounded() / 1e4
        return alpha < 1 ? "rgba(\(list), \(alpha))" : "rgb(\(list))"
    }
}
