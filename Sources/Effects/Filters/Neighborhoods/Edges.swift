// SPDX-License-Identifier: Apache-2.0

extension Neighborhood {
    /// Creates a drawing of edges in their colors on black.
    package static func edges(_ amount: Double) -> Neighborhood {
        Neighborhood(
            .numbers("edges", ["amount": amount]),
            .gradient(amount),
            isIdentity: false
        )
    }
}

extension FilterFunction {
    static let edges = FilterFunction(
        "edges",
        .amount("amount", 0...10, default: "1", "of the brightness of edges"),
        sentence: "Shows edges on black: the length of the gradient of each channel.",
        standard: .coreImage,
        category: .stylize,
        aliases: ["sobel", "edge-detect"]
    ) { .neighborhood(.edges($0)) }
}
