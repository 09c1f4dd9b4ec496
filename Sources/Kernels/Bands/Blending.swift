// SPDX-License-Identifier: Apache-2.0

/// A function that mixes a backdrop color and a source color, for one ``Raster/BlendMode``.
///
/// Colors span 0 to 65,535, in which samples are exact; the fourth element is unused.
///
/// Reference: W3C, Compositing and Blending Level 1, section 10.
protocol Blending {
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float>
}

/// The greatest 16-bit sample, 65,535, in floating point.
let fullSample: Float = 65_535

enum MultiplyBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        backdrop * source / fullSample
    }
}

enum ScreenBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        backdrop + source - backdrop * source / fullSample
    }
}

enum OverlayBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        HardLightBlending.blend(source, backdrop)
    }
}

enum DarkenBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        pointwiseMin(backdrop, source)
    }
}

enum LightenBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        pointwiseMax(backdrop, source)
    }
}

enum ColorDodgeBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let full = SIMD4(repeating: fullSample)
        // Samples are whole numbers, so the divisor is 0 or at least 1.
        let missing = full - source
        let quotient = backdrop * fullSample / pointwiseMax(missing, SIMD4(repeating: 1))
        return pointwiseMin(quotient, full)
            .replacing(with: fullSample, where: missing .<= 0)
            .replacing(with: 0, where: backdrop .<= 0)
    }
}

enum ColorBurnBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let full = SIMD4(repeating: fullSample)
        return full - ColorDodgeBlending.blend(full - backdrop, full - source)
    }
}

enum HardLightBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let double = source + source
        let dark = backdrop * double / fullSample
        let light = ScreenBlending.blend(backdrop, double - fullSample)
        return light.replacing(with: dark, where: double .<= fullSample)
    }
}

enum SoftLightBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let b = backdrop / fullSample
        let strength = (source + source - fullSample) / fullSample
        let dark = b + strength * b * (1 - b)
        let polynomial = ((16 * b - 12) * b + 4) * b
        let d = b.squareRoot().replacing(with: polynomial, where: b .<= 0.25)
        let light = b + strength * (d - b)
        return light.replacing(with: dark, where: strength .<= 0) * fullSample
    }
}

enum DifferenceBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        pointwiseMax(backdrop - source, source - backdrop)
    }
}

enum ExclusionBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        backdrop + source - 2 * backdrop * source / fullSample
    }
}

/// The blend mode `plus-darker`: the complement of the sum of the complements of both colors.
enum PlusDarkerBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        pointwiseMax(backdrop + source - fullSample, SIMD4())
    }
}

enum LinearDodgeBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        pointwiseMin(backdrop + source, SIMD4(repeating: fullSample))
    }
}

enum LinearLightBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let sum = backdrop + source + source - fullSample
        return pointwiseMin(pointwiseMax(sum, SIMD4()), SIMD4(repeating: fullSample))
    }
}

enum VividLightBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let double = source + source
        let dark = ColorBurnBlending.blend(backdrop, double)
        let light = ColorDodgeBlending.blend(backdrop, double - fullSample)
        return light.replacing(with: dark, where: double .<= fullSample)
    }
}

enum PinLightBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        let double = source + source
        let dark = pointwiseMin(backdrop, double)
        let light = pointwiseMax(backdrop, double - fullSample)
        return light.replacing(with: dark, where: double .<= fullSample)
    }
}

enum SubtractBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        pointwiseMax(backdrop - source, SIMD4())
    }
}

enum DivideBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        // A quotient by 0 is white, as that by the least sample nearly is; black stays black.
        let quotient = backdrop * fullSample / pointwiseMax(source, SIMD4(repeating: 1))
        return pointwiseMin(quotient, SIMD4(repeating: fullSample))
            .replacing(with: fullSample, where: source .<= 0 .& backdrop .> 0)
    }
}

enum HueBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        source.settingSaturation(backdrop.saturation).settingLuminosity(backdrop.luminosity)
    }
}

enum SaturationBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        backdrop.settingSaturation(source.saturation).settingLuminosity(backdrop.luminosity)
    }
}

enum ColorBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        source.settingLuminosity(backdrop.luminosity)
    }
}

enum LuminosityBlending: Blending {
    @inline(__always)
    static func blend(_ backdrop: SIMD4<Float>, _ source: SIMD4<Float>) -> SIMD4<Float> {
        backdrop.settingLuminosity(source.luminosity)
    }
}

/// The functions of hue, saturation and luminosity for non-separable blend modes: section 10.2 of
/// Compositing and Blending Level 1.
extension SIMD4<Float> {
    @inline(__always)
    fileprivate var luminosity: Float { 0.3 * self[0] + 0.59 * self[1] + 0.11 * self[2] }

    @inline(__always)
    private var least: Float { Swift.min(self[0], self[1], self[2]) }

    @inline(__always)
    private var greatest: Float { Swift.max(self[0], self[1], self[2]) }

    @inline(__always)
    fileprivate var saturation: Float { greatest - least }

    @inline(__always)
    fileprivate func settingSaturation(_ saturation: Float) -> SIMD4<Float> {
        let (least, range) = (least, self.saturation)
        return range > 0 ? (self - least) * (saturation / range) : SIMD4()
    }

    @inline(__always)
    fileprivate func settingLuminosity(_ luminosity: Float) -> SIMD4<Float> {
        (self + (luminosity - self.luminosity)).clipped
    }

    @inline(__always)
    private var clipped: SIMD4<Float> {
        let (luminosity, least, greatest) = (luminosity, least, greatest)
        var color = self
        // Grays beyond the range by a rounding error have no hue; they are clamped at the end.
        if least < 0, luminosity > least {
            color = luminosity + (color - luminosity) * (luminosity / (luminosity - least))
        }
        if greatest > fullSample, luminosity < greatest {
            color =
                luminosity
                + (color - luminosity) * ((fullSample - luminosity) / (greatest - luminosity))
        }
        return color
    }
}
