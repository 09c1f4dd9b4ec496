// SPDX-License-Identifier: Apache-2.0

extension Neighborhood {
    /// Creates a relief with light from the bottom right: an amount of the differences along the
    /// diagonal is added to the image.
    package static func emboss(_ amount: Double) -> Neighborhood {
        Neighborhood(
            .numbers("emboss", ["amount": amount]),
            .convolution([-2 * amount, -amount, 0, -amount, 1, amount, 0, amount, 2 * amount]),
            isIdentity: amount == 0
        )
    }
}

extension FilterFunction {
    static let emboss = FilterFunction(
        "emboss",
        .amount("amount", 0...10, default: "1", "0 for no change"),
        sentence: "Adds a relief, by the weights −2 −1 0, −1 1 1, 0 1 2 for an amount of 1.",
        standard: .own,
        category: .stylize,
        identity: "emboss(0)"
    ) { .neighborhood(.emboss($0)) }
}
