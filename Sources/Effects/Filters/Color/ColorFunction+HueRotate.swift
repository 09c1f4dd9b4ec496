// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

extension ColorFunction {
    /// Creates CSS `hue-rotate()`: rotates hues by an angle in degrees.
    package static func hueRotate(_ degrees: Double) -> ColorFunction {
        ColorFunction(.numbers("hue-rotate", ["degrees": degrees]), .hueRotation(degrees))
    }
}

extension FilterFunction {
    static let hueRotate = FilterFunction(
        "hue-rotate",
        .angle("angle", default: "0deg", "of the rotation"),
        sentence: "Rotates hues.",
        standard: .filterEffects,
        category: .color,
        identity: "hue-rotate(0deg)",
        synonyms: ["hue"]
    ) { .color(.hueRotate($0)) }
}

extension ColorMatrix {
    /// The color matrix that rotates hues by an angle in degrees.
    ///
    /// Reference: Filter Effects Module Level 1, `feColorMatrix` of type `hueRotate`.
    fileprivate static func hueRotation(_ degrees: Double) -> ColorMatrix {
        let turn = Turn(degrees: degrees)
        if turn.sine == 0 && turn.cosine == 1 { return identity }
        let (c, s) = (turn.cosine, turn.sine)
        func row(_ identity: Row, _ sines: (Double, Double, Double)) -> Row {
            func entry(_ weight: Double, _ unit: Double, _ sine: Double) -> Double {
                weight + c * (unit - weight) + s * sine
            }
            return Row(
                entry(0.2126, identity.red, sines.0),
                entry(0.7152, identity.green, sines.1),
                entry(0.0722, identity.blue, sines.2)
            )
        }
        return ColorMatrix(
            red: row(identity.red, (-0.2126, -0.7152, 0.9278)),
            green: row(identity.green, (0.143, 0.140, -0.283)),
            blue: row(identity.blue, (-0.7874, 0.7152, 0.0722))
        )
    }
}

/// The sine and cosine of an angle, exact for multiples of 90°.
private struct Turn {
    let sine: Double
    let cosine: Double

    init(degrees: Double) {
        let angle = degrees.remainder(dividingBy: 360)
        switch angle {
        case 0: (sine, cosine) = (0, 1)
        case 90: (sine, cosine) = (1, 0)
        case -90: (sine, cosine) = (-1, 0)
        case 180, -180: (sine, cosine) = (0, -1)
        default:
            let radians = angle * .pi / 180
            (sine, cosine) = (sin(radians), cos(radians))
        }
    }
}
