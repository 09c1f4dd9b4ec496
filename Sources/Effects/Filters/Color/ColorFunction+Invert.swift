// SPDX-License-Identifier: Apache-2.0

extension ColorFunction {
    /// Creates CSS `invert()`: mixes colors with their negatives, by `0...1`.
    package static func invert(_ amount: Double) -> ColorFunction {
        ColorFunction(
            .numbers("invert", ["amount": amount]),
            .diagonal(1 - 2 * amount, bias: amount)
        )
    }
}

extension FilterFunction {
    static let invert = FilterFunction(
        "invert",
        .fraction("amount", default: "1", "1 is the negative"),
        sentence: "Mixes with the negative.",
        standard: .filterEffects,
        category: .color,
        identity: "invert(0)",
        aliases: ["color-invert", "colorinvert"],
        synonyms: ["negate"]
    ) { .color(.invert($0)) }
}
