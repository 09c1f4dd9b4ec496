// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Effects

@Suite struct CSSGradientTests {
    /// The color of a pixel of a gradient.
    private static func color(_ text: String, _ x: Int, _ y: Int, of size: PixelSize) throws
        -> StraightColor
    {
        let gradient = try CSSGradient(text).resolved(on: size, scale: 2)
        return gradient.color(x: Double(x) + 0.5, y: Double(y) + 0.5)
    }

    @Test func `adds fewer stops to many colors`() throws {
        func stops(_ text: String, _ side: Int) throws -> (made: Int, mapped: Int) {
            let size = PixelSize(width: side, height: side)
            let gradient = try CSSGradient(text).resolved(on: size, scale: 1)
            return (gradient.stops.count, gradient.mappingColors { $0 }.stops.count)
        }
        let many = Array(repeating: "red,tan", count: 225).joined(separator: ",")
        for side in [1, 13, 4_000, 65_536] {
            for text in ["linear-gradient(in oklab, \(many))", "linear-gradient(\(many))"] {
                let count = try stops(text, side)
                #expect(count.made <= Gradient.stopLimit + 450)
                #expect(count.mapped <= Gradient.stopLimit + 900)
            }
        }
        #expect(try stops("linear-gradient(in oklab, red, tan)", 10).made == 257)
    }

    /// Gradients from black to white, each with a pixel of 8 × 4 and its gray.
    private static let grays: [(text: String, x: Int, y: Int, gray: Double)] = [
        ("linear-gradient(black, white)", 5, 1, 0.375),
        ("linear-gradient(to right, black, white)", 5, 1, 0.6875),
        ("linear-gradient(to left, black, white)", 5, 1, 0.3125),
        ("linear-gradient(0deg, #000, #fff)", 5, 1, 0.625),
        ("linear-gradient(-0.25turn, #000, #fff)", 5, 1, 0.3125),
        ("linear-gradient(100grad, #000, #fff)", 5, 1, 0.6875),
        ("LINEAR-GRADIENT(90deg, #000 25%, #fff 75%", 3, 0, 0.375),
        ("linear-gradient(90deg, #000 1pt, #fff 3pt)", 3, 0, 0.375),
        ("linear-gradient(90deg, #000 0 50%, #fff 50% 100%)", 3, 0, 0),
        ("linear-gradient(90deg, #000 0 50%, #fff 0)", 4, 0, 1),
        ("linear-gradient(90deg, #000, #808080, #fff)", 4, 0, 0.5625),
        ("linear-gradient(90deg, #000, 50%, #fff)", 1, 0, 0.1875),
        ("linear-gradient(90deg, #000, 0%, #fff)", 0, 0, 1),
        ("linear-gradient(90deg, #000 calc(50% - 2px), #fff calc(100% - 1pt))", 3, 0, 0.375),
        ("linear-gradient(90deg, #000 min(25%, 3px), #fff max(75%, 1pt))", 3, 0, 0.375),
        ("repeating-linear-gradient(90deg, #000 0, #fff 4px)", 5, 0, 0.375),
        ("repeating-linear-gradient(90deg, #000 4px, #fff 8px)", 1, 0, 0.375),
        ("repeating-linear-gradient(90deg, #000 4px, #fff 4px)", 1, 0, 1),
        ("radial-gradient(circle closest-side at left top, #000, #fff)", 1, 1, 1),
        ("radial-gradient(4px at 0.5px 0.5px, #000, #fff)", 3, 0, 0.75),
        ("radial-gradient(8px 4px at 0.5px 0.5px, #000, #fff)", 4, 0, 0.5),
        ("radial-gradient(50% calc(50% + 2px) at calc(0% + 0.5px) 0.5px, #000, #fff)", 0, 3, 0.75),
        ("radial-gradient(closest-side, #000, #fff)", 0, 2, 0.91),
        ("radial-gradient(farthest-side at 0 50%, #000, #fff)", 3, 2, 0.504),
        ("radial-gradient(circle farthest-corner at 0 0, #000, #fff)", 5, 2, 0.676),
        ("radial-gradient(at 0 0, #000, #fff)", 7, 3, 0.906),
        ("radial-gradient(circle closest-corner at 0 0, #000, #fff 4px)", 1, 1, 1),
        ("radial-gradient(0 3px, #000, #fff 4px)", 4, 0, 1),
        ("radial-gradient(3px 0, #000, #fff 4px)", 7, 0, 1),
        ("repeating-radial-gradient(circle at 0.5px 0.5px, #000 0, #fff 4px)", 5, 0, 0.25),
        ("conic-gradient(#000, #fff)", 7, 1, 0.227),
        ("conic-gradient(from 90deg, #000, #fff)", 0, 1, 0.523),
        ("conic-gradient(from 0.25turn at 0.5px 0.5px, #000, #fff)", 0, 3, 0.25),
        ("conic-gradient(#000 25%, #fff calc(50% + 90deg))", 0, 2, 0.955),
        ("conic-gradient(#000 0 180deg, #fff 0)", 2, 2, 1),
        ("repeating-conic-gradient(#000 0, #fff 90deg)", 0, 2, 0.91),
    ]

    @Test(arguments: grays)
    func `has the color of its place`(text: String, x: Int, y: Int, gray: Double) throws {
        let color = try Self.color(text, x, y, of: PixelSize(width: 8, height: 4))
        #expect(abs(color.red - gray) < 0.04, "\(color.red)")
        #expect(color.red == color.blue && color.alpha == 1)
    }

