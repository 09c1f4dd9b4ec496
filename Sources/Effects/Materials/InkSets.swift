// SPDX-License-Identifier: Apache-2.0

/// The inks for contents on a material.
package enum InkSets: Hashable, Sendable {
    /// Matrices applied to the material, from the sets of Core Animation's materials.
    case platform(fill: FillSet, stroke: StrokeSet)
    /// The single vibrancy of the blur styles before iOS 13, in several strengths.
    case legacy(LegacyInk)
    /// Black in several strengths, as tvOS draws on its light material.
    case television(fill: FillSet)

    /// The inks of the system materials in an appearance, for materials whose own are unknown.
    static func system(_ appearance: Appearance) -> InkSets {
        switch appearance {
        case .light: .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
        case .dark: .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
        }
    }
}

/// The sets of inks for shapes, named after Core Animation's materials.
package enum FillSet: String, Hashable, Sendable, CaseIterable {
    /// The set for light materials.
    case platformFillLight
    /// The set for dark materials.
    case platformFillDark
    /// The set for the light chrome material.
    case platformChromeFillLight
    /// The set for the dark chrome material.
    case platformChromeFillDark
}

/// The sets of inks for text and lines, named after Core Animation's materials.
package enum StrokeSet: String, Hashable, Sendable, CaseIterable {
    /// The set for light materials.
    case platformStrokeLight
    /// The set for thin light materials.
    case platformStrokeThinLight
    /// The set for dark materials.
    case platformStrokeDark
    /// The set for thin dark materials.
    case platformStrokeThinDark
}

/// The inks of the blur styles before iOS 13.
package enum LegacyInk: String, Hashable, Sendable, CaseIterable {
    /// The ink for `extraLight`.
    case extraLight
    /// The ink for `light`.
    case light
    /// The ink for `dark`.
    case dark
}
