// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import TestSupport
import Testing

@testable import Rendering

/// Lists of filters, on pictures with alpha, against the model of CSS in `Double`: a plane without
/// borders, of which the result shows a part.
@Suite struct FilterChainTests {
    private typealias Pixel = SIMD4<Double>

    /// Premultiplied color around a picture.
    private struct Plane {
        let size: PixelSize
        let margin: Int
        var pixels: [Pixel]

        var width: Int { size.width + 2 * margin }
        var height: Int { size.height + 2 * margin }

        init(_ picture: Picture, margin: Int) {
            size = picture.size
            self.margin = margin
            let exact = ExactPicture(picture).premultiplied
            pixels = []
            for y in -margin..<size.height + margin {
                for x in -margin..<size.width + margin {
                    let isInside = (0..<size.width).contains(x) && (0..<size.height).contains(y)
                    pixels.append(isInside ? exact[x, y] : Pixel())
                }
            }
        }

        /// The straight color of a pixel of the picture's plane.
        func straight(_ x: Int, _ y: Int) -> Pixel {
            let pixel = pixels[(y + margin) * width + x + margin]
            if pixel.w == 0 { return Pixel() }
            return Pixel(pixel.x / pixel.w, pixel.y / pixel.w, pixel.z / pixel.w, pixel.w)
        }

        mutating func blur(_ sigma: Double) {
            if sigma == 0 { return }
            let radius = Int((4.5 * sigma).rounded(.up))
            var weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
            let sum = weights.reduce(0, +)
            for index in weights.indices { weights[index] /= sum }
            for (count, step, other, lines) in [
                (width, 1, width, height), (height, width, 1, width),
            ] {
                let before = pixels
                for line in 0..<lines {
                    for index in 0..<count {
                        var total = Pixel()
                        let taps =
                            max(0, radius - index)...min(2 * radius, radius + count - 1 - index)
                        for tap in taps {
                            let at = line * other + (index + tap - radius) * step
                            total += before[at] * weights[tap]
                        }
                        pixels[line * other + index * step] = total
                    }
                }
            }
        }

        mutating func shadow(_ x: Int, _ y: Int, _ sigma: Double, _ color: StraightColor) {
            var behind = self
            for index in behind.pixels.indices {
                behind.pixels[index] = Pixel(repeating: pixels[index].w)
            }
            behind.blur(sigma)
            let paint = Pixel(color.red, color.green, color.blue, 1) * color.alpha
            for row in 0..<height {
                for column in 0..<width {
                    let (u, v) = (column - x, row - y)
                    guard (0..<width).contains(u), (0..<height).contains(v) else { continue }
                    let index = row * width + column
                    let alpha = behind.pixels[v * width + u].w
                    pixels[index] += paint * alpha * (1 - pixels[index].w)
                }
            }
        }

        mutating func change(_ change: (Pixel) -> Pixel) {
            for index in pixels.indices where pixels[index].w > 0 {
                let alpha = pixels[index].w
                let straight = pixels[index] / Pixel(alpha, alpha, alpha, 1)
                let new = change(straight).clamped(
                    lowerBound: Pixel(),
                    upperBound: Pixel(repeating: 1)
                )
                pixels[index] = new * Pixel(new.w, new.w, new.w, 1)
            }
        }
    }

