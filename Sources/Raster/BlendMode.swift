// SPDX-License-Identifier: Apache-2.0

/// How a source color and the backdrop make a new color.
///
/// Reference: W3C, Compositing and Blending Level 1, section 10, and Level 2 for `plus-lighter` and
/// `plus-darker`; the names are those of CSS `mix-blend-mode`.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// The source.
    case normal
    /// The product.
    case multiply
    /// The complement of the product of the complements.
    case screen
    /// ``hardLight`` with the layers exchanged.
    case overlay
    /// The darker, channel by channel.
    case darken
    /// The lighter, channel by channel.
    case lighten
    /// The backdrop brightened to reflect the source.
    case colorDodge = "color-dodge"
    /// The backdrop darkened to reflect the source.
    case colorBurn = "color-burn"
    /// ``multiply`` or ``screen``, as the source says.
    case hardLight = "hard-light"
    /// A softer ``hardLight``.
    case softLight = "soft-light"
    /// The distance.
    case difference
    /// A ``difference`` of less contrast.
    case exclusion
    /// The hue of the source, with the saturation and luminosity of the backdrop.
    case hue
    /// The saturation of the source, with the hue and luminosity of the backdrop.
    case saturation
    /// The hue and saturation of the source, with the luminosity of the backdrop.
    case color
    /// The luminosity of the source, with the hue and saturation of the backdrop.
    case luminosity
    /// The sum of premultiplied colors.
    case plusLighter = "plus-lighter"
    /// The sum of what is missing to white.
    case plusDarker = "plus-darker"
}
