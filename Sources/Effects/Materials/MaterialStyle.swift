// SPDX-License-Identifier: Apache-2.0

/// A material by its name: a blur style of UIKit, a material of another part of Apple's systems, or
/// an effect of Apple's sample code of 2013.
///
/// What each means is in ``row``; ``recipe(_:)`` has its numbers.
public enum MaterialStyle: String, Hashable, Sendable, CaseIterable {
    // MARK: UIBlurEffect.Style, as the system is

    /// The thinnest material.
    case systemUltraThinMaterial
    /// Thinner than the normal material.
    case systemThinMaterial
    /// The normal material.
    case systemMaterial
    /// Thicker than the normal material.
    case systemThickMaterial
    /// The material of bars.
    case systemChromeMaterial

    // MARK: UIBlurEffect.Style, always light

    /// ``systemUltraThinMaterial``, always light.
    case systemUltraThinMaterialLight
    /// ``systemThinMaterial``, always light.
    case systemThinMaterialLight
    /// ``systemMaterial``, always light.
    case systemMaterialLight
    /// ``systemThickMaterial``, always light.
    case systemThickMaterialLight
    /// ``systemChromeMaterial``, always light.
    case systemChromeMaterialLight

    // MARK: UIBlurEffect.Style, always dark

    /// ``systemUltraThinMaterial``, always dark.
    case systemUltraThinMaterialDark
    /// ``systemThinMaterial``, always dark.
    case systemThinMaterialDark
    /// ``systemMaterial``, always dark.
    case systemMaterialDark
    /// ``systemThickMaterial``, always dark.
    case systemThickMaterialDark
    /// ``systemChromeMaterial``, always dark.
    case systemChromeMaterialDark

    // MARK: UIBlurEffect.Style before iOS 13

    /// Lighter than what it covers.
    case extraLight
    /// As light as what it covers.
    case light
    /// Darker than what it covers.
    case dark
    /// As ``dark`` on iOS.
    case extraDark
    /// ``light`` or ``dark``.
    case regular
    /// ``extraLight`` or ``dark``.
    case prominent

    // MARK: Other materials of Apple's systems

    /// The darkest of the blur settings before iOS 13.
    case ultraDark
    /// The Dock of iPad, light.
    case dockLight
    /// The Dock of iPad, dark.
    case dockDark
    /// Notifications, light.
    case platters
    /// Notifications, dark.
    case plattersDark
    /// Notifications before their color is put over them.
    case tintablePlatters
    /// Buttons of toolbars on pictures.
    case toolbarButtonBackground
    /// What lies behind Control Center.
    case modulesBackground
    /// What lies behind Control Center, nearly clear.
    case modulesBackgroundSheer
    /// What lies behind a preview that is pulled up.
    case previewBackground
    /// What lies behind the search.
    case knowledgeBackground
    /// A lightening curve for each channel.
    case ambientCompact
    /// Notifications of CarPlay.
    case carPlayPlatters
    /// Content on glass, as a matrix.
    case platformContentGlass
    /// The normal material of tvOS, light.
    case tvMaterialLight
    /// Popovers of macOS.
    case macPopover

    // MARK: UIImage+ImageEffects

    /// `applyLightEffect` of Apple's sample code.
    case applyLightEffect
    /// `applyExtraLightEffect` of Apple's sample code.
    case applyExtraLightEffect
    /// `applyDarkEffect` of Apple's sample code.
    case applyDarkEffect
    /// `applyTintEffectWithColor:` of Apple's sample code.
    case applyTintEffectWithColor
}
