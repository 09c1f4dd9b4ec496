// SPDX-License-Identifier: Apache-2.0

extension ColorGrade {
    /// Creates a grade that rounds each color channel to the nearest of a few equally spaced levels.
    package static func posterize(_ levels: Int) -> ColorGrade {
        let steps = Double(levels - 1)
        return ColorGrade(.numbers("posterize", ["levels": Double(levels)])) {
            ($0 * steps).rounded() / steps
        }
    }
}

extension FilterFunction {
    static let posterize = FilterFunction(
        "posterize",
        .wholeNumber("levels", 2...256, default: "6", "of each channel, from black to white"),
        sentence: "Rounds each color channel to a few levels.",
        standard: .coreImage,
        category: .stylize,
        aliases: ["color-posterize", "colorposterize"]
    ) { .grade(.posterize($0)) }
}
