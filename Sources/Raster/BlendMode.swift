// SPDX-License-Identifier: Apache-2.0

/// A way to combine a source with the backdrop behind it: a function that mixes both colors, as in CSS
/// `mix-blend-mode`, or an operator that decides how much of either remains, as in a canvas.
///
/// Reference: W3C, Compositing and Blending Level 1, section 10, and Level 2 for `plus-lighter` and
/// `plus-darker`; the names are from CSS `mix-blend-mode`. Section 9 for the operators of Porter and
/// Duff, from ``clear`` to ``xor``; their names are from the canvas of HTML. The names of the others,
/// from ``linearBurn`` to ``divide``, are from Core Image.
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
    /// Neither: transparency.
    case clear
    /// The source, without the backdrop.
    case copy
    /// The source where the backdrop is.
    case sourceIn = "source-in"
    /// The source where the backdrop is not.
    case sourceOut = "source-out"
    /// The source where the backdrop is, over the backdrop.
    case sourceAtop = "source-atop"
    /// The backdrop over the source.
    case destinationOver = "destination-over"
    /// The backdrop where the source is.
    case destinationIn = "destination-in"
    /// The backdrop where the source is not.
    case destinationOut = "destination-out"
    /// The backdrop where the source is, over the source.
    case destinationAtop = "destination-atop"
    /// The source and the backdrop, each where the other one is not.
    case xor
    /// The sum of source and backdrop less 1.
    case linearBurn = "linear-burn"
    /// The sum of source and backdrop.
    case linearDodge = "linear-dodge"
    /// ``linearBurn`` where the source is dark, ``linearDodge`` where it is light.
    case linearLight = "linear-light"
    /// ``colorBurn`` where the source is dark, ``colorDodge`` where it is light.
    case vividLight = "vivid-light"
    /// ``darken`` where the source is dark, ``lighten`` where it is light.
    case pinLight = "pin-light"
    /// The backdrop less the source.
    case subtract
    /// The backdrop divided by the source.
    case divide

    /// Whether the mode also changes the backdrop where the source is transparent.
    package var isUnbounded: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
        case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn,
            .hardLight, .softLight, .difference, .exclusion, .hue, .saturation, .color,
            .luminosity, .plusLighter, .plusDarker, .sourceAtop, .destinationOver,
            .destinationOut, .xor, .linearBurn, .linearDodge, .linearLight, .vividLight,
            .pinLight, .subtract, .divide:
            false
        }
    }
}
