// SPDX-License-Identifier: Apache-2.0

extension Detail {
    /// Creates a mix of the image with the darker of itself and a blurred copy.
    package static func gloom(sigma: Double, _ amount: Double) -> Detail {
        Detail(
            .numbers("gloom", ["radius": sigma, "amount": amount]),
            sigma: sigma,
            .gloom(amount),
            isIdentity: amount == 0
        )
    }
}

extension FilterFunction {
    static let gloom = FilterFunction(
        "gloom",
        .length("radius", Detail.sigmaRange, default: "10px", "standard deviation"),
        .fraction("amount", default: "50%", "1 for the lesser of both images"),
        sentence: "Softens edges and darkens the surroundings of dark areas.",
        standard: .coreImage,
        category: .stylize,
        identity: "gloom(0px)"
    ) { .detail(.gloom(sigma: $0, $1)) }
}
