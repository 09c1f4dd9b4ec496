// SPDX-License-Identifier: Apache-2.0

extension ColorFunction {
    /// Creates CSS `contrast()`: multiplies the distance from middle gray; 0 gives gray, 1
    /// changes nothing.
    package static func contrast(_ amount: Double) -> ColorFunction {
        ColorFunction(
            .numbers("contrast", ["amount": amount]),
            .diagonal(amount, bias: 0.5 - 0.5 * amount)
        )
    }
}

extension FilterFunction {
    static let contrast = FilterFunction(
        "contrast",
        .amount(
            "amount",
            ColorFunction.strengthRange,
            isSaturating: true,
            default: "1",
            "0 is gray"
        ),
        sentence: "Multiplies the distance to middle gray.",
        standard: .filterEffects,
        category: .color,
        identity: "contrast(1)"
    ) { .color(.contrast($0)) }
}
