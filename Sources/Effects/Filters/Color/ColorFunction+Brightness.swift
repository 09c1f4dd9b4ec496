// SPDX-License-Identifier: Apache-2.0

extension ColorFunction {
    /// Multiplies color: 0 is black, 1 the picture itself.
    public static func brightness(_ amount: Double) -> ColorFunction {
        ColorFunction(.numbers("brightness", ["amount": amount]), .diagonal(amount))
    }
}

extension FilterFunction {
    static let brightness = FilterFunction(
        "brightness",
        .amount("amount", ColorFunction.strengthRange, default: "1", "0 is black"),
        sentence: "Multiplies colors.",
        standard: .filterEffects
    ) { .color(.brightness($0)) }
}
