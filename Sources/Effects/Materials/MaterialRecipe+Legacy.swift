// SPDX-License-Identifier: Apache-2.0

import Raster

/// The recipes of UIKit's blur styles before iOS 13, and of the sample code that they grew from.
extension MaterialRecipe {
    static let legacyExtraLight = legacy(
        "extraLight",
        sigma: 20,
        StraightColor(white: 0.97, alpha: 0.8),
        .tinted(StraightColor(white: 0.97, alpha: 0.96)),
        .extraLight
    )

    static let legacyLight = legacy(
        "light",
        sigma: 30,
        StraightColor(white: 1, alpha: 0.3),
        .solid(.light),
        .light
    )

    static let legacyDark = legacy(
        "dark",
        sigma: 20,
        StraightColor(white: 0.11, alpha: 0.73),
        .solid(.dark),
        .dark
    )

    static let legacyUltraDark: MaterialRecipe = {
        let color = StraightColor(white: 0.02, alpha: 0.85)
        var recipe = legacy("ultraDark", sigma: 10, color, .tinted(color), .dark)
        recipe.provenance = .derived
        return recipe
    }()

    private static func legacy(
        _ name: String,
        sigma: Double,
        _ tint: StraightColor,
        _ reduced: Reduced,
        _ ink: LegacyInk
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: name,
            sigma: sigma,
            order: .blurFirst,
            saturation: 1.8,
            tint: tint,
            followsContrast: true,
            reduced: reduced,
            inks: .legacy(ink)
        )
    }

    // MARK: UIImage+ImageEffects

    static let lightEffect = sample(
        "applyLightEffect",
        sigma: 30,
        StraightColor(white: 1, alpha: 0.3),
        .light
    )

    static let extraLightEffect = sample(
        "applyExtraLightEffect",
        sigma: 20,
        StraightColor(white: 0.97, alpha: 0.82),
        .extraLight
    )

    static let darkEffect = sample(
        "applyDarkEffect",
        sigma: 20,
        StraightColor(white: 0.11, alpha: 0.73),
        .dark
    )

    /// Chroma is inverted and then covered.
    static let tintEffect: MaterialRecipe = {
        var recipe = sample(
            "applyTintEffectWithColor",
            sigma: 10,
            StraightColor(white: 1, alpha: 0.6),
            .light
        )
        recipe.saturation = -1
        return recipe
    }()

    private static func sample(
        _ name: String,
        sigma: Double,
        _ tint: StraightColor,
        _ ink: LegacyInk
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: name,
            sigma: sigma,
            order: .blurFirst,
            kernel: .apple3box,
            edge: .clamp,
            backdropScale: 1,
            saturation: 1.8,
            tint: tint,
            reduced: .solid(ink == .dark ? .dark : .light),
            inks: .legacy(ink),
            provenance: .published
        )
    }
}
