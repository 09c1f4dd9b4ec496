// SPDX-License-Identifier: Apache-2.0

import Raster

/// The parameters of UIKit's system materials since iOS 13.
extension MaterialRecipe {
    static let ultraThinLight = content(
        "platformContentUltraThinLight",
        .light,
        sigma: 22.5,
        saturation: 1.1,
        brightness: 0.12,
        curve: LuminanceCurve(amount: 0.5, values: [0.45, 0.55, 0.65, 0.68]),
        inks: .platform(fill: .platformFillLight, stroke: .platformStrokeThinLight)
    )

    static let thinLight = content(
        "platformContentThinLight",
        .light,
        sigma: 30,
        saturation: 1.35,
        brightness: 0.12,
        curve: LuminanceCurve(amount: 0.6, values: [0.725, 0.825, 0.76, 0.73]),
        inks: .platform(fill: .platformFillLight, stroke: .platformStrokeThinLight)
    )

    static let regularLight = content(
        "platformContentLight",
        .light,
        sigma: 30,
        saturation: 1.5,
        brightness: 0.1,
        curve: LuminanceCurve(amount: 0.75, values: [0.9, 0.83, 0.925, 0.815]),
        inks: .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
    )

    static let thickLight = content(
        "platformContentThickLight",
        .light,
        sigma: 45,
        saturation: 1.5,
        brightness: 0.045,
        curve: LuminanceCurve(amount: 0.88, values: [0.99, 0.95, 0.98, 0.905]),
        inks: .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
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
        .dark,
        sigma: 22.5,
        saturation: 1.1,
        curve: LuminanceCurve(amount: 0.5, values: [0.24, 0.24, 0.3, 0.39]),
        inks: .platform(fill: .platformFillDark, stroke: .platformStrokeThinDark)
    )

    static let thinDark = content(
        "platformContentThinDark",
        .dark,
        sigma: 30,
        saturation: 1.35,
        curve: LuminanceCurve(amount: 0.6, values: [0.2, 0.21, 0.1, 0.15]),
        inks: .platform(fill: .platformFillDark, stroke: .platformStrokeThinDark)
    )

    static let regularDark = content(
        "platformContentDark",
        .dark,
        sigma: 30,
        saturation: 1.5,
        curve: LuminanceCurve(amount: 0.75, values: [0.16, 0.26, 0.1, 0.1]),
        inks: .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
    )

    static let thickDark = content(
        "platformContentThickDark",
        .dark,
        sigma: 45,
        saturation: 1.5,
        curve: LuminanceCurve(amount: 0.88, values: [0.14, 0.16, 0.1, 0.03]),
        inks: .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
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

    /// Creates the parameters of a material for which Apple defines no look with reduced
    /// transparency.
    ///
    /// - Parameters:
    ///   - name: The name of the recipe in its source.
    ///   - appearance: The appearance; determines ``reduced`` and ``inks``.
    ///   - sigma: The standard deviation of the blur, in points.
    ///   - saturation: The multiplier of saturation.
    ///   - brightness: The offset added to red, green and blue.
    ///   - curve: The curve of luminance.
    ///   - channelCurve: The curve of each channel.
    ///   - matrix: A matrix in place of curve, saturation and brightness.
    ///   - backdropScale: The size of the captured backdrop, as a fraction of its area's width and
    ///     height.
    ///   - zoom: The magnification of the captured backdrop, as a fraction of its size.
    ///   - tint: A color over the result.
    ///   - inks: The inks for contents; `nil` for the system material inks.
    /// - Returns: The recipe.
    static func content(
        _ name: String,
        _ appearance: Appearance,
        sigma: Double,
        saturation: Double = 1,
        brightness: Double = 0,
        curve: LuminanceCurve? = nil,
        channelCurve: ChannelCurve? = nil,
        matrix: ColorMatrix? = nil,
        backdropScale: Double = 0.25,
        zoom: Double = 0,
        tint: StraightColor? = nil,
        inks: InkSets? = nil
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: name,
            sigma: sigma,
            backdropScale: backdropScale,
            zoom: zoom,
            curve: curve,
            channelCurve: channelCurve,
            matrix: matrix,
            saturation: saturation,
            brightness: brightness,
            tint: tint,
            reduced: .solid(appearance),
            inks: inks ?? .system(appearance)
        )
    }
}

extension MaterialRecipe.Reduced {
    /// The opaque color that replaces a light or dark material, if Apple defines none: as the
    /// material looks on white or black.
    static func solid(_ appearance: Appearance) -> Self {
        switch appearance {
        case .light: .solid(StraightColor(Color(red: 0xf5, green: 0xf5, blue: 0xf5)))
        case .dark: .solid(StraightColor(Color(red: 0x1f, green: 0x1f, blue: 0x1f)))
        }
    }
}
