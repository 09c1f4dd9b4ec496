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

    /// The space with a name in lower case; `xyz` is that with D65.
    static func named(_ name: String) -> CSSColorSpace? {
        name == "xyz" ? .xyzD65 : CSSColorSpace(rawValue: name)
    }

    /// The meaning of a component; a missing one stays missing in a space with the same.
    ///
    /// Reference: CSS Color Module Level 4, section 12.2.
    enum Role: Hashable {
        case red, green, blue, lightness, colorfulness, hue, a, b, white, black
    }

    /// The meanings of the three components.
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

    /// The index of the hue, if there is one.
    var hueIndex: Int? { roles.firstIndex(of: .hue) }

    /// Whether `color()` takes the space.
    var isPredefined: Bool { roles[0] == .red }

    /// Whether components that belong to a hue have so little color that it means nothing.
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
