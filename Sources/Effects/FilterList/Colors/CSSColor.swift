// SPDX-License-Identifier: Apache-2.0

import Raster

/// A color of CSS in the space that it was written in.
///
/// Components of colors with red, green and blue span 0 to 1, and may exceed it. Hues are degrees;
/// saturation, whiteness and the like span 0 to 1; those of Lab and Oklab are as in CSS.
struct CSSColor: Hashable {
    /// The space.
    var space: CSSColorSpace

    /// The components; a missing one is `nil`, and counts as 0 unless colors are mixed.
    var components: [Double?]

    /// The alpha, limited to 0 to 1; `nil` if it is missing.
    var alpha: Double?

    /// Creates a color from its components.
    init(_ space: CSSColorSpace, _ components: [Double?], alpha: Double?) {
        self.space = space
        self.components = components
        self.alpha = alpha
    }

    /// Creates a color in sRGB.
    init(_ color: StraightColor) {
        self.init(.srgb, [color.red, color.green, color.blue], alpha: color.alpha)
    }

    /// The components, 0 for missing ones.
    var values: SIMD3<Double> {
        SIMD3(components[0] ?? 0, components[1] ?? 0, components[2] ?? 0)
    }

    /// Converts the color to another space; no component is missing then.
    func converted(to other: CSSColorSpace) -> CSSColor {
        let values = space.convert(values, to: other)
        return CSSColor(other, [values.x, values.y, values.z], alpha: alpha)
    }

    /// The color in sRGB, clipped to 0 to 1.
    var straight: StraightColor {
        var own = values
        if space == .hsl {
            own.clamp(lowerBound: SIMD3(own.x, 0, 0), upperBound: SIMD3(own.x, 1, 1))
        }
        var values = space.convert(own, to: .srgb)
        values.clamp(lowerBound: .zero, upperBound: .one)
        return StraightColor(red: values.x, green: values.y, blue: values.z, alpha: alpha ?? 0)
    }

    /// Whether the color is one of sRGB, so that nothing is clipped.
    var isInStandardGamut: Bool {
        if space == .hsl || space == .hwb { return true }
        let values = space.convert(values, to: .srgb)
        return (0..<3).allSatisfy { (-1e-6...1 + 1e-6).contains(values[$0]) }
    }
}

extension CSSColor {
    /// The way from one hue to another.
    ///
    /// Reference: CSS Color Module Level 4, section 12.4.
    enum HueInterpolation: String, CaseIterable {
        case shorter, longer, increasing, decreasing

        /// The second hue, moved by whole turns so that the way leads there.
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

    /// The angle from 0 to 360.
    private static func turned(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    /// Mixes two colors.
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
        // As a color, the mix in these is one of sRGB.
        return space == .hsl || space == .hwb ? mix.converted(to: .srgb) : mix
    }

    /// The color in a space for mixing; components that were missing, or have no meaning there, are missing.
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
    /// Black or white, whichever contrasts more.
    ///
    /// Reference: CSS Color Module Level 5, section 6, with the contrast of WCAG 2.1.
    var contrasting: CSSColor {
        let luminance = CSSColorSpace.srgb.xyz(CSSColor(straight).values).y
        let isLight = (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05
        return CSSColor(StraightColor(white: isLight ? 0 : 1))
    }
}
