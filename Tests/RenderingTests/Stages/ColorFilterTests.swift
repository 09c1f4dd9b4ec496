// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// Changes of color against their definitions, in 16 bits.
@Suite struct ColorFilterTests {
    private static let size = PixelSize(width: 45, height: 19)

    private static let functions: [ColorFunction] = [
        .brightness(0.4), .brightness(2), .contrast(0.3), .contrast(1.7), .grayscale(0.6),
        .hueRotate(77), .invert(0.8), .invert(1), .opacity(0.25), .saturate(1.8), .sepia(1),
        .brightnessOffset(0.2), .brightnessOffset(-0.3),
        .controls(saturation: 1.5, brightness: 0.1, contrast: 1.2),
        .matrix(
            ColorMatrix(
                red: .init(0.5, 0.25, 0, 0.2, 0.1),
                green: .init(-0.5, 1, 0.5, 0, -0.1),
                blue: .init(1, 0, -0.25, 0.5, 0),
                alpha: .init(0.25, 0.1, -0.2, 0.6, 0.05)
            )
        ),
    ]

    /// Changes colors; those without alpha are black, as they are in premultiplied color.
    private static func apply(_ matrix: ColorMatrix, to picture: ExactPicture) -> ExactPicture {
        picture.mapped { visible in
            let pixel = visible.w == 0 ? ExactPicture.Pixel() : visible
            func channel(_ row: ColorMatrix.Row) -> Double {
                row.red * pixel.x + row.green * pixel.y + row.blue * pixel.z + row.alpha * pixel.w
                    + row.bias
            }
            return SIMD4(
                channel(matrix.red),
                channel(matrix.green),
                channel(matrix.blue),
                channel(matrix.alpha)
            )
        }
    }

    @Test(arguments: ChannelLayout.allCases, functions)
    func `applies every function to every layout`(
        layout: ChannelLayout,
        function: ColorFunction
    ) throws {
        let picture = Picture.deepNoise(Self.size, layout)
        let result = try picture.rendered([.color(function)])
        let expected = Self.apply(function.matrix, to: ExactPicture(picture))
        #expect(ExactPicture(result).distance(to: expected) < 1.2)
    }

    @Test func `a matrix that makes hidden pixels visible takes them as black`() throws {
        let picture = Picture(Self.size, .rgba) { x, _, channel in
            channel < 3 ? 40_000 : x < 20 ? 0 : 65_535
        }
        let matrix = ColorMatrix(
            red: .init(0.5, 0, 0, 0, 0.25),
            green: .init(0, 1, 0, 0, 0),
            blue: .init(0, 0, 1, 0, 0),
            alpha: .init(0, 0, 0, 0, 1)
        )
        let level = 40_000.0 / 65_535
        let revealed = ExactPicture.Pixel(0.25, 0, 0, 1)
        let opaque = ExactPicture.Pixel(level / 2 + 0.25, level, level, 1)
        let expected = ExactPicture(size: Self.size) { x, _ in x < 20 ? revealed : opaque }
        let result = try picture.rendered([.color(.matrix(matrix))])
        #expect(ExactPicture(result).distance(to: expected) < 1.2)
    }

    @Test func `gray stays gray where the matrix allows it`() throws {
        func layout(_ layout: ChannelLayout, _ filter: Filter) throws -> ChannelLayout {
            try Picture.deepNoise(Self.size, layout).rendered([filter]).layout
        }
        for function in [
            ColorFunction.brightness(0.4), .contrast(2), .grayscale(1), .hueRotate(30), .invert(1),
            .saturate(0), .brightnessOffset(0.1),
            .controls(saturation: 2, brightness: 0.1, contrast: 1.2),
        ] {
            #expect(try layout(.gray, .color(function)) == .gray, "\(function)")
            #expect(try layout(.grayAlpha, .color(function)) == .grayAlpha, "\(function)")
        }
        #expect(try layout(.gray, .color(.sepia(1))) == .rgb)
        #expect(try layout(.grayAlpha, .color(.sepia(1))) == .rgba)
        #expect(try layout(.gray, .tint(StraightColor(white: 0.4, alpha: 0.5))) == .gray)
        let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        #expect(try layout(.gray, .tint(red)) == .rgb)
        let curve = LuminanceCurve(amount: 0.5, values: [0, 1, 0, 1])
        #expect(try layout(.grayAlpha, .luminanceCurve(curve)) == .grayAlpha)
        let channels = ChannelCurve(values: [0, 1, 0, 1])
        #expect(try layout(.grayAlpha, .channelCurve(channels)) == .grayAlpha)
    }

    @Test func `adds alpha where color becomes transparent and only there`() throws {
        let picture = Picture.deepNoise(Self.size, .gray)
        #expect(try picture.rendered([.color(.opacity(0.5))]).layout == .grayAlpha)
        var matrix = ColorMatrix.saturation(2)
        matrix.alpha = .init(0.1, 0, 0, 0.9, 0.1)
        #expect(try picture.rendered([.color(.matrix(matrix))]).layout == .gray)
        matrix.alpha = .init(-0.1, 0, 0, 1, 0)
        let rgb = Picture.deepNoise(Self.size, .rgb)
        #expect(try rgb.rendered([.color(.matrix(matrix))]).layout == .rgba)
    }

