// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ColorGrade {
    /// Creates a grade that stretches the samples between a black and a white point over the whole
    /// range, and raises them to the power 1 / gamma.
    ///
    /// A white point below the black point inverts colors; equal points make a threshold.
    package static func levels(black: Double, white: Double, gamma: Double) -> ColorGrade {
        let value = PlanValue.numbers(
            "levels",
            ["black": black, "white": white, "gamma": gamma]
        )
        let isIdentity = black == 0 && white == 1 && gamma == 1
        return ColorGrade(value, isIdentity: isIdentity) { sample in
            if black == white { return sample >= black ? 1 : 0 }
            let stretched = min(max((sample - black) / (white - black), 0), 1)
            return pow(stretched, 1 / gamma)
        }
    }
}

extension FilterFunction {
    static let levels = FilterFunction(
        "levels",
        .amount("black", 0...1, "the sample that becomes black"),
        .amount("white", 0...1, "the sample that becomes white"),
        .amount("gamma", 0.1...10, default: "1", "above 1 is brighter in between"),
        sentence: "Stretches the colors between a black and a white point over the whole range.",
        standard: .own,
        category: .color,
        identity: "levels(0 1)",
        aliases: ["level"]
    ) { .grade(.levels(black: $0, white: $1, gamma: $2)) }
}
