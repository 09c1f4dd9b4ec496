// SPDX-License-Identifier: Apache-2.0

import Raster

/// An operator of Porter and Duff: the shares of source and backdrop in their combination.
///
/// The share of the source depends on the alpha of the backdrop, and the other way round.
///
/// Reference: W3C, Compositing and Blending Level 1, section 9.1.
struct PorterDuff {
    /// A share: a constant, plus a factor times the alpha of the other one.
    typealias Share = (constant: Float, factor: Float)

    private let source: Share
    private let backdrop: Share

    private static let none: Share = (0, 0)
    private static let all: Share = (1, 0)
    private static let inside: Share = (0, 1)
    private static let outside: Share = (1, -1)

    private init(_ source: Share, _ backdrop: Share) {
        self.source = source
        self.backdrop = backdrop
    }

    /// Creates the operator that a mode names; nil for modes that mix colors.
    init?(_ mode: BlendMode) {
        switch mode {
        case .clear: self.init(Self.none, Self.none)
        case .copy: self.init(Self.all, Self.none)
        case .sourceIn: self.init(Self.inside, Self.none)
        case .sourceOut: self.init(Self.outside, Self.none)
        case .sourceAtop: self.init(Self.inside, Self.outside)
        case .destinationOver: self.init(Self.outside, Self.all)
        case .destinationIn: self.init(Self.none, Self.inside)
        case .destinationOut: self.init(Self.none, Self.outside)
        case .destinationAtop: self.init(Self.outside, Self.inside)
        case .xor: self.init(Self.outside, Self.outside)
        case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn,
            .hardLight, .softLight, .difference, .exclusion, .hue, .saturation, .color,
            .luminosity, .plusLighter, .plusDarker, .linearBurn, .linearDodge, .linearLight,
            .vividLight, .pinLight, .subtract, .divide:
            return nil
        }
    }

    /// The shares of the premultiplied colors, and of the alphas, of source and backdrop.
    @inline(__always)
    func shares(_ sourceAlpha: Float, _ backdropAlpha: Float) -> (source: Float, backdrop: Float) {
        (
            source.constant + source.factor * backdropAlpha,
            backdrop.constant + backdrop.factor * sourceAlpha
        )
    }
}
