// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

extension StraightColor {
    /// The linear light of red, green and blue, with an error of at most 1e-7.
    ///
    /// Reference: IEC 61966-2-1, with the knee at .04045.
    var light: SIMD3<Double> {
        func linear(_ value: Double) -> Double {
            if value <= 0.04045 { return value / 12.92 }
            let place = min(value, 1) * Double(Self.lightTable.count - 2)
            let index = Int(place)
            let (low, high) = (Self.lightTable[index], Self.lightTable[index + 1])
            return low + (high - low) * (place - Double(index))
        }
        return SIMD3(linear(red), linear(green), linear(blue))
    }

    /// The linear light of the sRGB values 0/2040 to 2041/2040.
    ///
    /// Each eighth value is one of 8 bits; the last one is for interpolation.
    private static let lightTable = (0...2041).map { pow((Double($0) / 2040 + 0.055) / 1.055, 2.4) }

    /// Creates a color from linear light; colors outside of sRGB are clipped.
    init(light: SIMD3<Double>) {
        func encoded(_ value: Double) -> Double {
            let value = min(max(value, 0), 1)
            return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
        }
        self.init(red: encoded(light.x), green: encoded(light.y), blue: encoded(light.z))
    }

    /// The color in Oklab: lightness, and the axes from green to red and from blue to yellow.
    ///
    /// Reference: B. Ottosson, "A perceptual color space for image processing", 2020.
    var oklab: SIMD3<Double> {
        let light = light
        let cones = SIMD3(
            cbrt((SIMD3(0.4122214708, 0.5363325363, 0.0514459929) * light).sum()),
            cbrt((SIMD3(0.2119034982, 0.6806995451, 0.1073969566) * light).sum()),
            cbrt((SIMD3(0.0883024619, 0.2817188376, 0.6299787005) * light).sum())
        )
        return SIMD3(
            (SIMD3(0.2104542553, 0.7936177850, -0.0040720468) * cones).sum(),
            (SIMD3(1.9779984951, -2.4285922050, 0.4505937099) * cones).sum(),
            (SIMD3(0.0259040371, 0.7827717662, -0.8086757660) * cones).sum()
        )
    }

    /// Creates a color from Oklab; colors outside of sRGB are clipped.
    init(oklab: SIMD3<Double>) {
        let roots = SIMD3(
            oklab.x + 0.3963377774 * oklab.y + 0.2158037573 * oklab.z,
            oklab.x - 0.1055613458 * oklab.y - 0.0638541728 * oklab.z,
            oklab.x - 0.0894841775 * oklab.y - 1.2914855480 * oklab.z
        )
        let cones = roots * roots * roots
        self.init(
            light: SIMD3(
                (SIMD3(4.0767416621, -3.3077115913, 0.2309699292) * cones).sum(),
                (SIMD3(-1.2684380046, 2.6097574011, -0.3413193965) * cones).sum(),
                (SIMD3(-0.0041960863, -0.7034186147, 1.7076147010) * cones).sum()
            )
        )
    }
}
