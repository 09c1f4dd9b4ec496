// SPDX-License-Identifier: Apache-2.0

/// A function that mixes a source color with the backdrop behind it, one of CSS `mix-blend-mode`.
///
/// Reference: W3C, Compositing and Blending Level 1, section 10, and Level 2 for `plus-lighter` and
/// `plus-darker`; the names are from CSS `mix-blend-mode`.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// The source alone.
    case normal
    /// The product of source and backdrop.
    case multiply
    /// The complement of the product of the complements of source and backdrop.
    case screen
    /// ``hardLight`` with source and backdrop exchanged.
    case overlay
    /// The darker of the two values, channel by channel.
    case darken
    /// The lighter of the two values, channel by channel.
    case lighten
    /// The backdrop brightened to reflect the source.
    case colorDodge = "color-dodge"
    /// The backdrop darkened to reflect the source.
    case colorBurn = "color-burn"
    /// ``multiply`` where the source is dark, ``screen`` where it is light.
    case hardLight = "hard-light"
    /// A softer ``hardLight``.
    case softLight = "soft-light"
    /// The absolute difference of source and backdrop.
    case difference
    /// A ``difference`` of lower contrast.
    case exclusion
    /// The hue of the source, with the saturation and luminosity of the backdrop.
    case hue
    /// The saturation of the source, with the hue and luminosity of the backdrop.
    case saturation
    /// The hue and saturation of the source, with the luminosity of the backdrop.
    case color
    /// The luminosity of the source, with the hue and saturation of the backdrop.
    case luminosity
    /// The sum of the premultiplied colors of source and backdrop.
    case plusLighter = "plus-lighter"
    /// The complement of the sum of the complements of source and backdrop.
    case plusDarker = "plus-darker"
}
