// SPDX-License-Identifier: Apache-2.0

/// A function of CSS for a color in one space, with the names and units of its components.
///
/// Reference: CSS Color Module Level 4, sections 5 to 10; for channels as values, Level 5,
/// section 4.
struct CSSColorFunction: Sendable {
    /// A component.
    struct Channel: Sendable {
        /// The name in a relative color.
        let name: String

        /// The written number for 1 in ``CSSColor``.
        var unit = 1.0

        /// The value of 100%; `nil` for a hue.
        var whole: Double?

        /// The values to which the component is limited.
        var limits = unlimited

        /// A range wider than any color of sRGB needs, whose values stay finite when cubed.
        static let unlimited = -1e9...1e9
    }

    /// The names in lower case.
    let names: Set<String>

    /// The space.
    let space: CSSColorSpace

    /// The three components.
    let channels: [Channel]

    /// The syntax with commas.
    var legacy = Legacy.none

    /// Whether components are limited in a relative color as well.
    var limitsRelative = true

    /// A syntax with commas.
    enum Legacy: Hashable, Sendable {
        /// The function has no syntax with commas.
        case none
        /// Three numbers, or three percentages.
        case alike
        /// A hue and two percentages.
        case percentages
    }

    /// The function with a name in lower case.
    static func named(_ name: String) -> CSSColorFunction? {
        table.first { $0.names.contains(name) }
    }

    /// The form of `color()` with a predefined space.
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
            legacy: .percentages
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
