// SPDX-License-Identifier: Apache-2.0

/// The inks with which texts and shapes are drawn on a material.
package enum InkSets: Hashable, Sendable {
    /// Color matrices that are applied to the material, as Core Animation defines them.
    case platform(fill: FillSet, stroke: StrokeSet)
    /// The only ink of the blur styles before iOS 13, used in several strengths.
    case legacy(LegacyInk)
    /// Black in several strengths for text, and color matrices for shapes, as on the light material
    /// of tvOS.
    case television(fill: FillSet)

    /// The inks of the system materials in light or dark, for other materials whose own inks are
    /// unknown.
    static func system(_ appearance: Appearance) -> InkSets {
        switch appearance {
        case .light: .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
        case .dark: .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
        }
    }
}

/// The sets of color matrices for shapes on a material, named as in Core Animation.
package enum FillSet: String, Hashable, Sendable, CaseIterable {
    /// The color matrices for light materials.
    case platformFillLight
    /// The color matrices for dark materials.
    case platformFillDark
    /// The color matrices for the light chrome material.
    case platformChromeFillLight
    /// The color matrices for the dark chrome material.
    case platformChromeFillDark
}

/// The sets of color matrices for text and lines on a material, named as in Core Animation.
package enum StrokeSet: String, Hashable, Sendable, CaseIterable {
    /// The color matrices for light materials.
    case platformStrokeLight
    /// The color matrices for thin light materials.
    case platformStrokeThinLight
    /// The color matrices for dark materials.
    case platformStrokeDark
    /// The color matrices for thin dark materials.
    case platformStrokeThinDark
}

/// The inks for texts and shapes on the blur styles before iOS 13.
package enum LegacyInk: String, Hashable, Sendable, CaseIterable {
    /// The ink on the blur style `extraLight`.
    case extraLight
    /// The ink on the blur style `light`.
    case light
    /// The ink on the blur style `dark`.
    case dark
}
