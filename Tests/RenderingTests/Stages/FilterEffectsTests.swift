// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Testing

/// Filter lists, from PNG to PNG, against the formulas of Filter Effects Module Level 1 in `Double`.
@Suite struct FilterEffectsTests {
    /// Straight, encoded red, green, blue and alpha.
    private typealias Pixel = SIMD4<Double>

    /// A function of the specification and the amounts at which it is tried.
    struct Function: Sendable, CustomStringConvertible {
        let name: String
        let amounts: [Double]
        let unit: String
        let apply: @Sendable (_ pixel: SIMD4<Double>, _ amount: Double) -> SIMD4<Double>

        init(
            _ name: String,
            _ amounts: [Double],
            unit: String = "",
            _ apply: @escaping @Sendable (SIMD4<Double>, Double) -> SIMD4<Double>
        ) {
            self.name = name
            self.amounts = amounts
            self.unit = unit
            self.apply = apply
        }

        var description: String { name }

        func text(_ amount: Double) -> String { "\(name)(\(amount)\(unit))" }
    }

    private static let colors: [Pixel] = [
        Pixel(0, 0, 0, 255), Pixel(255, 255, 255, 128), Pixel(200, 30, 90, 255),
        Pixel(17, 140, 230, 77), Pixel(128, 128, 127, 255),
    ].map { $0 / 255 }

    private static let parts = [0, 0.1, 0.25, 0.4, 0.5, 0.75, 0.9, 1]
    private static let strengths = [0, 0.2, 0.5, 0.9, 1, 1.3, 2, 5]

    private static func rows(_ pixel: Pixel, _ rows: [[Double]]) -> Pixel {
        let sums = rows.map { row in row[0] * pixel.x + row[1] * pixel.y + row[2] * pixel.z }
        return Pixel(sums[0], sums[1], sums[2], pixel.w)
    }

    private static func color(_ pixel: Pixel, _ change: (Double) -> Double) -> Pixel {
        Pixel(change(pixel.x), change(pixel.y), change(pixel.z), pixel.w)
    }

    static let functions: [Function] = [
        Function("brightness", strengths) { pixel, a in color(pixel) { $0 * a } },
        Function("contrast", strengths) { pixel, a in color(pixel) { $0 * a - 0.5 * a + 0.5 } },
        Function("invert", parts) { pixel, a in color(pixel) { a + (1 - 2 * a) * $0 } },
        Function("opacity", parts) { pixel, a in
            Pixel(pixel.x, pixel.y, pixel.z, pixel.w * a)
        },
        Function("grayscale", parts) { pixel, a in
            let k = 1 - a
            return rows(
                pixel,
                [
                    [0.2126 + 0.7874 * k, 0.7152 - 0.7152 * k, 0.0722 - 0.0722 * k],
                    [0.2126 - 0.2126 * k, 0.7152 + 0.2848 * k, 0.0722 - 0.0722 * k],
                    [0.2126 - 0.2126 * k, 0.7152 - 0.7152 * k, 0.0722 + 0.9278 * k],
                ]
            )
        },
        Function("sepia", parts) { pixel, a in
            let k = 1 - a
            return rows(
                pixel,
                [
                    [0.393 + 0.607 * k, 0.769 - 0.769 * k, 0.189 - 0.189 * k],
                    [0.349 - 0.349 * k, 0.686 + 0.314 * k, 0.168 - 0.168 * k],
                    [0.272 - 0.272 * k, 0.534 - 0.534 * k, 0.131 + 0.869 * k],
                ]
            )
        },
        Function("saturate", strengths) { pixel, s in
            rows(
                pixel,
                [
                    [0.2126 + 0.7873 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s],
                    [0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s, 0.0722 - 0.0722 * s],
                    [0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s],
                ]
            )
        },
        Function("hue-rotate", [0, 30, 45, 90, 137, 180, 270, -60], unit: "deg") { pixel, degrees in
            let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            return rows(
                pixel,
                [
                    [
                        0.2126 + c * 0.7874 - s * 0.2126, 0.7152 - c * 0.7152 - s * 0.7152,
                        0.0722 - c * 0.0722 + s * 0.9278,
                    ],
                    [
                        0.2126 - c * 0.2126 + s * 0.143, 0.7152 + c * 0.2848 + s * 0.140,
                        0.0722 - c * 0.0722 - s * 0.283,
                    ],
                    [
                        0.2126 - c * 0.2126 - s * 0.7873, 0.7152 - c * 0.7152 + s * 0.7152,
                        0.0722 + c * 0.9278 + s * 0.0722,
                    ],
                ]
            )
        },
    ]

    private static func limited(_ pixel: Pixel) -> Pixel {
        pixel.clamped(lowerBound: Pixel(repeating: 0), upperBound: Pixel(repeating: 1))
    }

    /// What a list makes of each of the five colors, in a picture of 8 bits.
    private static func render(_ text: String) throws -> [Pixel] {
        let size = PixelSize(width: colors.count, height: 3)
        let picture = Picture(size, .rgba) { x, _, channel in
            UInt16(colors[x][channel] * 255) * 257
        }
        let plan = Plan(filters: try FilterList(text).filters(edge: .clamp))
        let result = try Picture(decoding: try RenderingTests.render(try picture.encoded(), plan))
        return (0..<colors.count).map { x in
            Pixel(
                Double(result[x, 1, 0]),
                Double(result[x, 1, 1]),
                Double(result[x, 1, 2]),
                Double(result[x, 1, 3])
            ) / 65_535
        }
    }

    private static func worst(_ actual: [Pixel], _ expected: [Pixel]) -> Double {
        zip(actual, expected).map { actual, expected in
            let difference = actual - expected
            return (0..<4).map { abs(difference[$0]) }.max() ?? 0
        }.max().map { $0 * 255 } ?? .infinity
    }

    @Test(arguments: functions)
    func `does what the specification says`(function: Function) throws {
        #expect(function.amounts.count == 8)
        for amount in function.amounts {
            let expected = Self.colors.map { Self.limited(function.apply($0, amount)) }
            let worst = Self.worst(try Self.render(function.text(amount)), expected)
            // Half a level is what 8 bits cost; the specification may be missed by two.
            #expect(worst < 0.6, "\(function.text(amount)) is off by \(worst)")
        }
    }

    @Test(arguments: functions, functions)
    func `limits between functions, in the order written`(
        first: Function,
        second: Function
    ) throws {
        let (one, two) = (first.amounts[6], second.amounts[3])
        let expected = Self.colors.map { pixel in
            Self.limited(second.apply(Self.limited(first.apply(pixel, one)), two))
        }
        let text = "\(first.text(one)) \(second.text(two))"
        let worst = Self.worst(try Self.render(text), expected)
        #expect(worst < 0.6, "\(text) is off by \(worst)")
    }

    @Test func `has lost what was limited in between`() throws {
        // White at twice its brightness is white, and half of that is gray.
        let there = try Self.render("brightness(2) brightness(.5)")
        #expect(abs(there[1].x - 128.0 / 255) < 0.003)
        let back = try Self.render("brightness(.5) brightness(2)")
        #expect(abs(back[1].x - 1) < 0.003)
    }

    @Test(arguments: ["grayscale", "sepia", "invert", "opacity"])
    func `takes more than all for all`(name: String) throws {
        #expect(try Self.render("\(name)(250%)") == Self.render("\(name)(1)"))
    }
}
