// SPDX-License-Identifier: Apache-2.0

import Raster

/// A color of CSS in the space that it was written in.
///
/// Components of colors with red, green and blue span 0 to 1, and may exceed it. Hues are degrees;
/// saturation, whiteness and the like span 0 to 1; Lab and Oklab have the ranges of CSS.
struct CSSColor: Hashable {
    /// The color space of ``components``.
    var space: CSSColorSpace

    /// The three components in the order of the space; `nil` stands for CSS `none`, counted as
    /// 0 except in mixing.
    var components: [Double?]

    /// The alpha, limited to 0 to 1; `nil` stands for CSS `none`.
    var alpha: Double?

    /// Whether gradients mix the color in encoded sRGB by default, as colors that CSS had before
    /// level 4: named ones, hexadecimal ones, and `rgb()`, `hsl()` or `hwb()` without `from` and `none`.
    ///
    /// Reference: CSS Color Module Level 4, section 12.1.
    var isLegacy = false

    /// Creates a color from the three components of a space, and alpha; `nil` stands for CSS
    /// `none`.
    init(_ space: CSSColorSpace, _ components: [Double?], alpha: Double?) {
        self.space = space
        self.components = components
        self.alpha = alpha
    }

    /// Creates a color in the space sRGB from encoded red, green, blue and alpha.
    init(_ color: StraightColor) {
        self.init(.srgb, [color.red, color.green, color.blue], alpha: color.alpha)
        isLegacy = true
    }

    /// The three components, with 0 in place of CSS `none`.
    var values: SIMD3<Double> {
        SIMD3(components[0] ?? 0, components[1] ?? 0, components[2] ?? 0)
    }

    /// Converts the color to another color space; components that are CSS `none` become numbers.
    func converted(to other: CSSColorSpace) -> CSSColor {
        let values = space.convert(values, to: other)
        return CSSColor(other, [values.x, values.y, values.z], alpha: alpha)
    }

    /// The color in sRGB, not premultiplied, with each channel clipped to 0 to 1.
    var straight: StraightColor {
        var values = space.convert(values, to: .srgb)
        values.clamp(lowerBound: .zero, upperBound: .one)
        return StraightColor(red: values.x, green: values.y, blue: values.z, alpha: alpha ?? 0)
    }

    /// Whether the color lies in the gamut of sRGB, so that a conversion to it clips nothing.
    var isInStandardGamut: Bool {
        let values = space.convert(values, to: .srgb)
        return (0..<3).allSatisfy { (-1e-6...1 + 1e-6).contains(values[$0]) }
    }
}

extension CSSColor {
    /// The direction in which hues are interpolated around the color wheel, as in `color-mix()`.
    ///
    /// Reference: CSS Color Module Level 4, section 12.4.
    enum HueInterpolation: String, CaseIterable {
        case shorter, longer, increasing, decreasing

        /// Adds −360, 0 or 360 to the second hue, so that a linear interpolation goes in this
        /// direction.
        func end(from first: Double, to second: Double) -> Double {
            let difference = CSSColor.turned(second) - CSSColor.turned(first)
            let isForward =
                switch self {
                case .shorter: difference < -180 || (0...180).contains(difference)
                case .longer: (-180 < difference && difference <= 0) || difference >= 180
                case .increasing: true
                case .decreasing: false
                }
            let isDone = difference == 0 && self != .longer
            return first
                + (isDone || isForward == (difference > 0)
                    ? difference : isForward ? difference + 360 : difference - 360)
        }
    }

    /// Reduces an angle to the range from 0 up to 360 degrees.
    static func turned(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    /// Mixes two colors in a color space, premultiplied, as in `color-mix()`.
    ///
    /// Reference: CSS Color Module Level 4, section 12; Level 5, section 3.
    ///
    /// - Parameters:
    ///   - first: The first color.
    ///   - second: The second color.
    ///   - weight: The weight of the second color, 0 to 1.
    ///   - space: The space in which they are mixed.
    ///   - hues: The way between hues.
    /// - Returns: The mix, in that space.
    static func mix(
        _ first: CSSColor,
        _ second: CSSColor,
        weight: Double,
        in space: CSSColorSpace,
        hues: HueInterpolation
    ) -> CSSColor {
        var first = first.prepared(for: space)
        var second = second.prepared(for: space)
        for index in 0..<3 {
            first.components[index] = first.components[index] ?? second.components[index]
            second.components[index] = second.components[index] ?? first.components[index]
        }
        first.alpha = first.alpha ?? second.alpha
        second.alpha = second.alpha ?? first.alpha
        let hue = space.hueIndex
        if let hue, let start = first.components[hue], let end = second.components[hue] {
            second.components[hue] = hues.end(from: start, to: end)
        }
        let (opaque, other) = (first.alpha ?? 1, second.alpha ?? 1)
        let alpha = opaque * (1 - weight) + other * weight
        let mixed = (0..<3).map { index -> Double? in
            guard let a = first.components[index], let b = second.components[index] else {
                return nil
            }
            if index == hue || alpha == 0 { return a * (1 - weight) + b * weight }
            return (a * opaque * (1 - weight) + b * other * weight) / alpha
        }
        let mix = CSSColor(space, mixed, alpha: first.alpha == nil ? nil : alpha)
        // CSS converts a mix in HSL or HWB to sRGB.
        return space == .hsl || space == .hwb ? mix.converted(to: .srgb) : mix
    }

    /// Converts the color to the space of a mix; components that are CSS `none`, and the hues of
    /// grays, become nil.
    private func prepared(for other: CSSColorSpace) -> CSSColor {
        if space == other { return self }
        var color = converted(to: other)
        let isGray = other.isGray(color.values)
        for (index, role) in other.roles.enumerated() {
            let isMissing = space.roles.firstIndex(of: role).map { components[$0] == nil } ?? false
            if isMissing || role == .hue && isGray { color.components[index] = nil }
        }
        return color
    }
}

extension CSSColor {
    /// The text color for this background: black or white, whichever contrasts more.
    ///
    /// Reference: CSS Color Module Level 5, section 6, with the contrast of WCAG 2.1.
    var contrasting: CSSColor {
        let luminance = CSSColorSpace.srgb.xyz(CSSColor(straight).values).y
        let isLight = (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05
        return CSSColor(StraightColor(white: isLight ? 0 : 1))
    }
}