    /// A random function as text, the same on a plane, and how far it reaches at each side.
    private static func function(
        _ chance: inout SeededGenerator
    ) -> (text: String, apply: (inout Plane) -> Void, spread: FilterReach.Spread) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
        switch number(0...4) {
        case 0, 1:
            let sigma = Double(number(1...6)) / 2
            return (
                "blur(\(sigma)px)", { $0.blur(sigma) }, .init(blur: Float(sigma), grows: true)
            )
        case 2, 3:
            let (x, y, sigma) = (number(-9...9), number(-9...9), Double(number(0...4)) / 2)
            let color = StraightColor(red: 0.2, green: 0.4, blue: 1, alpha: 0.8)
            return (
                "drop-shadow(rgb(20% 40% 100% / .8) \(x)px \(y)px \(sigma)px)",
                { $0.shadow(x, y, sigma, color) },
                .init(blur: Float(sigma), offset: Point(x: Double(x), y: Double(y)), grows: true)
            )
        default:
            let amount = Double(number(5...12)) / 10
            return (
                "brightness(\(amount)) opacity(90%)",
                { $0.change { $0 * Pixel(amount, amount, amount, 0.9) } }, .init()
            )
        }
    }

    @Test(arguments: [EdgeMode.transparent, .expand], 1...12 as ClosedRange<UInt64>)
    func `spread color on a plane without borders`(edge: EdgeMode, seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let disc = Picture(PixelSize(width: 26, height: 19), .rgba) { x, y, channel in
            let noise = Picture.deepNoise(PixelSize(width: 26, height: 19), .rgba)
            if channel < 3 { return noise[x, y, channel] }
            return (x - 4) * (x - 4) + (y - 16) * (y - 16) < 90 ? 65_535 : x > 20 ? 30_000 : 0
        }
        let functions = (0..<Int.random(in: 2...6, using: &chance)).map { _ in
            Self.function(&chance)
        }
        var extent = PixelRect(x: 0, y: 0, width: disc.size.width, height: disc.size.height)
        var plane = Plane(disc, margin: 84)
        for function in functions {
            function.apply(&plane)
            if edge == .expand { extent = function.spread.result(of: extent) }
        }
        let list = functions.map(\.text).joined(separator: " ")
        let result = try disc.rendered(try FilterList(list).filters(edge: edge))
        try #require(result.size == extent.size, "\(list)")
        let expected = ExactPicture(size: extent.size) { x, y in
            plane.straight(x + extent.x, y + extent.y)
        }
        // Less than a level of 255; blurs end at three sigma.
        #expect(ExactPicture(result).distance(to: expected) < 257, "\(list)")
    }

    @Test func `a shadow outside of the picture casts one into it`() throws {
        let bar = Picture(PixelSize(width: 10, height: 3), .rgba) { x, _, channel in
            channel == 3 && x < 3 ? 65_535 : 0
        }
        let list = try FilterList("drop-shadow(9px 0 red) drop-shadow(-4px 0 lime)")
        let result = try bar.rendered(try list.filters(edge: .clamp))
        #expect(result.size == bar.size)
        let green = (0..<10).filter { result[$0, 1, 1] == 65_535 && result[$0, 1, 3] == 65_535 }
        #expect(green == [5, 6, 7])
        let grown = try bar.rendered(try list.filters(edge: .expand))
        #expect(grown.size == PixelSize(width: 23, height: 3))
        let seen = (0..<23).filter { grown[$0, 1, 3] == 65_535 }
        #expect(seen == [0, 1, 2, 4, 5, 6, 9, 10, 11, 13, 14, 15])
    }

    @Test(arguments: ["", "opacity(0) "])
    func `a matrix reads no color that nothing shows`(before: String) throws {
        let picture = Picture(PixelSize(width: 9, height: 4), .rgba) { _, _, channel in
            channel == 3 ? (before.isEmpty ? 0 : 65_535) : 40_000
        }
        let list = before + "color-matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1)"
        let result = try picture.rendered(try FilterList(list).filters(edge: .clamp))
        #expect(
            result == Picture(picture.size, .rgba) { _, _, channel in channel == 3 ? 65_535 : 0 }
        )
        let alpha = "color-matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 1 0 0 0 0)"
        let own = try picture.rendered(try FilterList(before + alpha).filters(edge: .clamp))
        #expect(own.samples.allSatisfy { $0 == 0 })
    }

    @Test func `computes only pixels that are needed, and none far from the picture`() {
        let blur = FilterReach.spread(.init(blur: 1000, grows: false))
        let dot = PixelSize(width: 1, height: 1)
        let many = FilterExtents(Array(repeating: blur, count: 16), on: dot)
        #expect(many.needs.allSatisfy { $0.size.width <= 8193 && $0.size.height <= 8193 })
        #expect(many.needs.last == PixelRect(x: 0, y: 0, width: 1, height: 1))
        let moved = FilterReach.Spread(blur: 2, offset: Point(x: 7, y: -20), grows: false)
        let two = FilterExtents([.none, .spread(moved)], on: PixelSize(width: 50, height: 40))
        #expect(two.needs[0] == PixelRect(x: -13, y: 0, width: 63, height: 66))
        #expect(two.pictures[1] == PixelRect(x: 0, y: 0, width: 50, height: 40))
    }

    @Test func `an opaque picture grows for its shadow`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 9, height: 7), .rgb)
        let filters = try FilterList("drop-shadow(4px -3px)").filters(edge: .expand)
        let result = try picture.rendered(filters)
        #expect(result.size == PixelSize(width: 13, height: 10))
        #expect(result.layout == .rgba)
        #expect(result[0, 3, 0] == picture[0, 0, 0] && result[12, 0, 3] == 65_535)
        #expect(result[0, 0, 3] == 0 && result[12, 9, 3] == 0)
    }
}
