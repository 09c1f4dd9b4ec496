// SPDX-License-Identifier: Apache-2.0

extension Neighborhood {
    /// Creates a blur by a disc, as of a lens out of focus.
    package static func disc(radius: Double) -> Neighborhood {
        Neighborhood(
            .numbers("disc-blur", ["radius": radius]),
            .disc(radius: radius),
            isIdentity: radius <= 0.5
        )
    }
}

extension FilterFunction {
    static let discBlur = FilterFunction(
        "disc-blur",
        .length("radius", 0...100, "of the disc; up to half a pixel changes nothing"),
        sentence: "The mean of a disc around each pixel, as of a lens out of focus.",
        standard: .coreImage,
        category: .blur,
        identity: "disc-blur(0px)",
        aliases: ["discblur"]
    ) { .neighborhood(.disc(radius: $0)) }
}
