// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ColorGrade {
    /// Creates a grade that raises each color channel to a power.
    package static func gamma(_ power: Double) -> ColorGrade {
        ColorGrade(.numbers("gamma", ["power": power]), isIdentity: power == 1) { pow($0, power) }
    }
}

extension FilterFunction {
    static let gamma = FilterFunction(
        "gamma",
        .amount("power", 0.1...10, "above 1 is darker"),
        sentence: "Raises each color channel to a power.",
        standard: .coreImage,
        category: .color,
        identity: "gamma(1)",
        aliases: ["gamma-adjust", "gammaadjust"]
    ) { .grade(.gamma($0)) }
}
