// SPDX-License-Identifier: Apache-2.0

import Raster

/// The recipes behind UIKit's system materials since iOS 13.
extension MaterialRecipe {
    static let ultraThinLight = content(
        "platformContentUltraThinLight",
        (sigma: 22.5, saturation: 1.1, brightness: 0.12),
        LuminanceCurve(amount: 0.5, values: [0.45, 0.55, 0.65, 0.68]),
        .light,
        .platform(fill: .platformFillLight, stroke: .platformStrokeThinLight)
    )

    static let thinLight = content(
        "platformContentThinLight",
        (sigma: 30, saturation: 1.35, brightness: 0.12),
        LuminanceCurve(amount: 0.6, values: [0.725, 0.825, 0.76, 0.73]),
        .light,
        .platform(fill: .platformFillLight, stroke: .platformStrokeThinLight)
    )

    static let regularLight = content(
        "platformContentLight",
        (sigma: 30, saturation: 1.5, brightness: 0.1),
        LuminanceCurve(amount: 0.75, values: [0.9, 0.83, 0.925, 0.815]),
        .light,
        .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
    )

    static let thickLight = content(
        "platformContentThickLight",
        (sigma: 45, saturation: 1.5, brightness: 0.045),
        LuminanceCurve(amount: 0.88, values: [0.99, 0.95, 0.98, 0.905]),
        .light,
        .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
    )

    static let chromeLight = MaterialRecipe(
        name: "platformChromeLight",
        sigma: 22.5,
        curve: LuminanceCurve(amount: 0.75, values: [0.8, 0.9, 1.1, 0.825]),
        saturation: 1.1,
        brightness: 0.1,
        reduced: .averaged(
            curve: LuminanceCurve(amount: 0.75, values: [0.95, 0.9, 1.1, 0.825]),
            saturation: 0.8,
            brightness: 0.1
        ),
        inks: .platform(fill: .platformChromeFillLight, stroke: .platformStrokeLight)
    )

    static let ultraThinDark = content(
        "platformContentUltraThinDark",
        (sigma: 22.5, saturation: 1.1, brightness: 0),
        LuminanceCurve(amount: 0.5, values: [0.24, 0.24, 0.3, 0.39]),
        .dark,
        .platform(fill: .platformFillDark, stroke: .platformStrokeThinDark)
    )

    static let thinDark = content(
        "platformContentThinDark",
        (sigma: 30, saturation: 1.35, brightness: 0),
        LuminanceCurve(amount: 0.6, values: [0.2, 0.21, 0.1, 0.15]),
        .dark,
        .platform(fill: .platformFillDark, stroke: .platformStrokeThinDark)
    )

    static let regularDark = content(
        "platformContentDark",
        (sigma: 30, saturation: 1.5, brightness: 0),
        LuminanceCurve(amount: 0.75, values: [0.16, 0.26, 0.1, 0.1]),
        .dark,
        .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
    )

    static let thickDark = content(
        "platformContentThickDark",
        (sigma: 45, saturation: 1.5, brightness: 0),
        LuminanceCurve(amount: 0.88, values: [0.14, 0.16, 0.1, 0.03]),
        .dark,
        .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
    )

    static let chromeDark = MaterialRecipe(
        name: "platformChromeDark",
        sigma: 22.5,
        curve: LuminanceCurve(amount: 0.75, values: [0.23, 0.52, 0.27, 0.255]),
        saturation: 2,
        brightness: -0.1,
        reduced: .averaged(
            curve: LuminanceCurve(amount: 0.85, values: [0.225, 0.31, 0.25, 0.2]),
            saturation: 1,
            brightness: -0.1
        ),
        inks: .platform(fill: .platformChromeFillDark, stroke: .platformStrokeDark)
    )

    /// A recipe of which the system ships no variant for reduced transparency.
    static func content(
        _ name: String,
        _ numbers: (sigma: Double, saturation: Double, brightness: Double),
        _ curve: LuminanceCurve?,
        _ appearance: Appearance,
        _ inks: InkSets? = nil
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: name,
            sigma: numbers.sigma,
            curve: curve,
            saturation: numbers.saturation,
            brightness: numbers.brightness,
            reduced: .solid(appearance),
            inks: inks ?? .system(appearance)
        )
    }
}

extension MaterialRecipe.Reduced {
    /// What white becomes on the light materials, and black on the dark ones.
    static func solid(_ appearance: Appearance) -> Self {
        switch appearance {
        case .light: .solid(StraightColor(Color(red: 0xf5, green: 0xf5, blue: 0xf5)))
        case .dark: .solid(StraightColor(Color(red: 0x1f, green: 0x1f, blue: 0x1f)))
        }
    }
}
