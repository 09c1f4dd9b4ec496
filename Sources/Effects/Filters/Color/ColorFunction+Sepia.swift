// SPDX-License-Identifier: Apache-2.0

import Raster

extension ColorFunction {
    private static let tones = ColorMatrix(
        red: .init(0.393, 0.769, 0.189),
        green: .init(0.349, 0.686, 0.168),
        blue: .init(0.272, 0.534, 0.131)
    )

    /// Creates CSS `sepia()`: mixes colors with sepia tones, by `0...1`.
    package static func sepia(_ amount: Double) -> ColorFunction {
        ColorFunction(.numbers("sepia", ["amount": amount]), tones.mixed(amount))
    }
}

extension FilterFunction {
    static let sepia = FilterFunction(
        "sepia",
        .fraction("amount", default: "1", "1 is full sepia"),
        sentence: "Mixes with the tones of an old photograph.",
        standard: .filterEffects,
        category: .color,
        identity: "sepia(0)",
        aliases: ["sepia-tone", "sepiatone"]
    ) { .color(.sepia($0)) }
}
