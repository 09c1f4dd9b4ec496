// SPDX-License-Identifier: Apache-2.0

/// A color space of CSS, by its name in `color()` and `color-mix()`.
enum CSSColorSpace: String, Hashable, Sendable, CaseIterable {
    case srgb
    case srgbLinear = "srgb-linear"
    case displayP3 = "display-p3"
    case displayP3Linear = "display-p3-linear"
    case a98RGB = "a98-rgb"
    case prophotoRGB = "prophoto-rgb"
    case rec2020
    case xyzD50 = "xyz-d50"
    case xyzD65 = "xyz-d65"
    case lab
    case lch
    case oklab
    case oklch
    case hsl
    case hwb

    /// Finds the color space with a name in lower case; `xyz` means XYZ with the white point D65.
    static func named(_ name: String) -> CSSColorSpace? {
        name == "xyz" ? .xyzD65 : CSSColorSpace(rawValue: name)
    }

    /// The meaning of a component: CSS `none` stays `none` in a conversion to a space with the same
    /// meaning.
    ///
    /// Reference: CSS Color Module Level 4, section 12.2.
    enum Role: Hashable {
        case red, green, blue, lightness, colorfulness, hue, a, b, white, black
    }

    /// The meanings of the three components of a color in this space.
    var roles: [Role] {
        switch self {
        case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
            .xyzD50, .xyzD65:
            [.red, .green, .blue]
        case .lab, .oklab: [.lightness, .a, .b]
        case .lch, .oklch: [.lightness, .colorfulness, .hue]
        case .hsl: [.hue, .colorfulness, .lightness]
        case .hwb: [.hue, .white, .black]
        }
    }

    /// The index of the hue among the three components; nil for a space without a hue.
    var hueIndex: Int? { roles.firstIndex(of: .hue) }

    /// Whether `color()` accepts the name of the space.
    var isPredefined: Bool { roles[0] == .red }

    /// Whether a color is so close to gray that its hue is powerless, as CSS calls it.
    ///
    /// Reference: CSS Color Module Level 4, sections 7 to 9, "powerless".
    func isGray(_ components: SIMD3<Double>) -> Bool {
        switch self {
        case .lch: components[1] <= 0.0015
        case .oklch: components[1] <= 0.000004
        case .hsl: components[1].magnitude <= 0.00001
        case .hwb: components[1] + components[2] >= 0.99999
        case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020,
            .xyzD50, .xyzD65, .lab, .oklab:
            false
        }
    }
}