    @Test
    func `has the color of the middle in the corners beside the line`() throws {
        let size = PixelSize(width: 1000, height: 300)
        for (x, y) in [(999, 0), (0, 299)] {
            let color = try Self.color(
                "linear-gradient(to right bottom, #000, #fff)",
                x,
                y,
                of: size
            )
            #expect(abs(color.green - 0.5) < 0.001)
        }
    }

    @Test
    func `mixes premultiplied colors`() throws {
        let color = try Self.color(
            "linear-gradient(to right, transparent, red)",
            1,
            0,
            of: PixelSize(width: 3, height: 1)
        )
        #expect(color == StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    }

    @Test
    func `mixes colors beyond sRGB in Oklab`() throws {
        let size = PixelSize(width: 3, height: 1)
        let stated = try Self.color(
            "linear-gradient(to right in oklab, #f00, #00f)",
            1,
            0,
            of: size
        )
        let mixed = try StraightColor(css: "color-mix(in oklab, #f00, #00f)")
        #expect(abs(stated.red - mixed.red) < 0.002 && abs(stated.blue - mixed.blue) < 0.002)
        let implied = try Self.color(
            "linear-gradient(to right, oklch(0.628 0.2577 29.23), oklch(0.452 0.3132 264.05))",
            1,
            0,
            of: size
        )
        #expect(abs(implied.red - mixed.red) < 0.01 && abs(implied.blue - mixed.blue) < 0.01)
    }

    @Test(arguments: [
        ("rgb(from red r g b)", "oklab"), ("hsl(from red h s l)", "oklab"),
        ("color-mix(in srgb, red, red)", "oklab"), ("light-dark(red, lime)", "srgb"),
        ("alpha(from red / 1)", "srgb"), ("hsl(0 150 40)", "srgb"),
        ("contrast-color(white)", "srgb"), ("hwb(none 0% 0%)", "oklab"),
        ("rgb(255 0 0 / none)", "oklab"), ("alpha(from red / none)", "oklab"),
    ])
    func `are mixed in sRGB by default where CSS had all colors before`(
        color: String,
        space: String
    ) throws {
        let size = PixelSize(width: 3, height: 1)
        let actual = try Self.color("linear-gradient(90deg, \(color), blue)", 1, 0, of: size)
        let wanted = try StraightColor(css: "color-mix(in \(space), \(color), blue)")
        #expect(abs(actual.red - wanted.red) < 0.01 && abs(actual.green - wanted.green) < 0.01)
        #expect(abs(actual.blue - wanted.blue) < 0.01)
    }

    /// Spaces and colors whose mix is not that of the colors in sRGB.
    private static let wide: [(space: String, first: String, second: String)] = [
        ("in oklch", "oklch(0.7 0.4 150)", "oklch(0.6 0.35 20)"),
        ("in oklab", "oklch(0.7 0.4 150)", "oklch(0.6 0.35 20)"),
        ("in srgb", "color(display-p3 0 1 0)", "color(display-p3 1 0 0)"),
        ("in hsl longer hue", "red", "red"),
        ("in oklch", "oklch(0.7 0.2 none)", "blue"),
    ]

    @Test(arguments: wide)
    func `mixes colors outside of sRGB before they are limited`(
        space: String,
        first: String,
        second: String
    ) throws {
        let size = PixelSize(width: 5, height: 1)
        let text = "linear-gradient(to right \(space), \(first), \(second))"
        for x in 0..<5 {
            let color = try Self.color(text, x, 0, of: size)
            // CSS mixes with the percentage of the second color.
            let share = (Double(x) + 0.5) / 5 * 100
            let mixed = try StraightColor(
                css: "color-mix(\(space), \(first), \(second) \(share)%)"
            )
            for (actual, wanted) in [
                (color.red, mixed.red), (color.green, mixed.green), (color.blue, mixed.blue),
            ] {
                #expect(abs(actual - wanted) < 0.01, "\(x): \(color), not \(mixed)")
            }
        }
    }

    @Test(arguments: [
        "linear-gradient()", "linear-gradient(to, red, blue)",
        "linear-gradient(to middle, red, blue)",
        "linear-gradient(to left left, red, blue)", "linear-gradient(red 1deg, blue)",
        "linear-gradient(10%, red, blue)", "linear-gradient(red, 10%)",
        "linear-gradient(red, 10%, 20%, blue)", "linear-gradient(5, red, blue)",
        "linear-gradient(red, blue) blue", "repeating-gradient(red, blue)",
        "linear-gradient(at center, red, blue)", "linear-gradient(calc(1px + 1deg) red, blue)",
        "radial-gradient(to left, red, blue)", "radial-gradient(45deg, red, blue)",
        "radial-gradient(circle 10%, red, blue)", "radial-gradient(circle 1px 2px, red, blue)",
        "radial-gradient(ellipse 10px, red, blue)", "radial-gradient(-1px, red, blue)",
        "radial-gradient(circle closest-side 5px, red, blue)", "radial-gradient(at, red, blue)",
        "radial-gradient(at left left, red, blue)", "radial-gradient(at 5 5, red, blue)",
        "radial-gradient(at center circle, red, blue)", "radial-gradient(red 10deg, blue)",
        "conic-gradient(45deg, red, blue)", "conic-gradient(from, red, blue)",
        "conic-gradient(from 10px, red, blue)", "conic-gradient(red 10px, blue)",
        "conic-gradient(at center from 10deg, red, blue)",
    ])
    func `refuses what CSS refuses`(text: String) {
        #expect(throws: FilterListError.self) { try CSSGradient(text) }
    }
}
