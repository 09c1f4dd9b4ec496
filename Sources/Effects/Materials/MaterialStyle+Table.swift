// SPDX-License-Identifier: Apache-2.0

extension MaterialStyle {
    /// The definition of the style: its origin, its parameters and its description.
    package var row: MaterialRow {
        switch self {
        case .systemUltraThinMaterial:
            .init(
                .system,
                uikit: 6,
                .adaptive(light: .ultraThinLight, dark: .ultraThinDark),
                "The thinnest material; it shows most of the image."
            )
        case .systemThinMaterial:
            .init(
                .system,
                uikit: 7,
                .adaptive(light: .thinLight, dark: .thinDark),
                "A material thinner than the normal one."
            )
        case .systemMaterial:
            .init(
                .system,
                uikit: 8,
                .adaptive(light: .regularLight, dark: .regularDark),
                "The normal material."
            )
        case .systemThickMaterial:
            .init(
                .system,
                uikit: 9,
                .adaptive(light: .thickLight, dark: .thickDark),
                "A material thicker than the normal one, nearly opaque."
            )
        case .systemChromeMaterial:
            .init(
                .system,
                uikit: 10,
                .adaptive(light: .chromeLight, dark: .chromeDark),
                "The material of bars."
            )
        case .systemUltraThinMaterialLight:
            .init(
                .system,
                uikit: 11,
                .light(.ultraThinLight),
                "The thinnest material, always light."
            )
        case .systemThinMaterialLight:
            .init(.system, uikit: 12, .light(.thinLight), "The thin material, always light.")
        case .systemMaterialLight:
            .init(.system, uikit: 13, .light(.regularLight), "The normal material, always light.")
        case .systemThickMaterialLight:
            .init(.system, uikit: 14, .light(.thickLight), "The thick material, always light.")
        case .systemChromeMaterialLight:
            .init(.system, uikit: 15, .light(.chromeLight), "The material of bars, always light.")
        case .systemUltraThinMaterialDark:
            .init(.system, uikit: 16, .dark(.ultraThinDark), "The thinnest material, always dark.")
        case .systemThinMaterialDark:
            .init(.system, uikit: 17, .dark(.thinDark), "The thin material, always dark.")
        case .systemMaterialDark:
            .init(.system, uikit: 18, .dark(.regularDark), "The normal material, always dark.")
        case .systemThickMaterialDark:
            .init(.system, uikit: 19, .dark(.thickDark), "The thick material, always dark.")
        case .systemChromeMaterialDark:
            .init(.system, uikit: 20, .dark(.chromeDark), "The material of bars, always dark.")
        case .extraLight:
            .init(
                .legacy,
                uikit: 0,
                .light(.legacyExtraLight),
                "Lighter than the image under it.",
                reservation: "The system raises the tint a little over very bright, very dark or "
                    + "very colorful images; that is omitted."
            )
        case .light:
            .init(.legacy, uikit: 1, .light(.legacyLight), "As light as the image under it.")
        case .dark:
            .init(.legacy, uikit: 2, .dark(.legacyDark), "Darker than the image under it.")
        case .extraDark:
            .init(.legacy, uikit: 3, .dark(.legacyDark), "The same as dark, as on iOS.")
        case .regular:
            .init(
                .legacy,
                uikit: 4,
                .adaptive(light: .legacyLight, dark: .legacyDark),
                "The same as light or dark, depending on the appearance."
            )
        case .prominent:
            .init(
                .legacy,
                uikit: 5,
                .adaptive(light: .legacyExtraLight, dark: .legacyDark),
                "The same as extraLight or dark, depending on the appearance."
            )
        case .ultraDark:
            .init(
                .preset,
                .dark(.legacyUltraDark),
                "The darkest of the system's settings from before iOS 13.",
                reservation: "The strength of the blur is a guess."
            )
        case .dockLight: .init(.preset, .light(.dockLight), "The Dock of iPad, light.")
        case .dockDark: .init(.preset, .dark(.dockDark), "The Dock of iPad, dark.")
        case .platters: .init(.preset, .light(.platters), "Notifications, light.")
        case .plattersDark: .init(.preset, .dark(.plattersDark), "Notifications, dark.")
        case .tintablePlatters:
            .init(
                .preset,
                .light(.tintablePlatters),
                "Notifications before their color is drawn over them."
            )
        case .toolbarButtonBackground:
            .init(.preset, .dark(.toolbarButtonBackground), "Toolbar buttons on images.")
        case .modulesBackground:
            .init(
                .preset,
                .dark(.modulesBackground),
                "The background of Control Center.",
                reservation: "The enlargement by 4 % through the system's zoom is derived."
            )
        case .modulesBackgroundSheer:
            .init(
                .preset,
                .dark(.modulesBackgroundSheer),
                "The background of Control Center, nearly clear.",
                reservation: "The enlargement by 1 % through the system's zoom is derived."
            )
        case .previewBackground:
            .init(
                .preset,
                .dark(.previewBackground),
                "The background of a preview.",
                reservation: "The enlargement by 2.4 % through the system's zoom is derived."
            )
        case .knowledgeBackground:
            .init(
                .preset,
                .dark(.knowledgeBackground),
                "The background of the search.",
                reservation: "The capture is at a scale of 1/2 instead of .45."
            )
        case .ambientCompact:
            .init(
                .preset,
                .light(.ambientCompact),
                "A lightening curve for each of red, green and blue.",
                reservation: "Its use is not known; its numbers make it light."
            )
        case .carPlayPlatters:
            .init(
                .preset,
                .adaptive(light: .carPlayPlattersLight, dark: .carPlayPlattersDark),
                "Notifications of CarPlay."
            )
        case .platformContentGlass:
            .init(.preset, .light(.platformContentGlass), "Content on glass, as a matrix of color.")
        case .tvMaterialLight:
            .init(
                .preset,
                .light(.tvMaterialLight),
                "The normal material of tvOS, light.",
                reservation: "The capture is at a scale of 1/2 instead of .625."
            )
        case .macPopover:
            .init(
                .preset,
                .adaptive(light: .macPopoverLight, dark: .macPopoverDark),
                "Popovers of macOS, as NSVisualEffectView shows them.",
                reservation: "The layers of the system blend in the listed order."
            )
        case .applyLightEffect:
            .init(
                .imageEffect,
                .light(.lightEffect),
                "The light effect of Apple's sample code of 2013.",
                reservation: roundedMatrix
            )
        case .applyExtraLightEffect:
            .init(
                .imageEffect,
                .light(.extraLightEffect),
                "The extra light effect of Apple's sample code of 2013.",
                reservation: roundedMatrix
            )
        case .applyDarkEffect:
            .init(
                .imageEffect,
                .dark(.darkEffect),
                "The dark effect of Apple's sample code of 2013.",
                reservation: roundedMatrix
            )
        case .applyTintEffectWithColor:
            .init(
                .imageEffect,
                .light(.tintEffect),
                "The tinting effect of Apple's sample code of 2013, in a color of the caller; "
                    + "white without one.",
                reservation: roundedMatrix,
                takesTint: true
            )
        }
    }

    /// A note that Apple's sample code rounds its saturation matrix, but Frostpane does not.
    private var roundedMatrix: String {
        "The sample rounds its saturation matrix to 1/256; here it is exact."
    }
}
