// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Conversions between color spaces of CSS, by way of XYZ with the white point D65.
///
/// Reference: CSS Color Module Level 4, sections 10 and 18, "Sample code for Color Conversions";
/// B. Ottosson, "A perceptual color space for image processing", 2020.
extension CSSColorSpace {
    /// Converts the three components of a color in this space to another space.
    func convert(_ values: SIMD3<Double>, to other: CSSColorSpace) -> SIMD3<Double> {
        if self == other { return values }
        // Without XYZ, whose rounding errors would turn grays into colors with a random hue.
        switch (self, other) {
        case (.hsl, .srgb): return hslToRGB(values)
        case (.hwb, .srgb): return hwbToRGB(values)
        case (.srgb, .hsl), (.hwb, .hsl): return rgbToHSL(convert(values, to: .srgb))
        case (.srgb, .hwb), (.hsl, .hwb): return rgbToHWB(convert(values, to: .srgb))
        case (_, _): return other.components(ofXYZ: xyz(values))
        }
    }

    /// Converts the three components of a color in this space to XYZ with the white point D65.
    func xyz(_ values: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .prophotoRGB, .rec2020:
            let xyz = primaries * values.map(linear)
            return self == .prophotoRGB ? .fromD50 * xyz : xyz
        case .xyzD65: return values
        case .xyzD50: return .fromD50 * values
        case .lab: return .fromD50 * labToXYZ(values)
        case .oklab: return .fromCones * (.fromOklab * values).map { $0 * $0 * $0 }
        case .lch: return CSSColorSpace.lab.xyz(rectangular(values))
        case .oklch: return CSSColorSpace.oklab.xyz(rectangular(values))
        case .hsl: return CSSColorSpace.srgb.xyz(hslToRGB(values))
        case .hwb: return CSSColorSpace.srgb.xyz(hwbToRGB(values))
        }
    }

    /// Converts XYZ with the white point D65 to the components of this space.
    func components(ofXYZ xyz: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .rec2020:
            return (primaries.inverse * xyz).map(encoded)
        case .prophotoRGB: return (primaries.inverse * (.fromD50.inverse * xyz)).map(encoded)
        case .xyzD65: return xyz
        case .xyzD50: return .fromD50.inverse * xyz
        case .lab: return xyzToLab(.fromD50.inverse * xyz)
        case .oklab: return .fromOklab.inverse * (.fromCones.inverse * xyz).map(cbrt)
        case .lch: return polar(CSSColorSpace.lab.components(ofXYZ: xyz))
        case .oklch: return polar(CSSColorSpace.oklab.components(ofXYZ: xyz))
        case .hsl: return rgbToHSL(CSSColorSpace.srgb.components(ofXYZ: xyz))
        case .hwb: return rgbToHWB(CSSColorSpace.srgb.components(ofXYZ: xyz))
        }
    }

    // MARK: Red, green and blue

    /// The matrix from linear red, green and blue to XYZ with the white point of this color space.
    private var primaries: ColorTransform {
        switch self {
        case .displayP3, .displayP3Linear: .displayP3
        case .a98RGB: .a98RGB
        case .prophotoRGB: .prophotoRGB
        case .rec2020: .rec2020
        case .srgb, .srgbLinear, .xyzD50, .xyzD65, .lab, .lch, .oklab, .oklch, .hsl, .hwb: .srgb
        }
    }

    private func linear(_ value: Double) -> Double {
        let size = value.magnitude
        let result: Double
        switch self {
        case .srgb, .displayP3:
            result = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        case .a98RGB: result = pow(size, 563.0 / 256)
        case .prophotoRGB: result = size <= 16.0 / 512 ? size / 16 : pow(size, 1.8)
        case .rec2020:
            // The transfer function of cameras (OETF), as in browsers, not the display curve.
            result =
                size < 4.5 * cameraToe
                ? size / 4.5 : pow((size + cameraScale - 1) / cameraScale, 1 / 0.45)
        case .srgbLinear, .displayP3Linear, .xyzD50, .xyzD65, .lab, .lch, .oklab, .oklch, .hsl,
            .hwb:
            return value
        }
        return value < 0 ? -result : result
    }

    private func encoded(_ value: Double) -> Double {
        let size = value.magnitude
        let result: Double
        switch self {
        case .srgb, .displayP3:
            result = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        case .a98RGB: result = pow(size, 256.0 / 563)
        case .prophotoRGB: result = size < 1.0 / 512 ? size * 16 : pow(size, 1 / 1.8)
        case .rec2020:
            result =
                size < cameraToe ? size * 4.5 : cameraScale * pow(size, 0.45) - (cameraScale - 1)
        case .srgbLinear, .displayP3Linear, .xyzD50, .xyzD65, .lab, .lch, .oklab, .oklch, .hsl,
            .hwb:
            return value
        }
        return value < 0 ? -result : result
    }
}

