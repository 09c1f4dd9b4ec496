// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct ColorMatrixTests {
    @Test(
        arguments: InstructionSet.supported,
        [0, 0.25, 0.9, 1, 1.1, 1.8, 3.7, 10, 100] as [Double]
    )
    func `keeps every gray bit for bit while it saturates`(set: InstructionSet, amount: Double) {
        var band = Band<Straight>(layout: .rgb, width: 65_536, height: 1) { _, _, x in UInt16(x) }
        let before = band.allSamples()
        band.apply(.saturation(amount), using: set)
        #expect(band.allSamples() == before)
    }

    @Test(arguments: InstructionSet.supported, [0, 0.5, 1.8, 4] as [Double])
    func `follows the formula of the specification`(set: InstructionSet, amount: Double) {
        var generator = SeededGenerator(seed: 31)
        let s = Double(amount)
        // The formula of feColorMatrix type="saturate", with the weights of Rec. 709.
        let formula = [
            [0.2126 + 0.7874 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s],
            [0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s, 0.0722 - 0.0722 * s],
            [0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s],
        ]
        let pixels = (0..<3_000).map { _ in UInt16.random(in: 0...65_535, using: &generator) }
        var band = Band<Straight>(layout: .rgb, width: 1_000, height: 1) { channel, _, x in
            pixels[channel * 1_000 + x]
        }
        band.apply(.saturation(amount), using: set)
        for x in 0..<1_000 {
            for channel in 0..<3 {
                let exact = (0..<3).reduce(0) { sum, source in
                    sum + formula[channel][source] * Double(pixels[source * 1_000 + x])
                }
                let clamped = min(max(exact, 0), 65_535)
                let actual = Double(band.row(0, of: channel)[x])
                if abs(actual - clamped) > 0.6 {
                    Issue.record("column \(x) of channel \(channel): \(actual), not \(clamped)")
                }
            }
        }
    }

    @Test(arguments: [ChannelLayout.rgb, .rgba])
    func `agrees bit for bit across instruction sets`(layout: ChannelLayout) {
        var generator = SeededGenerator(seed: 32)
        for width in PackingTests.widths {
            func row() -> ColorMatrix.Row {
                ColorMatrix.Row(
                    .random(in: -2...2, using: &generator),
                    .random(in: -2...2, using: &generator),
                    .random(in: -2...2, using: &generator),
                    .random(in: -1...1, using: &generator),
                    .random(in: -1...1, using: &generator)
                )
            }
            let matrix = ColorMatrix(red: row(), green: row(), blue: row(), alpha: row())
            let pixels = (0..<(4 * width)).map { _ in
                UInt16.random(in: 0...65_535, using: &generator)
            }
            func band(_ set: InstructionSet) -> [UInt16] {
                var band = Band<Straight>(layout: layout, width: width, height: 1) { c, _, x in
                    pixels[c * width + x]
                }
                band.apply(matrix, using: set)
                return band.allSamples()
            }
            let expected = band(.scalar)
            for set in InstructionSet.supported {
                #expect(band(set) == expected, "width \(width), \(set)")
            }
        }
    }

    /// Factors on both sides of where sums no longer fit what rounds them, and far beyond.
    @Test(arguments: [1, 20, 60, 64.5, 100, 1_000, 1e9] as [Double])
    func `clamps alike across instruction sets`(scale: Double) {
        var generator = SeededGenerator(seed: 33)
        let ends: [UInt16] = [0, 1, 32_768, 65_534, 65_535]
        let pixels: [UInt16] = (0..<600).map { _ in
            let sample = UInt16.random(in: 0...65_535, using: &generator)
            return sample % 2 == 0 ? sample : ends[Int(sample) % 5]
        }
        let matrix = ColorMatrix(
            red: .init(scale, 1 - scale, 0),
            green: .init(-scale / 2, 1, scale / 2),
            blue: .init(0, 1 + scale, -scale)
        )
        func band(_ set: InstructionSet) -> [UInt16] {
            var band = Band<Straight>(layout: .rgb, width: 200, height: 1) { c, _, x in
                pixels[c * 200 + x]
            }
            band.apply(matrix, using: set)
            return band.allSamples()
        }
        let expected = band(.scalar)
        for x in 0..<200 {
            let (r, g, b) = (pixels[x], pixels[200 + x], pixels[400 + x])
            if g == 0, r == 65_535 { #expect(expected[x] == 65_535) }
            if r == g, g == b { #expect(expected[x] == r && expected[400 + x] == b) }
        }
        for set in InstructionSet.supported { #expect(band(set) == expected, "\(set)") }
    }

    @Test func `leaves grayscale pictures alone when grays stay`() {
        var band = Band<Straight>(layout: .grayAlpha, width: 40, height: 1) { c, _, x in
            UInt16(1_000 * c + x)
        }
        let before = band.allSamples()
        band.apply(.saturation(1.8))
        #expect(band.allSamples() == before)
    }

    @Test func `adds its fifth column and clamps`() {
        var band = Band<Straight>(layout: .rgba, width: 9, height: 1) { _, _, x in
            UInt16(x * 8_000)
        }
        band.apply(
            ColorMatrix(
                red: .init(1, 0, 0, 0, 0.5),
                green: .init(0, 1, 0, 0, -0.5),
                blue: .init(0, 0, 0, 0, 1),
                alpha: .init(0, 0, 0, 0, 0.25)
            )
        )
        #expect(band.row(0, of: 0)[8] == 65_535)
        #expect(band.row(0, of: 0)[1] == 40_768)
        #expect(band.row(0, of: 1)[1] == 0)
        #expect(band.row(0, of: 1)[8] == 31_232)
        #expect(band.row(0, of: 2)[3] == 65_535)
        #expect(band.row(0, of: 3)[3] == 16_384)
    }

    @Test func `knows which matrices keep grays`() {
        for amount: Double in [0, 0.3, 1, 1.8, 50] {
            #expect(ColorMatrix.saturation(amount).preservesGray)
        }
        #expect(ColorMatrix.identity.preservesGray)
        #expect(
            !ColorMatrix(red: .init(1, 0, 0), green: .init(0, 1, 0), blue: .init(0, 0, 0.9))
                .preservesGray
        )
        #expect(
            !ColorMatrix(red: .init(1, 0, 0, 0, 0.1), green: .init(0, 1, 0), blue: .init(0, 0, 1))
                .preservesGray
        )
    }
}
