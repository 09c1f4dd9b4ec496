// SPDX-License-Identifier: Apache-2.0

extension ColorGrade {
    /// Creates a grade that brightens or darkens dark colors: luminance l becomes
    /// l + amount · l · (1 − l)², and the channels are scaled alike.
    package static func shadows(_ amount: Double) -> ColorGrade {
        let value = PlanValue.numbers("shadows", ["amount": amount])
        let scaling = ColorScaling(by: .luminance) { 1 + amount * (1 - $0) * (1 - $0) }
        return ColorGrade(value, isIdentity: amount == 0, [.scaling(scaling)])
    }
}

extension FilterFunction {
    static let shadows = FilterFunction(
        "shadows",
        .amount("amount", -1...1, "positive values lift dark areas"),
        sentence: "Brightens or darkens dark colors, and keeps black, white and hues.",
        standard: .own,
        category: .color,
        identity: "shadows(0)"
    ) { .grade(.shadows($0)) }
}