/// The constant α of the transfer function of BT.2020.
///
/// Reference: Recommendation ITU-R BT.2020, table 4.
private let cameraScale = 1.09929682680944
private let cameraToe = 0.018053968510807

// MARK: Lab

private let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)

private func labToXYZ(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    let (x, z) = (y + lab.y / 500, y - lab.z / 200)
    func part(_ value: Double) -> Double {
        value * value * value > 216.0 / 24_389
            ? value * value * value : (116 * value - 16) * 27 / 24_389
    }
    return white * SIMD3(part(x), lab.x > 8 ? y * y * y : lab.x * 27 / 24_389, part(z))
}

private func xyzToLab(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let f = (xyz / white).map { value in
        value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116
    }
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
}

private func rectangular(_ lch: SIMD3<Double>) -> SIMD3<Double> {
    let angle = lch.z * .pi / 180
    return SIMD3(lch.x, lch.y * cos(angle), lch.y * sin(angle))
}

private func polar(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(lab.x, hypot(lab.y, lab.z), atan2(lab.z, lab.y) * 180 / .pi)
}

// MARK: Hues

/// Converts hue in degrees, saturation and lightness to encoded sRGB.
///
/// Reference: CSS Color Module Level 4, section 7.1.
private func hslToRGB(_ hsl: SIMD3<Double>) -> SIMD3<Double> {
    let turned = hsl.x.truncatingRemainder(dividingBy: 360)
    let hue = turned < 0 ? turned + 360 : turned
    return SIMD3(0, 8, 4).map { offset in
        let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
        return hsl.z - hsl.y * min(hsl.z, 1 - hsl.z) * max(-1, min(k - 3, 9 - k, 1))
    }
}

/// Converts encoded sRGB to hue in degrees, saturation and lightness.
///
/// Reference: CSS Color Module Level 4, section 7.2.
private func rgbToHSL(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let (most, least) = (rgb.max(), rgb.min())
    let lightness = (most + least) / 2
    let range = most - least
    if range < 1e-9 { return SIMD3(0, 0, lightness) }
    let isEnd = lightness == 0 || lightness == 1
    var saturation = isEnd ? 0 : (most - lightness) / min(lightness, 1 - lightness)
    var hue: Double
    if most == rgb.x {
        hue = (rgb.y - rgb.z) / range
    } else if most == rgb.y {
        hue = (rgb.z - rgb.x) / range + 2
    } else {
        hue = (rgb.x - rgb.y) / range + 4
    }
    if saturation < 0 {
        hue += 3
        saturation = -saturation
    }
    return SIMD3((hue + 6).truncatingRemainder(dividingBy: 6) * 60, saturation, lightness)
}

/// Converts hue in degrees, whiteness and blackness to encoded sRGB.
///
/// Reference: CSS Color Module Level 4, section 8.1.
private func hwbToRGB(_ hwb: SIMD3<Double>) -> SIMD3<Double> {
    let sum = hwb.y + hwb.z
    if sum >= 1 { return SIMD3(repeating: hwb.y / sum) }
    return hslToRGB(SIMD3(hwb.x, 1, 0.5)) * (1 - sum) + hwb.y
}

private func rgbToHWB(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(rgbToHSL(rgb).x, rgb.min(), 1 - rgb.max())
}
