// SPDX-License-Identifier: Apache-2.0

extension Neighborhood {
    /// Creates a blur by a square that reaches a whole number of pixels to each side.
    package static func box(radius: Int) -> Neighborhood {
        Neighborhood(
            .numbers("box-blur", ["radius": Double(radius)]),
            .box(radius: radius),
            isIdentity: radius == 0
        )
    }
}

extension FilterFunction {
    static let boxBlur = FilterFunction(
        "box-blur",
        .wholeLength("radius", 0...1000, "the square reaches this far to each side"),
        sentence: "The mean of a square around each pixel.",
        standard: .coreImage,
        category: .blur,
        identity: "box-blur(0px)",
        aliases: ["boxblur"]
    ) { .neighborhood(.box(radius: $0)) }
}
