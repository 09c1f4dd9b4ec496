// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct AlphaTests {
    /// Alphas at the ends, at 8-bit values and between.
    static let alphas: [UInt16] =
        [0, 1, 2, 3, 127, 128, 255, 256, 257, 32_767, 32_768, 65_278, 65_533, 65_534, 65_535]
        + stride(from: 5, to: 65_535, by: 7_777).map { UInt16($0) }

    @Test(arguments: InstructionSet.supported)
    func `multiplies every color by alpha to the nearest sample`(set: InstructionSet) {
        for alpha in Self.alphas {
            let band = everyColor(alpha: alpha).premultiplied(using: set)
            let samples = band.allSamples()
            let wrong = (0..<65_536).first { color in
                Int(samples[color]) != (color * Int(alpha) * 2 + 65_535) / (2 * 65_535)
            }
            #expect(wrong == nil, "alpha \(alpha)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `divides every color by alpha to the nearest sample`(set: InstructionSet) {
        for alpha in Self.alphas {
            let band = everyColor(alpha: alpha).assuming(Premultiplied.self)
                .unpremultiplied(using: set)
            let samples = band.allSamples()
            let wrong = (0..<65_536).first { color in
                let exact =
                    alpha == 0 ? 0 : (color * 65_535 * 2 + Int(alpha)) / (2 * Int(alpha))
                return Int(samples[color]) != min(65_535, exact)
            }
            #expect(wrong == nil, "alpha \(alpha)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `leaves opaque pictures as they are, there and back`(set: InstructionSet) {
        let band = everyColor(alpha: 65_535).premultiplied(using: set).unpremultiplied(using: set)
        #expect(band.allSamples() == everyColor(alpha: 65_535).allSamples())
    }

    @Test(arguments: ChannelLayout.allCases)
    func `agrees bit for bit across instruction sets`(layout: ChannelLayout) {
        var generator = SeededGenerator(seed: 21)
        for width in PackingTests.widths {
            let pixels = (0..<(4 * 3 * width)).map { _ in
                UInt16.random(in: 0...65_535, using: &generator)
            }
            func band() -> Band<Straight> {
                Band(layout: layout, width: width, height: 3) { channel, y, x in
                    pixels[(channel * 3 + y) * width + x]
                }
            }
            let premultiplied = band().premultiplied(using: .scalar).allSamples()
            #expect(band().premultiplied(using: .vector).allSamples() == premultiplied)
            let straight = band().assuming(Premultiplied.self).unpremultiplied(using: .scalar)
            let other = band().assuming(Premultiplied.self).unpremultiplied(using: .vector)
            #expect(other.allSamples() == straight.allSamples())
        }
    }

    @Test(arguments: [ChannelLayout.grayAlpha, .rgba])
    func `composites alike with every instruction set`(layout: ChannelLayout) {
        var generator = SeededGenerator(seed: 22)
        let background = Color(red: 200, green: 13, blue: 255)
        for width in PackingTests.widths {
            let band = Band<Straight>(layout: layout, width: width, height: 2) { _, _, _ in
                UInt16.random(in: 0...65_535, using: &generator)
            }
            var expected = Band<Straight>(layout: .rgb, width: width, capacity: 2)
            var actual = Band<Straight>(layout: .rgb, width: width, capacity: 2)
            band.composite(over: background, into: &expected, using: .scalar)
            band.composite(over: background, into: &actual, using: .vector)
            #expect(actual.rowCount == 2)
            #expect(actual.allSamples() == expected.allSamples())
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `shows the background where alpha is 0 and the color where it is 1`(set: InstructionSet) {
        for alpha: UInt16 in [0, 65_535] {
            let band = everyColor(alpha: alpha)
            var result = Band<Straight>(layout: .gray, width: 65_536, capacity: 1)
            band.composite(
                over: Color(red: 99, green: 99, blue: 99),
                into: &result,
                using: set
            )
            let samples = result.allSamples()
            let expected = (0..<65_536).map { alpha == 0 ? UInt16(99 * 257) : UInt16($0) }
            #expect(samples == expected)
        }
    }

    @Test func `composites to the nearest sample`() {
        var generator = SeededGenerator(seed: 23)
        for set in InstructionSet.supported {
            let band = Band<Straight>(layout: .grayAlpha, width: 999, height: 1) { _, _, _ in
                UInt16.random(in: 0...65_535, using: &generator)
            }
            var result = Band<Straight>(layout: .rgb, width: 999, capacity: 1)
            band.composite(
                over: Color(red: 255, green: 3, blue: 128),
                into: &result,
                using: set
            )
            for (channel, background) in ([65_535, 771, 32_896] as [Double]).enumerated() {
                for x in 0..<999 {
                    let alpha = Double(band.row(0, of: 1)[x]) / 65_535
                    let color = Double(band.row(0, of: 0)[x])
                    let exact: Double = color * alpha + background * (1 - alpha)
                    let actual = Double(result.row(0, of: channel)[x])
                    if abs(actual - exact) > 0.500001 { Issue.record("\(x): \(actual) \(exact)") }
                }
            }
        }
    }

    @Test func `adds what a layout lacks`() {
        let band = Band<Straight>(layout: .gray, width: 3, height: 2) { _, y, x in
            UInt16(10 * y + x)
        }
        var result = Band<Straight>(layout: .rgba, width: 3, capacity: 2)
        band.convert(into: &result)
        let gray: [UInt16] = [0, 1, 2, 10, 11, 12]
        let opaque = [UInt16](repeating: 65_535, count: 6)
        #expect(result.allSamples() == gray + gray + gray + opaque)
    }

    private func everyColor(alpha: UInt16) -> Band<Straight> {
        Band(layout: .grayAlpha, width: 65_536, height: 1) { channel, _, x in
            channel == 0 ? UInt16(x) : alpha
        }
    }
}
