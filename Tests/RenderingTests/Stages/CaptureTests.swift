// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// Squares, and what is done between taking their means and spreading them.
@Suite struct CaptureTests {
    @Test(arguments: ChannelLayout.allCases, [2, 3, 4, 8, 16, 33, 500, .max])
    func `puts the mean of a square in place of its pixels`(
        layout: ChannelLayout,
        side: Int
    ) throws {
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered([.pixelate(side)])
            #expect(result.layout == layout)
            let expected = ExactPicture(picture).pixelated(min(side, 1_000))
            #expect(ExactPicture(result).distance(to: expected) < 2.1, "\(size)")
        }
    }

    @Test func `an opaque mean is the nearest there is`() throws {
        for size in oddSizes {
            let picture = Picture.deepNoise(size, .rgb)
            let result = try picture.rendered([.pixelate(4)])
            let expected = ExactPicture(picture).pixelated(4)
            #expect(ExactPicture(result).distance(to: expected) <= 0.5001, "\(size)")
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `puts the mean of all in place of every pixel`(layout: ChannelLayout) throws {
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered([.averageColor])
            let expected = ExactPicture(picture).pixelated(max(size.width, size.height))
            #expect(ExactPicture(result).distance(to: expected) < 2.1, "\(size)")
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `changes the means and not the pixels`(layout: ChannelLayout) throws {
        // What is limited, or not linear, is different for means.
        let curve = LuminanceCurve(amount: 0.8, values: [1, 0, 1, 0.2])
        let filters: [Filter] = [
            .luminanceCurve(curve), .color(.brightness(1.6)),
            .tint(StraightColor(red: 0.2, green: 0.4, blue: 1, alpha: 0.25)),
        ]
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered([.captured(Capture(side: 4, filters: filters))])
            let expected = ExactPicture(picture).pixelated(4) { means in
                means.mapped { pixel in
                    let l = 0.2125 * pixel.x + 0.7154 * pixel.y + 0.0721 * pixel.z
                    let y = curve.value(at: min(l, 1))
                    let color = pixel * 0.2 + SIMD4(repeating: 0.8 * y)
                    return SIMD4(color.x, color.y, color.z, pixel.w)
                }
                .mapped { SIMD4($0.x * 1.6, $0.y * 1.6, $0.z * 1.6, $0.w) }
                .mapped { $0 * 0.75 + SIMD4(0.05, 0.1, 0.25, $0.w * 0.25) }
            }
            // Rounding of a mean that is divided by a small alpha is multiplied by the steps.
            #expect(ExactPicture(result).distance(to: expected) < 4.5, "\(size)")
        }
    }

    @Test func `averages within a capture`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 40, height: 24), .rgb)
        let capture = Capture(side: 4, filters: [.averageColor, .color(.invert(1))])
        let result = try picture.rendered([.captured(capture)])
        let expected = ExactPicture(picture).pixelated(40).mapped {
            SIMD4(1 - $0.x, 1 - $0.y, 1 - $0.z, 1)
        }
        #expect(ExactPicture(result).distance(to: expected) < 1.6)
    }

    @Test func `a material's chain leaves a constant what its colors say`() throws {
        let picture = Picture(PixelSize(width: 50, height: 31), .rgba) { _, _, channel in
            [20_000, 40_000, 60_000, 65_535][channel]
        }
        let capture = Capture(
            side: 4,
            filters: [.color(.saturate(1.8)), .color(.brightnessOffset(0.1))]
        )
        let result = try picture.rendered([
            .captured(capture), .blur(try GaussianBlur(sigma: 20, edge: .normalize)),
        ])
        let plain = try picture.rendered(capture.filters)
        #expect(ExactPicture(result).distance(to: ExactPicture(plain)) < 1.1)
    }

    @Test func `counts the sums that it keeps`() throws {
        func memory(_ filters: [Filter]) throws -> Int {
            let file = try Picture.noise(PixelSize(width: 300, height: 40), .rgb).encoded()
            return try Renderer(
                source: SourceImage(bytes: file, limits: DecodeLimits()),
                plan: Plan(filters: filters),
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: DecodeLimits()
            ).estimate.memory
        }
        let squares = try memory([.pixelate(4)]) - memory([])
        #expect(squares >= 300 * 3 * 4 + 75 * 3 * 8)
        #expect(squares < 300 * 3 * 60)
    }
}
