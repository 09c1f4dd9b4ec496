// SPDX-License-Identifier: Apache-2.0

/// What contents on a material are drawn in.
public enum InkSets: Hashable, Sendable {
    /// Matrices applied to the material: the sets of Core Animation's materials.
    case platform(fill: FillSet, stroke: StrokeSet)
    /// The vibrancy of the blur styles before iOS 13: one, in several strengths.
    case legacy(LegacyInk)
    /// Flat black in several strengths, as tvOS draws on its light material.
    case television(fill: FillSet)

    /// The sets of the system materials in an appearance, for materials whose own are not known.
    static func system(_ appearance: Appearance) -> InkSets {
        switch appearance {
        case .light: .platform(fill: .platformFillLight, stroke: .platformStrokeLight)
        case .dark: .platform(fill: .platformFillDark, stroke: .platformStrokeDark)
        }
    }
}

/// The sets of inks for areas, by the names of Core Animation's materials.
public enum FillSet: String, Hashable, Sendable, CaseIterable {
    /// On light materials.
    case platformFillLight
    /// On dark materials.
    case platformFillDark
    /// On the light chrome material.
    case platformChromeFillLight
    /// On the dark chrome material.
    case platformChromeFillDark
}

/// The sets of inks for text and lines, by the names of Core Animation's materials.
public enum StrokeSet: String, Hashable, Sendable, CaseIterable {
    /// On light materials.
    case platformStrokeLight
    /// On the thin light materials.
    case platformStrokeThinLight
    /// On dark materials.
    case platformStrokeDark
    /// On the thin dark materials.
    case platformStrokeThinDark
}

/// The inks of the blur styles before iOS 13.
public enum LegacyInk: String, Hashable, Sendable, CaseIterable {
    /// On `extraLight`.
    case extraLight
    /// On `light`.
    case light
    /// On `dark`.
    case dark
}
