// SPDX-License-Identifier: Apache-2.0

package import Raster

/// Blending and compositing by their formulas, in `Double`: what the kernels are measured against.
///
/// Reference: W3C, Compositing and Blending Level 1, sections 5.1 and 10.
package enum BlendReference {
    /// A straight color and its alpha, 0 to 1.
    package struct Sample: Sendable {
        /// Red, green and blue.
        package var color: [Double]
        /// Alpha.
        package var alpha: Double

        /// Creates a sample.
        package init(color: [Double], alpha: Double) {
            self.color = color
            self.alpha = alpha
        }

        /// Creates a sample from the 16-bit samples of channels.
        package init(_ layout: ChannelLayout, _ channel: (Int) -> UInt16) {
            color = (0..<3).map { Double(channel(layout.isColor ? $0 : 0)) / 65_535 }
            alpha = layout.hasAlpha ? Double(channel(layout.channelCount - 1)) / 65_535 : 1
        }

        /// The 16-bit samples of channels, not rounded.
        package func samples(_ layout: ChannelLayout) -> [Double] {
            let values = Array(color.prefix(layout.colorChannelCount))
            return (values + (layout.hasAlpha ? [alpha] : [])).map { $0 * 65_535 }
        }
    }

    /// Lays a source on a backdrop; see `Band.blend`.
    package static func lay(
        _ source: Sample,
        on backdrop: Sample,
        weight: Double,
        _ mode: BlendMode,
        replaces: Bool,
        isOpaque: Bool = false
    ) -> Sample {
        if weight == 0 { return backdrop }
        let over = source.alpha * weight
        if mode == .plusLighter {
            let alpha = min(1, over + backdrop.alpha)
            let sums = zip(source.color, backdrop.color).map {
                min(1, over * $0 + backdrop.alpha * $1)
            }
            return Sample(color: sums.map { alpha > 0 ? min(1, $0 / alpha) : 0 }, alpha: alpha)
        }
        if let shares = shares(source.alpha, backdrop.alpha, mode) {
            // The result and the backdrop, mixed by the weight; an opaque picture lies on black.
            let (front, back) = (
                shares.source * source.alpha * weight,
                backdrop.alpha * (shares.backdrop * weight + 1 - weight)
            )
            let sums = zip(source.color, backdrop.color).map { front * $0 + back * $1 }
            if isOpaque { return Sample(color: sums, alpha: 1) }
            let alpha = front + back
            return Sample(color: sums.map { alpha > 0 ? $0 / alpha : 0 }, alpha: alpha)
        }
        let blended = blend(backdrop.color, source.color, mode)
        let color = zip(source.color, blended).map {
            (1 - backdrop.alpha) * $0 + backdrop.alpha * $1
        }
        let under = replaces ? 1 - weight : 1 - over
        let alpha = over + under * backdrop.alpha
        let sums = zip(color, backdrop.color).map { over * $0 + under * backdrop.alpha * $1 }
        return Sample(color: sums.map { alpha > 0 ? $0 / alpha : 0 }, alpha: alpha)
    }

    /// The shares of source and backdrop by the operators of section 9.1; nil for other modes.
    private static func shares(
        _ source: Double,
        _ backdrop: Double,
        _ mode: BlendMode
    ) -> (source: Double, backdrop: Double)? {
        switch mode {
        case .clear: (0, 0)
        case .copy: (1, 0)
        case .sourceIn: (backdrop, 0)
        case .sourceOut: (1 - backdrop, 0)
        case .sourceAtop: (backdrop, 1 - source)
        case .destinationOver: (1 - backdrop, 1)
        case .destinationIn: (0, source)
        case .destinationOut: (0, 1 - source)
        case .destinationAtop: (1 - backdrop, source)
        case .xor: (1 - backdrop, 1 - source)
        default: nil
        }
    }

    /// The blend functions of section 10.
    package static func blend(_ b: [Double], _ s: [Double], _ mode: BlendMode) -> [Double] {
        switch mode {
        case .hue: setLuminosity(setSaturation(s, saturation(b)), luminosity(b))
        case .saturation: setLuminosity(setSaturation(b, saturation(s)), luminosity(b))
        case .color: setLuminosity(s, luminosity(b))
        case .luminosity: setLuminosity(b, luminosity(s))
        default: zip(b, s).map { separable($0, $1, mode) }
        }
    }

    private static func separable(_ b: Double, _ s: Double, _ mode: BlendMode) -> Double {
        switch mode {
        case .multiply: b * s
        case .screen: b + s - b * s
        case .overlay: separable(s, b, .hardLight)
        case .darken: min(b, s)
        case .lighten: max(b, s)
        case .colorDodge: b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
        case .colorBurn: b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
        case .hardLight: s <= 0.5 ? b * 2 * s : separable(b, 2 * s - 1, .screen)
        case .softLight: softLight(b, s)
        case .difference: abs(b - s)
        case .exclusion: b + s - 2 * b * s
        case .plusDarker: max(0, b + s - 1)
        case .plusLighter, .linearDodge: min(1, b + s)
        case .linearBurn: max(0, b + s - 1)
        case .linearLight: min(1, max(0, b + 2 * s - 1))
        case .vividLight:
            s <= 0.5 ? separable(b, 2 * s, .colorBurn) : separable(b, 2 * s - 1, .colorDodge)
        case .pinLight: s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1)
        case .subtract: max(0, b - s)
        case .divide: b == 0 ? 0 : s == 0 ? 1 : min(1, b / s)
        case .normal, .hue, .saturation, .color, .luminosity, .clear, .copy, .sourceIn, .sourceOut,
            .sourceAtop, .destinationOver, .destinationIn, .destinationOut, .destinationAtop, .xor:
            s
        }
    }

    private static func softLight(_ b: Double, _ s: Double) -> Double {
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
    }

    private static func luminosity(_ c: [Double]) -> Double {
        0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]
    }

    private static func saturation(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

    private static func setSaturation(_ c: [Double], _ saturation: Double) -> [Double] {
        let (least, range) = (c.min() ?? 0, Self.saturation(c))
        return c.map { range > 0 ? ($0 - least) * saturation / range : 0 }
    }

    private static func setLuminosity(_ c: [Double], _ luminosity: Double) -> [Double] {
        let moved = c.map { $0 + luminosity - Self.luminosity(c) }
        let (l, n, x) = (Self.luminosity(moved), moved.min() ?? 0, moved.max() ?? 0)
        var color = moved
        if n < 0 { color = color.map { l + ($0 - l) * l / (l - n) } }
        if x > 1 { color = color.map { l + ($0 - l) * (1 - l) / (x - l) } }
        return color
    }
}
