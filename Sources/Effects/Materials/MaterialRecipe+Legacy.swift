// SPDX-License-Identifier: Apache-2.0

import Raster

/// The parameters of UIKit's blur styles before iOS 13, and of Apple's earlier sample code.
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

    static let legacyUltraDark = legacy(
        "ultraDark",
        sigma: 10,
        StraightColor(white: 0.02, alpha: 0.85),
        .tinted(StraightColor(white: 0.02, alpha: 0.85)),
        .dark,
        provenance: .derived
    )

    private static func legacy(
        _ name: String,
        sigma: Double,
        _ tint: StraightColor,
        _ reduced: Reduced,
        _ ink: LegacyInk,
        provenance: Provenance = .confirmed
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: name,
            sigma: sigma,
            order: .blurFirst,
            saturation: 1.8,
            tint: tint,
            followsContrast: true,
            reduced: reduced,
            inks: .legacy(ink),
            provenance: provenance
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

    /// The parameters of `applyTintEffectWithColor`: it inverts chroma, then covers it with a
    /// color.
    static let tintEffect = sample(
        "applyTintEffectWithColor",
        sigma: 10,
        StraightColor(white: 1, alpha: 0.6),
        .light,
        saturation: -1
    )

    private static func sample(
        _ name: String,
        sigma: Double,
        _ tint: StraightColor,
        _ ink: LegacyInk,
        saturation: Double = 1.8
    ) -> MaterialRecipe {
        MaterialRecipe(
            name: name,
            sigma: sigma,
            order: .blurFirst,
            kernel: .apple3box,
            edge: .clamp,
            backdropScale: 1,
            saturation: saturation,
            tint: tint,
            reduced: .solid(ink == .dark ? .dark : .light),
            inks: .legacy(ink),
            provenance: .published
        )
    }
}
