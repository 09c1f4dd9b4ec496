// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import Testing

@testable import Rendering

/// Filters that change each pixel by itself, against their formulas in `Double`.
@Suite struct GradeTests {
    private typealias Pixel = ExactPicture.Pixel

    private static let size = PixelSize(width: 45, height: 19)

    /// A filter, its formula for straight color, and its greatest error, in parts of 65,535.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let bound: Double
        let change: @Sendable (SIMD4<Double>) -> SIMD4<Double>

        var testDescription: String { text }

        init(
            _ text: String,
            within bound: Double = 1.2,
            _ change: @escaping @Sendable (SIMD4<Double>) -> SIMD4<Double>
        ) {
            (self.text, self.bound, self.change) = (text, bound, change)
        }
    }

    @Sendable private static func luminance(_ pixel: SIMD4<Double>) -> Double {
        0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z
    }

    @Sendable private static func channels(
        _ pixel: SIMD4<Double>,
        _ change: (Double) -> Double
    ) -> SIMD4<Double> {
        SIMD4(change(pixel.x), change(pixel.y), change(pixel.z), pixel.w)
    }

    @Sendable private static func gray(_ value: Double, _ alpha: Double) -> SIMD4<Double> {
        SIMD4(value, value, value, alpha)
    }

    @Sendable private static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    @Sendable private static func sample(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private static let cases: [Case] = [
        Case("gamma(2.2)") { channels($0) { pow($0, 2.2) } },
        Case("gamma(.45)") { channels($0) { pow($0, 0.45) } },
        Case("exposure(1)") { channels($0) { sample(min(light($0) * 2, 1)) } },
        Case("exposure(-2.5)") { channels($0) { sample(light($0) * exp2(-2.5)) } },
        Case("levels(.1 .8)") { channels($0) { ($0 - 0.1) / 0.7 } },
        Case("levels(20% 70% 1.5)") {
            channels($0) { pow(min(max(($0 - 0.2) / 0.5, 0), 1), 1 / 1.5) }
        },
        Case("levels(1 0)") { channels($0) { 1 - $0 } },
        Case("levels(.5 .5)") { channels($0) { $0 < 0.5 ? 0 : 1 } },
        Case("highlights(-.8)") { pixel in
            let l = luminance(pixel)
            return channels(pixel) { $0 * (1 - 0.8 * l * (1 - l)) }
        },
        Case("shadows(.9)") { pixel in
            let l = luminance(pixel)
            return channels(pixel) { $0 * (1 + 0.9 * (1 - l) * (1 - l)) }
        },
        Case("vibrance(.7)") { pixel in
            let (l, most) = (luminance(pixel), max(pixel.x, pixel.y, pixel.z))
            let vividness = most - min(pixel.x, pixel.y, pixel.z)
            return channels(pixel) { l + ($0 - l) * (1 + 0.7 * (1 - vividness)) }
        },
        Case("vibrance(-100%)") { pixel in
            let (l, most) = (luminance(pixel), max(pixel.x, pixel.y, pixel.z))
            let vividness = most - min(pixel.x, pixel.y, pixel.z)
            return channels(pixel) { l + ($0 - l) * vividness }
        },
        Case("posterize(4)") { channels($0) { ($0 * 3).rounded() / 3 } },
        Case("posterize(2)") { channels($0) { $0.rounded() } },
        Case("threshold(40%)") { gray(luminance($0) >= 0.4 ? 1 : 0, $0.w) },
        Case("monochrome(rgb(100% 50% 0%) 60%)") { pixel in
            let l = luminance(pixel)
            return pixel * 0.4 + SIMD4(0.6 * l, 0.3 * l, 0, 0.6 * pixel.w)
        },
        Case("duotone(rgb(0% 0% 40%) rgb(100% 80% 20%))") { pixel in
            let l = luminance(pixel)
            return SIMD4(l, 0.8 * l, 0.4 - 0.2 * l, pixel.w)
        },
        // Cubics through (0, 0), (.5, .75) and (1, 1), with slopes by the formulas of PCHIP.
        Case("tone-curve(0 0 .5 .75 1 1 1 1 1 1)") { channels($0) { curve($0) } },
        Case("tone-curve(.5 .2 .5 .2 .5 .2 .5 .2 .5 .2)") { gray(0.2, $0.w) },
        Case("tone-curve(0 1 1 0 1 0 1 0 1 0)") { channels($0) { 1 - $0 } },
    ]

    @Sendable private static func curve(_ x: Double) -> Double {
        // Secants 1.5 and .5: the inner slope is their harmonic mean, .75; the ends are 2 and 0.
        let (start, middle, end) = (1.5 + (1.5 - 0.5) / 2, 0.75, 0.5 - (1.5 - 0.5) / 2)
        func hermite(_ a: Double, _ b: Double, _ from: Double, _ to: Double, _ t: Double) -> Double
        {
            let (t2, t3) = (t * t, t * t * t)
            return a * (2 * t3 - 3 * t2 + 1) + b * (3 * t2 - 2 * t3)
                + 0.5 * (from * (t3 - 2 * t2 + t) + to * (t3 - t2))
        }
        return x < 0.5
            ? hermite(0, 0.75, start, middle, x * 2) : hermite(0.75, 1, middle, end, x * 2 - 1)
    }

    @Test(arguments: ChannelLayout.allCases, cases)
    func `follows its formula in every layout`(layout: ChannelLayout, filter: Case) throws {
        let picture = Picture.deepNoise(Self.size, layout)
        let result = try picture.rendered(FilterList(filter.text).filters(edge: .clamp))
        let expected = ExactPicture(picture).mapped(filter.change)
        #expect(ExactPicture(result).distance(to: expected) < filter.bound)
    }

    @Test(arguments: ChannelLayout.allCases)
    func `adapts the white of a light by Bradford's matrix`(layout: ChannelLayout) throws {
        let picture = Picture.deepNoise(Self.size, layout)
        // The white of a black body of 3000 K, and of 6500 K, as u and v by Krystek's formulas.
        let (warm, neutral) = ((0.250_52, 0.347_68), (0.200_49, 0.310_32))
        let result = try picture.rendered(FilterList("temperature(3000)").filters(edge: .clamp))
        func xyz(_ point: (Double, Double)) -> SIMD3<Double> {
            let (u, v) = point
            return [1.5 * u / v, 1, (4 - u - 10 * v) / (2 * v)]
        }
        func cones(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
            [
                0.8951 * xyz.x + 0.2664 * xyz.y - 0.1614 * xyz.z,
                -0.7502 * xyz.x + 1.7135 * xyz.y + 0.0367 * xyz.z,
                0.0389 * xyz.x - 0.0685 * xyz.y + 1.0296 * xyz.z,
            ]
        }
        let gains = cones(xyz(neutral)) / cones(xyz(warm))
        let expected = ExactPicture(picture).mapped { pixel in
            let light = SIMD3(Self.light(pixel.x), Self.light(pixel.y), Self.light(pixel.z))
            let before: SIMD3<Double> = [
                0.412_391 * light.x + 0.357_584 * light.y + 0.180_481 * light.z,
                0.212_639 * light.x + 0.715_169 * light.y + 0.072_192 * light.z,
                0.019_331 * light.x + 0.119_195 * light.y + 0.950_532 * light.z,
            ]
            let lms = cones(before) * gains
            let after: SIMD3<Double> = [
                0.986_993 * lms.x - 0.147_054 * lms.y + 0.159_963 * lms.z,
                0.432_305 * lms.x + 0.518_360 * lms.y + 0.049_291 * lms.z,
                -0.008_529 * lms.x + 0.040_043 * lms.y + 0.968_487 * lms.z,
            ]
            func clipped(_ value: Double) -> Double { Self.sample(min(max(value, 0), 1)) }
            return SIMD4(
                clipped(3.240_970 * after.x - 1.537_383 * after.y - 0.498_611 * after.z),
                clipped(-0.969_244 * after.x + 1.875_968 * after.y + 0.041_555 * after.z),
                clipped(0.055_630 * after.x - 0.203_977 * after.y + 1.056_972 * after.z),
                pixel.w
            )
        }
        // Light of 16 bits has steps of a tenth of a level in the dark, three times that in blue.
        #expect(ExactPicture(result).distance(to: expected) < 128)
    }

    @Test(arguments: ["gamma(2)", "exposure(1)", "levels(.2 .9)", "threshold()", "posterize(3)"])
    func `keeps gray gray`(text: String) throws {
        let filters = try FilterList(text).filters(edge: .clamp)
        let picture = Picture.deepNoise(Self.size, .grayAlpha)
        #expect(try picture.rendered(filters).layout == .grayAlpha)
    }

    @Test func `never turns a curve around between its points`() throws {
        let picture = Picture(PixelSize(width: 1000, height: 1), .gray) { x, _, _ in
            UInt16(x * 65)
        }
        let text = "tone-curve(0 0 .3 .01 .31 .98 .8 .985 1 1)"
        let result = try picture.rendered(FilterList(text).filters(edge: .clamp))
        for x in 1..<1000 { #expect(result[x, 0, 0] >= result[x - 1, 0, 0]) }
    }

    @Test(arguments: [
        "tone-curve(0 0 1e-309 1 .5 .5 .75 .75 1 1)",
        "tone-curve(0 1 1e-309 0 2e-309 1 3e-309 0 1 1)",
    ])
    func `takes points that are nearer than samples as one`(text: String) throws {
        let picture = Picture.deepNoise(Self.size, .rgb)
        let result = try picture.rendered(FilterList(text).filters(edge: .clamp))
        #expect(result.size == picture.size)
    }

    @Test(arguments: ["highlights(1)", "highlights(-1)", "shadows(1)", "shadows(-1)"])
    func `keeps the order of grays, black and white`(text: String) throws {
        let picture = Picture(PixelSize(width: 256, height: 1), .gray) { x, _, _ in
            UInt16(x * 257)
        }
        let result = try picture.rendered(FilterList(text).filters(edge: .clamp))
        for x in 1..<256 { #expect(result[x, 0, 0] >= result[x - 1, 0, 0]) }
        #expect(result[0, 0, 0] == 0 && result[255, 0, 0] == 65_535)
    }

    @Test func `a list does what its filters do one by one`() throws {
        let picture = Picture.deepNoise(Self.size, .rgba)
        let list = try FilterList("exposure(.5) saturate(1.4) gamma(.8) vibrance(.5) invert()")
        let whole = try picture.rendered(list.filters(edge: .clamp))
        let parts = try list.filters(edge: .clamp).reduce(picture) { try $0.rendered([$1]) }
        #expect(ExactPicture(whole).distance(to: ExactPicture(parts)) < 0.5)
    }
}
