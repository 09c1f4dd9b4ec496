// SPDX-License-Identifier: Apache-2.0

import Raster

extension ColorFunction {
    private static let luminance = ColorMatrix(
        red: .init(0.2126, 0.7152, 0.0722),
        green: .init(0.2126, 0.7152, 0.0722),
        blue: .init(0.2126, 0.7152, 0.0722)
    )

    /// Creates CSS `grayscale()`: mixes colors with their luminance, by `0...1`.
    package static func grayscale(_ amount: Double) -> ColorFunction {
        ColorFunction(.numbers("grayscale", ["amount": amount]), luminance.mixed(amount))
    }
}

extension FilterFunction {
    static let grayscale = FilterFunction(
        "grayscale",
        .fraction("amount", default: "1", "1 is gray"),
        sentence: "Mixes with luminance.",
        standard: .filterEffects,
        category: .color,
        identity: "grayscale(0)",
        aliases: ["greyscale"],
        synonyms: ["gray"]
    ) { .color(.grayscale($0)) }
}
