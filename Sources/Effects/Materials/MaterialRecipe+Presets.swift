// SPDX-License-Identifier: Apache-2.0

import Raster

/// The parameters of materials in other parts of Apple's systems, without a name in UIBlurEffect.
extension MaterialRecipe {
    static let dockLight = content(
        "dockLight",
        .light,
        sigma: 30,
        saturation: 1.8,
        brightness: 0.08,
        curve: LuminanceCurve(amount: 0.5, values: [0.3, 0.5, 1, 0.77])
    )

    static let dockDark = content(
        "dockDark",
        .dark,
        sigma: 30,
        saturation: 1.6,
        curve: LuminanceCurve(amount: 0.5, values: [0.29, -0.2, 0.375, 0.65])
    )

    static let platters = content(
        "platters",
        .light,
        sigma: 30,
        saturation: 2.4,
        curve: LuminanceCurve(amount: 0.6, values: [0.775, 0.85, 1.05, 0.94])
    )

    static let plattersDark = content(
        "plattersDark",
        .dark,
        sigma: 30,
        saturation: 1.4,
        brightness: -0.03,
        curve: LuminanceCurve(amount: 0.4, values: [0.41, -0.4, 0.3, 0])
    )

    static let tintablePlatters = content(
        "tintablePlatters",
        .light,
        sigma: 30,
        saturation: 1.8
    )

    static let toolbarButtonBackground = content(
        "toolbarButtonBackground",
        .dark,
        sigma: 15,
        saturation: 1.1,
        curve: ultraThinDark.curve
    )

    static let modulesBackground = content(
        "modulesBackground",
        .dark,
        sigma: 25,
        saturation: 1.6,
        curve: LuminanceCurve(amount: 0.4, values: [0.38, 0, 1, 0.76]),
        zoom: 0.04
    )

    static let modulesBackgroundSheer = content(
        "modulesBackgroundSheer",
        .dark,
        sigma: 10,
        saturation: 1.45,
        zoom: 0.01,
        tint: StraightColor(Color(red: 0x84, green: 0x8b, blue: 0x95), alpha: 0.06)
    )

    static let previewBackground = content(
        "previewBackground",
        .dark,
        sigma: 11.2,
        zoom: 0.024,
        tint: StraightColor(white: 0, alpha: 0.088)
    )

    static let ambientCompact = content(
        "ambientCompact",
        .light,
        sigma: 40,
        channelCurve: ChannelCurve(values: [0, 0.7, 0.88, 0.88])
    )

    static let knowledgeBackground = content(
        "knowledgeBackground",
        .dark,
        sigma: 29.5,
        saturation: 1.35,
        curve: LuminanceCurve(amount: 0.47, values: [0, 0.13, 0.13, 0]),
        backdropScale: 0.45
    )

    static let carPlayPlattersLight = carPlayPlatters(0.95, .light)
    static let carPlayPlattersDark = carPlayPlatters(0.1, .dark)

    private static func carPlayPlatters(
        _ white: Double,
        _ appearance: Appearance
    ) -> MaterialRecipe {
        content(
            "carPlayPlatters",
            appearance,
            sigma: 15,
            tint: StraightColor(white: white, alpha: 0.65)
        )
    }

    static let platformContentGlass = content(
        "platformContentGlass",
        .light,
        sigma: 45,
        matrix: ColorMatrix(
            red: .init(0.921, -0.265, -0.027, 0, 0.235),
            green: .init(-0.079, 0.735, -0.027, 0, 0.235),
            blue: .init(-0.079, -0.265, 0.973, 0, 0.235)
        )
    )

    /// The parameters of the light material of tvOS.
    static let tvMaterialLight = MaterialRecipe(
        name: "platformContentLight~appletv",
        sigma: 50,
        backdropScale: 0.625,
        saturation: 1.6,
        tint: StraightColor(white: 1, alpha: 0.4),
        reduced: .solid(.light),
        inks: .television(fill: .platformFillLight)
    )

    /// The light parameters of `NSVisualEffectView.Material.popover`.
    static let macPopoverLight = macPopover(
        StraightColor(Color(red: 0xf6, green: 0xf6, blue: 0xf6), alpha: 0.6),
        .darken(Double(0xf1) / 255),
        .light
    )

    /// The dark parameters of `NSVisualEffectView.Material.popover`.
    static let macPopoverDark = macPopover(
        StraightColor(Color(red: 0x28, green: 0x28, blue: 0x28), alpha: 0.6),
        .lighten(Double(0x1c) / 255),
        .dark
    )

    private static func macPopover(
        _ tint: StraightColor,
        _ limit: Limit,
        _ appearance: Appearance
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: "popover",
            sigma: 30,
            order: .blurFirst,
            backdropScale: 0.125,
            saturation: 2,
            tint: tint,
            limit: limit,
            reduced: .solid(appearance),
            inks: .system(appearance),
            provenance: .single
        )
    }
}
