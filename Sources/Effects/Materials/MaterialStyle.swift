// SPDX-License-Identifier: Apache-2.0

/// A material: a blur style of UIKit, a material of another part of Apple's systems, or an effect
/// of Apple's sample code of 2013.
///
/// `row` describes each; `recipe(_:)` has its numbers.
public enum MaterialStyle: String, Hashable, Sendable, CaseIterable {
    // MARK: UIBlurEffect.Style, following the appearance

    /// The thinnest material.
    case systemUltraThinMaterial
    /// Thinner than the medium material.
    case systemThinMaterial
    /// The system material of medium thickness.
    case systemMaterial
    /// Thicker than the medium material.
    case systemThickMaterial
    /// The material of toolbars and other bars.
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

    /// The extra light blur effect; lighter than its backdrop.
    case extraLight
    /// The light blur effect; about as light as its backdrop.
    case light
    /// The dark blur effect; darker than its backdrop.
    case dark
    /// The extra dark blur effect; equal to ``dark`` on iOS.
    case extraDark
    /// The regular blur effect: ``light`` or ``dark``, by the appearance.
    case regular
    /// The prominent blur effect: ``extraLight`` or ``dark``, by the appearance.
    case prominent

    // MARK: Other materials of Apple's systems

    /// The darkest of the blur settings of Apple's systems before iOS 13.
    case ultraDark
    /// The light background of the Dock on iPad.
    case dockLight
    /// The dark background of the Dock on iPad.
    case dockDark
    /// The light background of notifications.
    case platters
    /// The dark background of notifications.
    case plattersDark
    /// The background of notifications, before their color is added.
    case tintablePlatters
    /// The background of toolbar buttons on images.
    case toolbarButtonBackground
    /// The background of Control Center.
    case modulesBackground
    /// The nearly clear background of Control Center.
    case modulesBackgroundSheer
    /// The dark background of a preview.
    case previewBackground
    /// The background of system search.
    case knowledgeBackground
    /// A material that only lightens, by a curve for each channel.
    case ambientCompact
    /// The background of notifications in CarPlay.
    case carPlayPlatters
    /// The background of content on glass, computed by a color matrix.
    case platformContentGlass
    /// The light material of tvOS, of medium thickness.
    case tvMaterialLight
    /// The background of macOS popovers.
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
