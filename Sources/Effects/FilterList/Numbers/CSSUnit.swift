// SPDX-License-Identifier: Apache-2.0

/// A unit of length or of angle.
struct CSSUnit {
    /// The dimension of a value in the unit.
    let dimension: CSSNumber.Dimension

    /// The pixels or degrees of `divisor` units.
    let factor: Double

    /// The units that have `factor` pixels or degrees.
    let divisor: Double

    /// Converts a number of units.
    func callAsFunction(_ number: Double) -> CSSNumber {
        CSSNumber(value: number * factor / divisor, dimension: dimension)
    }

    /// The unit with a name in lower case.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - scale: The pixels of one `pt`.
    /// - Returns: `nil` for other names.
    static func named(_ name: String, scale: Double) -> CSSUnit? {
        if isPoint(name) { return CSSUnit(dimension: .length, factor: scale, divisor: 1) }
        if let (factor, divisor) = pixels[name] {
            return CSSUnit(dimension: .length, factor: factor, divisor: divisor)
        }
        return degrees[name].map { factor, divisor in
            CSSUnit(dimension: .angle, factor: factor, divisor: divisor)
        }
    }

    /// Whether a name is `pt`, whose size in pixels is the scale.
    static func isPoint(_ name: String) -> Bool { name == "pt" }

    /// Whether a name is that of a unit that depends on a viewport, a container or the metrics of
    /// a font.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 6.1; CSS Conditional Rules Module
    /// Level 5, section 8.
    static func isRelative(_ name: String) -> Bool { relativeNames.contains(name) }

    /// The pixels of each other unit of length, as quotients.
    ///
    /// A picture has no font, so those of fonts have the initial size of text, and the parts of it
    /// that are assumed without a font.
    ///
    /// Reference: CSS Values and Units Module Level 4, sections 6.1 and 6.2.
    private static let pixels: [String: (Double, Double)] = [
        "px": (1, 1), "in": (96, 1), "cm": (96, 2.54), "mm": (96, 25.4), "q": (96, 101.6),
        "pc": (16, 1),
        "em": (16, 1), "ex": (8, 1), "ch": (8, 1), "ic": (16, 1),
        "rem": (16, 1), "rex": (8, 1), "rch": (8, 1), "ric": (16, 1),
    ]

    /// The degrees of each unit of angle, as quotients.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 7.1.
    private static let degrees: [String: (Double, Double)] = [
        "deg": (1, 1), "grad": (360, 400), "rad": (180, .pi), "turn": (360, 1),
    ]

    private static let relativeNames: Set<String> = {
        var names: Set<String> = ["cap", "lh", "rcap", "rlh"]
        let sides = ["w", "h", "i", "b", "min", "max"]
        for prefix in ["v", "sv", "lv", "dv", "cq"] {
            names.formUnion(sides.map { prefix + $0 })
        }
        return names
    }()
}
