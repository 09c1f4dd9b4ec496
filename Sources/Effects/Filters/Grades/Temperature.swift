// SPDX-License-Identifier: Apache-2.0

import Raster

/// The white of a light with a color temperature, as the chromaticity (u, v) of CIE 1960.
///
/// Reference: M. Krystek, "An algorithm to calculate correlated colour temperature", Color Research
/// and Application 10(1), 1985.
private struct WhitePoint {
    let u: Double
    let v: Double

    /// Creates the white of a black body, moved off its locus by a tint.
    ///
    /// - Parameters:
    ///   - kelvin: The temperature.
    ///   - tint: The distance from the locus times 3000; positive is towards green.
    init(kelvin: Double, tint: Double) {
        let (u, v) = Self.locus(kelvin)
        let (nextU, nextV) = Self.locus(kelvin + 1)
        let (du, dv) = (nextU - u, nextV - v)
        let length = (du * du + dv * dv).squareRoot()
        // Towards higher temperatures u and v fall; green lies to the right of that.
        self.u = u + dv / length * tint / 3000
        self.v = v - du / length * tint / 3000
    }

    private static func locus(_ t: Double) -> (Double, Double) {
        let u =
            (0.860_117_757 + 1.541_182_54e-4 * t + 1.286_412_12e-7 * t * t)
            / (1 + 8.424_202_35e-4 * t + 7.081_451_63e-7 * t * t)
        let v =
            (0.317_398_726 + 4.228_062_45e-5 * t + 4.204_816_91e-8 * t * t)
            / (1 - 2.897_418_16e-5 * t + 1.614_560_53e-7 * t * t)
        return (u, v)
    }

    /// The color XYZ of the white, with Y = 1.
    var xyz: SIMD3<Double> {
        SIMD3(1.5 * u / v, 1, (4 - u - 10 * v) / (2 * v))
    }
}

extension ColorGrade {
    /// Creates a grade that makes the white of a light neutral, by adaptation of cone responses.
    ///
    /// Reference: the linear Bradford transform, ICC.1:2022, annex E.
    package static func temperature(_ kelvin: Double, tint: Double) -> ColorGrade {
        let value = PlanValue.numbers("temperature", ["kelvin": kelvin, "tint": tint])
        let cones = ColorTransform.bradford * WhitePoint(kelvin: kelvin, tint: tint).xyz
        let neutral = ColorTransform.bradford * WhitePoint(kelvin: 6500, tint: 0).xyz
        let gains = neutral / cones
        let (fromLight, fromCones) = (ColorTransform.srgb, ColorTransform.bradford.inverse)
        let toLight = fromLight.inverse
        func column(_ unit: SIMD3<Double>) -> SIMD3<Double> {
            toLight * (fromCones * (ColorTransform.bradford * (fromLight * unit) * gains))
        }
        let (red, green, blue) = (column([1, 0, 0]), column([0, 1, 0]), column([0, 0, 1]))
        func row(_ index: Int) -> ColorMatrix.Row { .init(red[index], green[index], blue[index]) }
        let matrix = ColorMatrix(red: row(0), green: row(1), blue: row(2))
        return ColorGrade(
            value,
            isIdentity: kelvin == 6500 && tint == 0,
            [
                .curves(ToneCurves(LightCurve.decode)), .matrix(matrix),
                .curves(ToneCurves(LightCurve.encode)),
            ]
        )
    }
}

extension FilterFunction {
    static let temperature = FilterFunction(
        "temperature",
        .number("kelvin", 2000...15_000, "of the light; above 6500 is warmer"),
        .number("tint", -150...150, default: "0", "of the light; above 0 is more magenta"),
        sentence: "White balance: makes the white of a light neutral.",
        standard: .coreImage,
        category: .color,
        identity: "temperature(6500)",
        space: .linear,
        aliases: ["white-balance", "temperature-and-tint", "temperatureandtint"]
    ) { .grade(.temperature($0, tint: $1)) }
}
