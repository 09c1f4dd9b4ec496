// SPDX-License-Identifier: Apache-2.0

extension Detail {
    /// Creates a mix of the image with the brighter of itself and a blurred copy.
    package static func bloom(sigma: Double, _ amount: Double) -> Detail {
        Detail(
            .numbers("bloom", ["radius": sigma, "amount": amount]),
            sigma: sigma,
            .bloom(amount),
            isIdentity: amount == 0
        )
    }
}

extension FilterFunction {
    static let bloom = FilterFunction(
        "bloom",
        .length("radius", Detail.sigmaRange, default: "10px", "standard deviation"),
        .fraction("amount", default: "50%", "1 for the greater of both images"),
        sentence: "Softens edges and makes bright areas glow.",
        standard: .coreImage,
        category: .stylize,
        identity: "bloom(0px)"
    ) { .detail(.bloom(sigma: $0, $1)) }
}
