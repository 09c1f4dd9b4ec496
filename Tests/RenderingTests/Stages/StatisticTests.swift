// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import Testing

@testable import Rendering

/// Filters that depend on all pixels, and on positions, against their formulas in `Double`.
@Suite struct StatisticTests {
    private static let size = PixelSize(width: 61, height: 34)

    private static func luminance(_ pixel: SIMD4<Double>) -> Double {
        0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z
    }

    private func rendered(_ picture: Picture, _ text: String) throws -> ExactPicture {
        ExactPicture(try picture.rendered(FilterList(text).filters(edge: .clamp)))
    }

    @Test(arguments: ChannelLayout.allCases)
    func `equalizes each channel by alpha`(layout: ChannelLayout) throws {
        let picture = Picture.photo(Self.size, layout)
        let source = ExactPicture(picture)
        func equalized(_ channel: Int) -> (Double) -> Double {
            var weights: [Double: Double] = [:]
            for pixel in source.pixels { weights[pixel[channel], default: 0] += pixel.w }
            let visible = weights.filter { $0.value > 0 }.keys.sorted()
            let rest = visible.dropFirst().reduce(0) { $0 + weights[$1, default: 0] }
            var (sum, results) = (0.0, [Double: Double]())
            for sample in visible {
                if sample > visible[0] { sum += weights[sample, default: 0] }
                results[sample] = sum / rest
            }
            return { results[$0] ?? 0 }
        }
        let curves = (0..<3).map(equalized)
        let expected = source.mapped { pixel in
            SIMD4(curves[0](pixel.x), curves[1](pixel.y), curves[2](pixel.z), pixel.w)
        }
        #expect(try rendered(picture, "equalize()").distance(to: expected) < 1.2)
    }

    @Test(arguments: ChannelLayout.allCases, [0, 0.05])
    func `stretches luminance`(layout: ChannelLayout, cutoff: Double) throws {
        let picture = Picture.photo(Self.size, layout)
        let source = ExactPicture(picture)
        let visible = source.pixels.filter { $0.w > 0 }.sorted {
            Self.luminance($0) < Self.luminance($1)
        }
        let cut = cutoff * source.pixels.reduce(0) { $0 + $1.w }
        func end(_ pixels: some Sequence<SIMD4<Double>>) -> Double {
            var sum = 0.0
            for pixel in pixels {
                sum += pixel.w
                if sum > cut { return Self.luminance(pixel) }
            }
            return 0
        }
        let (low, high) = (end(visible), end(visible.reversed()))
        let expected = source.mapped { pixel in
            let color = (pixel - SIMD4(repeating: low)) / (high - low)
            return SIMD4(color.x, color.y, color.z, pixel.w)
        }
        let result = try rendered(picture, "auto-contrast(\(cutoff))")
        // The ends are luminances rounded to 16 bits.
        #expect(result.distance(to: expected) < 4)
    }

    @Test(arguments: ChannelLayout.allCases)
    func `separates dark from bright pixels`(layout: ChannelLayout) throws {
        let picture = Picture(Self.size, layout) { x, y, channel in
            if layout.hasAlpha, channel == layout.channelCount - 1 {
                return x < 3 ? 0 : 65_535
            }
            // Invisible white pixels must not count.
            if x < 3 { return 65_535 }
            return UInt16((x + y) % 3 == 0 ? 9_000 + 100 * (x % 7) : 20_000 + 100 * (y % 9))
        }
        let result = try rendered(picture, "threshold-otsu()")
        for y in 0..<Self.size.height {
            for x in 3..<Self.size.width {
                let expected = (x + y) % 3 == 0 ? 0.0 : 1.0
                if layout.hasAlpha { #expect(result[x, y].x == expected) }
            }
        }
        let levels = Set(result.pixels.map(\.x))
        #expect(levels == [0, 1])
    }

    @Test(arguments: ["equalize()", "auto-contrast()"])
    func `leaves a single color as it is`(text: String) throws {
        let picture = Picture(Self.size, .rgb) { _, _, channel in UInt16(20_000 + 999 * channel) }
        let result = try rendered(picture, text)
        #expect(result.distance(to: ExactPicture(picture)) == 0)
    }

    @Test func `is stored once, and is priced so`() throws {
        var planner = StagePlanner(size: PixelSize(width: 1000, height: 1000), layout: .rgb)
        planner.add(try FilterList("equalize()").filters(edge: .clamp))
        let byteCount = planner.stages.byteCount()
        #expect(byteCount > 6_000_000 && byteCount < 12_000_000)
    }

    // MARK: Positions

    @Test(arguments: ChannelLayout.allCases)
    func `darkens towards the corners`(layout: ChannelLayout) throws {
        let picture = Picture.deepNoise(Self.size, layout)
        for (text, amount, start) in [
            ("vignette-effect(.8)", 0.8, 0.0), ("vignette-effect(-50% 30%)", -0.5, 0.3),
        ] {
            let (width, height) = (Double(Self.size.width), Double(Self.size.height))
            let source = ExactPicture(picture)
            let expected = ExactPicture(size: Self.size) { x, y in
                let radius = hypot(Double(x) + 0.5 - width / 2, Double(y) + 0.5 - height / 2)
                let t = max(0, (radius / (hypot(width, height) / 2) - start) / (1 - start))
                let factor = 1 - amount * t * t * (3 - 2 * t)
                let pixel = source[x, y]
                return SIMD4(pixel.x * factor, pixel.y * factor, pixel.z * factor, pixel.w)
            }
            let result = try rendered(picture, text)
            #expect(result.distance(to: expected.mapped { $0 }) < 1.3, "\(text)")
        }
    }

    @Test func `adds noise with the variance of two dice, the same for the same seed`() throws {
        let size = PixelSize(width: 200, height: 200)
        let picture = Picture(size, .rgb) { _, _, _ in 32_768 }
        let result = try rendered(picture, "grain(20% 7)")
        let again = try rendered(picture, "grain(20% 7)")
        #expect(again.pixels == result.pixels)
        #expect(try rendered(picture, "grain(20% 8)").pixels != result.pixels)
        let offsets = result.pixels.map { $0.x - 32_768.0 / 65_535 }
        let mean = offsets.reduce(0, +) / Double(offsets.count)
        let variance = offsets.reduce(0) { $0 + $1 * $1 } / Double(offsets.count)
        #expect(abs(mean) < 0.002)
        // A uniform number from −.1 to .1 has the variance .04 / 12, two of them twice that.
        #expect(abs(variance / (0.04 / 6) - 1) < 0.05)
        #expect(offsets.allSatisfy { abs($0) <= 0.2 })
        #expect(result.pixels.allSatisfy { $0.x == $0.y && $0.y == $0.z })
        // Neighbors are independent.
        let pairs = zip(offsets, offsets.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(abs(pairs / Double(offsets.count) / variance) < 0.03)
    }
}
