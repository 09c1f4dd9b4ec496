// SPDX-License-Identifier: Apache-2.0

import Raster

/// Recipes of parts of Apple's systems that UIBlurEffect does not name.
extension MaterialRecipe {
    static let dockLight = content(
        "dockLight",
        (sigma: 30, saturation: 1.8, brightness: 0.08),
        LuminanceCurve(amount: 0.5, values: [0.3, 0.5, 1, 0.77]),
        .light
    )

    static let dockDark = content(
        "dockDark",
        (sigma: 30, saturation: 1.6, brightness: 0),
        LuminanceCurve(amount: 0.5, values: [0.29, -0.2, 0.375, 0.65]),
        .dark
    )

    static let platters = content(
        "platters",
        (sigma: 30, saturation: 2.4, brightness: 0),
        LuminanceCurve(amount: 0.6, values: [0.775, 0.85, 1.05, 0.94]),
        .light
    )

    static let plattersDark = content(
        "plattersDark",
        (sigma: 30, saturation: 1.4, brightness: -0.03),
        LuminanceCurve(amount: 0.4, values: [0.41, -0.4, 0.3, 0]),
        .dark
    )

    static let tintablePlatters = content(
        "tintablePlatters",
        (sigma: 30, saturation: 1.8, brightness: 0),
        nil,
        .light
    )

    static let toolbarButtonBackground = content(
        "toolbarButtonBackground",
        (sigma: 15, saturation: 1.1, brightness: 0),
        ultraThinDark.curve,
        .dark
    )

    static let modulesBackground: MaterialRecipe = {
        var recipe = content(
            "modulesBackground",
            (sigma: 25, saturation: 1.6, brightness: 0),
            LuminanceCurve(amount: 0.4, values: [0.38, 0, 1, 0.76]),
            .dark
        )
        recipe.zoom = 0.04
        return recipe
    }()

    static let modulesBackgroundSheer: MaterialRecipe = {
        var recipe = content(
            "modulesBackgroundSheer",
            (sigma: 10, saturation: 1.45, brightness: 0),
            nil,
            .dark
        )
        recipe.zoom = 0.01
        recipe.tint = StraightColor(Color(red: 0x84, green: 0x8b, blue: 0x95), alpha: 0.06)
        return recipe
    }()

    static let previewBackground: MaterialRecipe = {
        var recipe = content(
            "previewBackground",
            (sigma: 11.2, saturation: 1, brightness: 0),
            nil,
            .dark
        )
        recipe.zoom = 0.024
        recipe.tint = StraightColor(white: 0, alpha: 0.088)
        return recipe
    }()

    static let ambientCompact: MaterialRecipe = {
        var recipe = content(
            "ambientCompact",
            (sigma: 40, saturation: 1, brightness: 0),
            nil,
            .light
        )
        recipe.channelCurve = ChannelCurve(values: [0, 0.7, 0.88, 0.88])
        return recipe
    }()

    static let knowledgeBackground: MaterialRecipe = {
        var recipe = content(
            "knowledgeBackground",
            (sigma: 29.5, saturation: 1.35, brightness: 0),
            LuminanceCurve(amount: 0.47, values: [0, 0.13, 0.13, 0]),
            .dark
        )
        recipe.backdropScale = 0.45
        return recipe
    }()

    static let carPlayPlattersLight = carPlayPlatters(0.95, .light)
    static let carPlayPlattersDark = carPlayPlatters(0.1, .dark)

    private static func carPlayPlatters(
        _ white: Double,
        _ appearance: Appearance
    ) -> MaterialRecipe {
        var recipe = content(
            "carPlayPlatters",
            (sigma: 15, saturation: 1, brightness: 0),
            nil,
            appearance
        )
        recipe.tint = StraightColor(white: white, alpha: 0.65)
        return recipe
    }

    static let platformContentGlass: MaterialRecipe = {
        var recipe = content(
            "platformContentGlass",
            (sigma: 45, saturation: 1, brightness: 0),
            nil,
            .light
        )
        recipe.matrix = ColorMatrix(
            red: .init(0.921, -0.265, -0.027, 0, 0.235),
            green: .init(-0.079, 0.735, -0.027, 0, 0.235),
            blue: .init(-0.079, -0.265, 0.973, 0, 0.235)
        )
        return recipe
    }()

    /// tvOS.
    static let tvMaterialLight = MaterialRecipe(
        name: "platformContentLight~appletv",
        sigma: 50,
        backdropScale: 0.625,
        saturation: 1.6,
        tint: StraightColor(white: 1, alpha: 0.4),
        reduced: .solid(.light),
        inks: .television(fill: .platformFillLight)
    )

    /// `NSVisualEffectView.Material.popover`.
    static let macPopoverLight = macPopover(
        StraightColor(Color(red: 0xf6, green: 0xf6, blue: 0xf6), alpha: 0.6),
        .darken(Double(0xf1) / 255),
        .light
    )

    /// `NSVisualEffectView.Material.popover`.
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
