// SPDX-License-Identifier: Apache-2.0

/// The syntax of a color function of CSS, such as `lab()`: its color space, and the names and units
/// of its components.
///
/// Reference: CSS Color Module Level 4, sections 5 to 10; for channels as values, Level 5,
/// section 4.
struct CSSColorFunction: Sendable {
    /// A component of the color, such as the lightness of `lab()`, and the numbers it is written
    /// in.
    struct Channel: Sendable {
        /// The keyword of the component in the relative color syntax, such as `l`.
        let name: String

        /// The number in the function's syntax that is 1 in ``CSSColor``, such as 255 in `rgb()`.
        var unit = 1.0

        /// The value in ``CSSColor`` that 100% stands for; `nil` for a hue without
        /// percentages.
        var whole: Double?

        /// The range to which values in ``CSSColor`` are clamped.
        var limits = unlimited

        /// A range wider than any color of sRGB needs, whose values stay finite when cubed.
        static let unlimited = -1e9...1e9
    }

    /// The names of the function and its aliases, in lower case; empty for `color()`.
    let names: Set<String>

    /// The color space of the components.
    let space: CSSColorSpace

    /// The three components, in the order of the arguments.
    let channels: [Channel]

    /// The older syntax, in which commas separate the arguments, if the function has one.
    var legacy = Legacy.none

    /// Whether components are clamped in the relative color syntax (`from`) as well.
    var limitsRelative = true

    /// The older syntax of a color function, in which commas separate the arguments.
    enum Legacy: Hashable, Sendable {
        /// The function takes no commas between its arguments.
        case none
        /// The arguments are three numbers, or three percentages, as in `rgb()`.
        case alike
        /// The arguments are a hue and two percentages, as in `hsl()`.
        case percentages
    }

    /// Whether CSS had the function before level 4; without `from` and `none`, gradients mix its
    /// colors in encoded sRGB by default.
    var isLegacyFunction: Bool { !names.isEmpty && [.srgb, .hsl, .hwb].contains(space) }

    /// Finds the color function with a name in lower case, such as `hsl`.
    static func named(_ name: String) -> CSSColorFunction? {
        table.first { $0.names.contains(name) }
    }

    /// The syntax of `color()` with a predefined RGB or XYZ color space.
    static func predefined(_ space: CSSColorSpace) -> CSSColorFunction {
        let isXYZ = space == .xyzD50 || space == .xyzD65
        let names = isXYZ ? ["x", "y", "z"] : ["r", "g", "b"]
        return CSSColorFunction(
            names: [],
            space: space,
            channels: names.map { Channel(name: $0, whole: 1) }
        )
    }

    private static let table: [CSSColorFunction] = [
        .init(
            names: ["rgb", "rgba"],
            space: .srgb,
            channels: ["r", "g", "b"].map { .init(name: $0, unit: 255, whole: 1, limits: 0...1) },
            legacy: .alike,
            limitsRelative: false
        ),
        .init(
            names: ["hsl", "hsla"],
            space: .hsl,
            channels: [
                .init(name: "h"),
                .init(name: "s", unit: 100, whole: 1, limits: 0...1e9),
                .init(name: "l", unit: 100, whole: 1),
            ],
            legacy: .percentages,
            limitsRelative: false
        ),
        .init(
            names: ["hwb"],
            space: .hwb,
            channels: [
                .init(name: "h"), .init(name: "w", unit: 100, whole: 1),
                .init(name: "b", unit: 100, whole: 1),
            ]
        ),
        .init(
            names: ["lab"],
            space: .lab,
            channels: [
                .init(name: "l", whole: 100, limits: 0...100), .init(name: "a", whole: 125),
                .init(name: "b", whole: 125),
            ]
        ),
        .init(
            names: ["lch"],
            space: .lch,
            channels: [
                .init(name: "l", whole: 100, limits: 0...100),
                .init(name: "c", whole: 150, limits: 0...1e9), .init(name: "h"),
            ]
        ),
        .init(
            names: ["oklab"],
            space: .oklab,
            channels: [
                .init(name: "l", whole: 1, limits: 0...1), .init(name: "a", whole: 0.4),
                .init(name: "b", whole: 0.4),
            ]
        ),
        .init(
            names: ["oklch"],
            space: .oklch,
            channels: [
                .init(name: "l", whole: 1, limits: 0...1),
                .init(name: "c", whole: 0.4, limits: 0...1e9), .init(name: "h"),
            ]
        ),
    ]
}
