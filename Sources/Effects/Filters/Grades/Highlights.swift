// SPDX-License-Identifier: Apache-2.0

extension ColorGrade {
    /// Creates a grade that brightens or darkens bright colors: luminance l becomes
    /// l + amount · l² · (1 − l), and the channels are scaled alike.
    package static func highlights(_ amount: Double) -> ColorGrade {
        let value = PlanValue.numbers("highlights", ["amount": amount])
        let scaling = ColorScaling(by: .luminance) { 1 + amount * $0 * (1 - $0) }
        return ColorGrade(value, isIdentity: amount == 0, [.scaling(scaling)])
    }
}

extension FilterFunction {
    static let highlights = FilterFunction(
        "highlights",
        .amount("amount", -1...1, "negative values recover bright areas"),
        sentence: "Brightens or darkens bright colors, and keeps black, white and hues.",
        standard: .own,
        category: .color,
        identity: "highlights(0)",
        aliases: ["highlight"]
    ) { .grade(.highlights($0)) }
}