    @Test(arguments: ChannelLayout.allCases)
    func `lays a tint over color and keeps alpha`(layout: ChannelLayout) throws {
        let color = StraightColor(red: 0.9, green: 0.3, blue: 0.1, alpha: 0.35)
        let picture = Picture.deepNoise(Self.size, layout)
        let expected = ExactPicture(picture).mapped { pixel in
            SIMD4(
                pixel.x * 0.65 + 0.9 * 0.35,
                pixel.y * 0.65 + 0.3 * 0.35,
                pixel.z * 0.65 + 0.1 * 0.35,
                pixel.w
            )
        }
        let result = try picture.rendered([.tint(color)])
        #expect(ExactPicture(result).distance(to: expected) < 1.2)
    }

    @Test(arguments: ChannelLayout.allCases, [0.3, 1])
    func `remaps luminance through a cubic`(layout: ChannelLayout, amount: Double) throws {
        for values: SIMD4<Double> in [
            [0.2, 0.4, 0.6, 0.8], [0, 0, 1, 1], [1.5, -2, 3, -0.5], [1, 0.6, 0.3, 0],
        ] {
            let picture = Picture.deepNoise(Self.size, layout)
            let expected = ExactPicture(picture).mapped { pixel in
                let l = min(1, 0.2125 * pixel.x + 0.7154 * pixel.y + 0.0721 * pixel.z)
                // The Bernstein polynomials, term by term.
                let m = 1 - l
                let cubic =
                    values[0] * m * m * m + values[1] * 3 * l * m * m + values[2] * 3 * l * l * m
                    + values[3] * l * l * l
                let y = min(max(cubic, 0), 1)
                let color = pixel * (1 - amount) + SIMD4(repeating: y * amount)
                return SIMD4(color.x, color.y, color.z, pixel.w)
            }
            let curve = LuminanceCurve(amount: amount, values: values)
            let result = try picture.rendered([.luminanceCurve(curve)])
            #expect(ExactPicture(result).distance(to: expected) < 1.2)
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `remaps each channel through a cubic`(layout: ChannelLayout) throws {
        for values: SIMD4<Double> in [
            [0, 0.7, 0.88, 0.88], [1.5, -2, 3, -0.5], [1, 0.6, 0.3, 0],
        ] {
            let picture = Picture.deepNoise(Self.size, layout)
            let expected = ExactPicture(picture).mapped { pixel in
                func cubic(_ x: Double) -> Double {
                    let m = 1 - x
                    let outer = values[0] * m * m * m + values[3] * x * x * x
                    let sum = outer + 3 * x * m * (values[1] * m + values[2] * x)
                    return min(max(sum, 0), 1)
                }
                return SIMD4(cubic(pixel.x), cubic(pixel.y), cubic(pixel.z), pixel.w)
            }
            let result = try picture.rendered([.channelCurve(ChannelCurve(values: values))])
            #expect(ExactPicture(result).distance(to: expected) < 1.2)
        }
    }

    // MARK: Folding

    private static let folded: [[Filter]] = [
        [.color(.brightness(0.5)), .color(.sepia(0.4)), .color(.contrast(3))],
        [.color(.grayscale(1)), .tint(StraightColor(red: 1, green: 0, blue: 0.5, alpha: 0.5))],
        [.color(.opacity(0.5)), .color(.opacity(0.5)), .color(.invert(0.3))],
        [.color(.contrast(0.2)), .color(.saturate(9))],
    ]

    private static let unfolded: [[Filter]] = [
        [.color(.brightness(2)), .color(.brightness(0.5))],
        [.color(.saturate(1.8)), .color(.brightnessOffset(0.1))],
        [.color(.hueRotate(90)), .color(.hueRotate(-90))],
        [.color(.brightnessOffset(-0.5)), .color(.brightnessOffset(0.5))],
        [.color(.contrast(2)), .color(.contrast(0.5))],
    ]

    @Test(arguments: folded) func `folds steps that limit nothing`(filters: [Filter]) {
        #expect(ColorStep.folding(filters).count == 1)
    }

    @Test(arguments: unfolded) func `keeps steps apart that limit something`(filters: [Filter]) {
        #expect(ColorStep.folding(filters).count == filters.count)
    }

    @Test func `folds nothing across other steps`() throws {
        let blur = Filter.blur(try GaussianBlur(sigma: 2))
        let filters: [Filter] = [.color(.invert(1)), blur, .color(.invert(1))]
        #expect(ColorStep.folding(filters).count == 3)
    }

    @Test(arguments: ChannelLayout.allCases, folded + unfolded)
    func `does what the steps do one by one`(layout: ChannelLayout, filters: [Filter]) throws {
        let picture = Picture.deepNoise(Self.size, layout)
        var expected = ExactPicture(picture)
        for filter in filters {
            expected = Self.apply(try #require(filter.colorMatrix), to: expected)
        }
        // What is rounded between two steps is multiplied by the second.
        let result = try picture.rendered(filters)
        #expect(ExactPicture(result).distance(to: expected) < 2.5)
    }
}
