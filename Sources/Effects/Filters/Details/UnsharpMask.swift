// SPDX-License-Identifier: Apache-2.0

extension Detail {
    /// The accepted amounts of sharpening in filter lists.
    static let amountRange: ClosedRange<Double> = 0...10

    /// Creates a sharpening of luminance: adds an amount of what a blur takes away.
    package static func unsharpMask(sigma: Double, _ amount: Double) -> Detail {
        Detail(
            .numbers("unsharp-mask", ["radius": sigma, "amount": amount]),
            sigma: sigma,
            .sharpen(amount),
            isIdentity: amount == 0
        )
    }
}

extension FilterFunction {
    static let unsharpMask = FilterFunction(
        "unsharp-mask",
        .length("radius", Detail.sigmaRange, "standard deviation"),
        .amount("amount", Detail.amountRange, default: "50%", "of the added detail"),
        sentence: "Sharpens luminance: adds what a blur takes away.",
        standard: .coreImage,
        category: .detail,
        identity: "unsharp-mask(0px 0)",
        aliases: ["unsharpmask", "unsharp", "usm"]
    ) { .detail(.unsharpMask(sigma: $0, $1)) }
}
