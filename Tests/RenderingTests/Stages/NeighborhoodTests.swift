// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import Testing

@testable import Rendering

/// Filters of the pixels around each pixel, against their formulas in `Double`.
@Suite struct NeighborhoodTests {
    private typealias Pixel = ExactPicture.Pixel

    /// Smaller than windows, odd, and taller than bands.
    private static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 40),
        PixelSize(width: 37, height: 21),
    ]

    /// The pixels of a picture, continued by its border pixels.
    private struct Plane {
        let picture: ExactPicture

        subscript(x: Int, y: Int) -> Pixel {
            let size = picture.size
            return picture[min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1)]
        }
    }

    private func check(
        _ text: String,
        _ layout: ChannelLayout,
        within bound: Double,
        isStraight: Bool = false,
        _ formula: (_ x: Int, _ y: Int, _ premultiplied: (Int, Int) -> SIMD4<Double>) -> SIMD4<
            Double
        >
    ) throws {
        for size in Self.sizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered(FilterList(text).filters(edge: .clamp))
            let plane = Plane(picture: ExactPicture(picture).premultiplied)
            let expected = ExactPicture(size: size) { x, y in formula(x, y) { plane[$0, $1] } }
            let exact = expected.mapped { pixel in
                let most = min(max(pixel.w, 0), 1)
                return pixel.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: most))
            }
            let distance = ExactPicture(result).distance(to: exact.unpremultiplied)
            #expect(distance < bound, "\(text), \(size)")
        }
    }

    /// What a convolution that keeps alpha does: the pixel itself stands in for transparency.
    private static func convolved(
        _ weights: [Double],
        _ x: Int,
        _ y: Int,
        _ pixel: (Int, Int) -> SIMD4<Double>
    ) -> SIMD4<Double> {
        let center = pixel(x, y)
        if center.w == 0 { return SIMD4() }
        let straight = center / center.w
        var sum = SIMD4<Double>()
        for index in 0..<9 {
            let other = pixel(x + index % 3 - 1, y + index / 3 - 1)
            sum += weights[index] * (other + (1 - other.w) * straight)
        }
        return SIMD4(sum.x * center.w, sum.y * center.w, sum.z * center.w, center.w)
    }

    @Test(arguments: ChannelLayout.allCases)
    func `convolves color and keeps alpha`(layout: ChannelLayout) throws {
        let lists = [
            ("convolve(0 -1 0 -1 5 -1 0 -1 0)", [0, -1, 0, -1, 5, -1, 0, -1, 0]),
            (
                "convolve(.1 .1 .1 .1 .2 .1 .1 .1 .1)",
                [0.1, 0.1, 0.1, 0.1, 0.2, 0.1, 0.1, 0.1, 0.1]
            ),
            ("emboss(.5)", [-1, -0.5, 0, -0.5, 1, 0.5, 0, 0.5, 1]),
        ]
        for (text, weights) in lists {
            // A premultiplied sample is rounded before it is multiplied.
            try check(text, layout, within: 9) { x, y, pixel in
                Self.convolved(weights, x, y, pixel)
            }
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `measures gradients by Sobel's weights`(layout: ChannelLayout) throws {
        try check("edges(.7)", layout, within: 6) { x, y, pixel in
            let across = Self.convolved([-1, 0, 1, -2, 0, 2, -1, 0, 1], x, y, pixel)
            let down = Self.convolved([-1, -2, -1, 0, 0, 0, 1, 2, 1], x, y, pixel)
            let squares = across * across + down * down
            let length = squares.squareRoot() * (0.7 / 4)
            return SIMD4(length.x, length.y, length.z, pixel(x, y).w)
        }
    }

    @Test(arguments: ChannelLayout.allCases, [3, 5, 9])
    func `finds the median of each channel`(layout: ChannelLayout, side: Int) throws {
        try check("median(\(side)px)", layout, within: 1.1) { x, y, pixel in
            var result = SIMD4<Double>()
            for channel in 0..<4 {
                var samples: [Double] = []
                for row in -side / 2...side / 2 {
                    for column in -side / 2...side / 2 {
                        samples.append(pixel(x + column, y + row)[channel])
                    }
                }
                result[channel] = samples.sorted()[side * side / 2]
            }
            return result
        }
    }

    @Test(arguments: ChannelLayout.allCases, [0.8, 1, 2.5, 7])
    func `averages a disc`(layout: ChannelLayout, radius: Double) throws {
        try check("disc-blur(\(radius)px)", layout, within: 1.6) { x, y, pixel in
            var (sum, area) = (SIMD4<Double>(), 0.0)
            let reach = Int(radius + 1)
            for row in -reach...reach where Double(row).magnitude < radius {
                let half = (radius * radius - Double(row * row)).squareRoot()
                for column in -reach...reach {
                    let (left, right) = (Double(column) - 0.5, Double(column) + 0.5)
                    let covered = max(0, min(right, half) - max(left, -half))
                    sum += covered * pixel(x + column, y + row)
                    area += covered
                }
            }
            return sum / area
        }
    }

    @Test(arguments: ChannelLayout.allCases, [1, 4])
    func `averages a square`(layout: ChannelLayout, radius: Int) throws {
        try check("box-blur(\(radius)px)", layout, within: 2.2) { x, y, pixel in
            var sum = SIMD4<Double>()
            for row in -radius...radius {
                for column in -radius...radius { sum += pixel(x + column, y + row) }
            }
            return sum / Double((2 * radius + 1) * (2 * radius + 1))
        }
    }

    // MARK: Blurred copies

    private static func blurred(
        _ sigma: Double,
        _ x: Int,
        _ y: Int,
        _ pixel: (Int, Int) -> SIMD4<Double>
    ) -> SIMD4<Double> {
        let reach = Int(5 * sigma + 1)
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        var sum = SIMD4<Double>()
        for row in -reach...reach {
            var line = SIMD4<Double>()
            for column in -reach...reach {
                line += weights[column + reach] * pixel(x + column, y + row)
            }
            sum += weights[row + reach] * line
        }
        return sum / (total * total)
    }

    private static func detail(
        _ sigma: Double,
        _ x: Int,
        _ y: Int,
        _ pixel: (Int, Int) -> SIMD4<Double>
    ) -> SIMD4<Double> {
        let (sharp, soft) = (pixel(x, y), blurred(sigma, x, y, pixel))
        return sharp * soft.w - soft * sharp.w
    }

    @Test(arguments: ChannelLayout.allCases)
    func `sharpens luminance by what a blur takes away`(layout: ChannelLayout) throws {
        for (text, sigma, amount) in [
            ("sharpen(.8)", 1.69, 0.8), ("unsharp-mask(3px)", 3, 0.5),
            ("unsharp-mask(2px 300%)", 2, 3),
        ] {
            try check(text, layout, within: 257) { x, y, pixel in
                let detail = Self.detail(sigma, x, y, pixel)
                let luminance = 0.2126 * detail.x + 0.7152 * detail.y + 0.0722 * detail.z
                let added = amount * luminance
                return pixel(x, y) + SIMD4(added, added, added, 0)
            }
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `glows, and darkens`(layout: ChannelLayout) throws {
        try check("bloom(3px 60%)", layout, within: 180) { x, y, pixel in
            let (sharp, soft) = (pixel(x, y), Self.blurred(3, x, y, pixel))
            return sharp * 0.4 + pointwiseMax(sharp, soft) * 0.6
        }
        try check("gloom(3px 60%)", layout, within: 180) { x, y, pixel in
            let (sharp, soft) = (pixel(x, y), Self.blurred(3, x, y, pixel))
            return sharp * 0.4 + pointwiseMin(sharp, soft) * 0.6
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `weakens faint detail and strengthens the rest`(layout: ChannelLayout) throws {
        try check("noise-reduction(10% .5)", layout, within: 257) { x, y, pixel in
            let detail = Self.detail(1.5, x, y, pixel)
            var result = pixel(x, y)
            for channel in 0..<3 {
                let t = min(detail[channel].magnitude / 0.2, 1)
                result[channel] += detail[channel] * (1.5 * t * t * (3 - 2 * t) - 1)
            }
            return result
        }
    }

    @Test func `removes specks and keeps edges`() throws {
        let picture = Picture(PixelSize(width: 40, height: 40), .rgb) { x, y, _ in
            if (x, y) == (9, 9) { return 65_535 }
            return x < 20 ? 10_000 : 50_000
        }
        let result = try picture.rendered(FilterList("median(3px)").filters(edge: .clamp))
        #expect(result[9, 9, 0] == 10_000)
        #expect(result[19, 20, 1] == 10_000 && result[20, 20, 1] == 50_000)
    }

    @Test func `prices a median by its square, and a window by its rows`() throws {
        func work(_ text: String, _ width: Int = 100, _ height: Int = 100) throws -> Int {
            let size = PixelSize(width: width, height: height)
            var planner = StagePlanner(size: size, layout: .rgb)
            planner.add(try FilterList(text).filters(edge: .clamp))
            return planner.stages.work()
        }
        #expect(try work("median(31px)") > 30 * work("median(3px)"))
        #expect(try work("disc-blur(100px)") > 10 * work("disc-blur(5px)"))
        // As many pixels, in a hundred times as many rows.
        for text in ["median(31px)", "disc-blur(100px)"] {
            #expect(try work(text, 1, 10_000) > 40 * work(text, 100, 100))
        }
        #expect(try work("box-blur(1000px)", 10_000, 1) > 40 * work("box-blur(1000px)", 100, 100))
    }

    @Test(arguments: 0..<100)
    func `averages discs whose radius is next to half a pixel`(whole: Int) throws {
        let picture = Picture.deepNoise(PixelSize(width: 5, height: 3), .rgba)
        let half = Double(whole) + 0.5
        for radius in [half.nextDown, half, half.nextUp] {
            let disc = Filter.neighborhood(.disc(radius: radius))
            #expect(try picture.rendered([disc]).size == picture.size, "\(radius)")
        }
    }
}
