// SPDX-License-Identifier: Apache-2.0

/// A CSS unit of length or angle, and its conversion to pixels or degrees.
struct CSSUnit {
    /// The dimension of the unit: length or angle.
    let dimension: CSSNumber.Dimension

    /// The numerator of the unit's size in pixels or degrees.
    let factor: Double

    /// The denominator of the unit's size in pixels or degrees.
    let divisor: Double

    /// Converts a number in this unit to pixels or degrees.
    func callAsFunction(_ number: Double) -> CSSNumber {
        CSSNumber(value: number * factor / divisor, dimension: dimension)
    }

    /// Finds the unit with a name in lower case, such as `cm`.
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

    /// Whether a unit's name is `pt`, whose size depends on the pixels per point.
    static func isPoint(_ name: String) -> Bool { name == "pt" }

    /// Whether a unit depends on a viewport, a container or the metrics of a font, such as `vw`.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 6.1; CSS Conditional Rules Module
    /// Level 5, section 8.
    static func isRelative(_ name: String) -> Bool { relativeNames.contains(name) }

    /// The pixels of each unit of length but `pt`, as numerators and denominators.
    ///
    /// An image has no font, so font units use the initial text size, and the parts of it
    /// that are assumed without a font.
    ///
    /// Reference: CSS Values and Units Module Level 4, sections 6.1 and 6.2.
    private static let pixels: [String: (Double, Double)] = [
        "px": (1, 1), "in": (96, 1), "cm": (96, 2.54), "mm": (96, 25.4), "q": (96, 101.6),
        "pc": (16, 1),
        "em": (16, 1), "ex": (8, 1), "ch": (8, 1), "ic": (16, 1),
        "rem": (16, 1), "rex": (8, 1), "rch": (8, 1), "ric": (16, 1),
    ]

    /// The degrees of each unit of angle, as numerators and denominators.
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
