// SPDX-License-Identifier: Apache-2.0

extension FilterFunction {
    static let convolve = FilterFunction(
        "convolve",
        .numbers("weights", -100...100, count: 9, "row by row from the top left"),
        sentence: "Sums the pixels around each pixel times weights; alpha stays.",
        standard: .coreImage,
        category: .detail,
        identity: "convolve(0 0 0 0 1 0 0 0 0)",
        aliases: ["convolution-3x3", "convolution3x3", "conv"]
    ) { weights in
        .neighborhood(
            Neighborhood(
                .record("convolve", [.init("weights", .list(weights.map { .number($0) }))]),
                .convolution(weights),
                isIdentity: weights == [0, 0, 0, 0, 1, 0, 0, 0, 0]
            )
        )
    }
}
