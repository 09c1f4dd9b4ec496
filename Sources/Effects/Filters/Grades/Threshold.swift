// SPDX-License-Identifier: Apache-2.0

import Raster

extension ColorGrade {
    /// Creates a grade that makes colors white from a luminance on, and black below it.
    package static func threshold(_ level: Double) -> ColorGrade {
        ColorGrade(
            .numbers("threshold", ["level": level]),
            [
                .matrix(ColorFunction.grayscale(1).matrix),
                .curves(ToneCurves { $0 >= level ? 1 : 0 }),
            ]
        )
    }
}

extension FilterFunction {
    static let threshold = FilterFunction(
        "threshold",
        .amount("level", 0...1, default: "50%", "the least luminance that becomes white"),
        sentence: "Makes bright colors white and all others black.",
        standard: .coreImage,
        category: .stylize,
        aliases: ["color-threshold", "colorthreshold", "binarize"]
    ) { .grade(.threshold($0)) }
}
