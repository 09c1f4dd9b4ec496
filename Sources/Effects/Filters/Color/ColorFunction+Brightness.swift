// SPDX-License-Identifier: Apache-2.0

extension ColorFunction {
    /// Creates CSS `brightness()`: multiplies red, green and blue; 0 gives black, 1 changes
    /// nothing.
    package static func brightness(_ amount: Double) -> ColorFunction {
        ColorFunction(.numbers("brightness", ["amount": amount]), .diagonal(amount))
    }
}

extension FilterFunction {
    static let brightness = FilterFunction(
        "brightness",
        .amount(
            "amount",
            ColorFunction.strengthRange,
            isSaturating: true,
            default: "1",
            "0 is black"
        ),
        sentence: "Multiplies colors.",
        standard: .filterEffects,
        category: .color,
        identity: "brightness(1)"
    ) { .color(.brightness($0)) }
}
