// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ColorGrade {
    /// Creates a grade that multiplies light by a power of two.
    package static func exposure(_ stops: Double) -> ColorGrade {
        let factor = exp2(stops)
        return ColorGrade(.numbers("exposure", ["ev": stops]), isIdentity: stops == 0) { sample in
            LightCurve.encode(min(LightCurve.decode(sample) * factor, 1))
        }
    }
}

extension FilterFunction {
    static let exposure = FilterFunction(
        "exposure",
        .amount("ev", -10...10, "stops: 1 doubles the light"),
        sentence: "Multiplies light, as a longer exposure does.",
        standard: .coreImage,
        category: .color,
        identity: "exposure(0)",
        space: .linear,
        aliases: ["exposure-adjust", "exposureadjust"]
    ) { .grade(.exposure($0)) }
}
