// SPDX-License-Identifier: Apache-2.0

import KernelsTestSupport
import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct StreamingBlurTests {
    /// Sigmas on both sides of every change of decimation.
    static let sigmas: [Float] = [0, 0.05, 1, 2.9, 3, 7.9, 8, 16, 32, 64, 250]

    static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 9),
        PixelSize(width: 9, height: 1), PixelSize(width: 2, height: 3),
        PixelSize(width: 33, height: 17), PixelSize(width: 70, height: 37),
    ]

    /// Whether a result grows so much, by 3 sigma on each side, that its picture must be tiny.
    private static func growsMuch(_ edge: EdgeMode, _ sigma: Float) -> Bool {
        edge == .expand && sigma > 15
    }

    /// Pictures of which expanding makes large ones.
    static let tinySizes = [PixelSize(width: 3, height: 3), PixelSize(width: 1, height: 5)]

    @Test(arguments: BlurHarness.cases(sigmas))
    func `agrees bit for bit across instruction sets`(sigma: Float, edge: EdgeMode) {
        let picture = Picture.whiteNoise(seed: 41)
        for size in Self.growsMuch(edge, sigma) ? Self.tinySizes : Self.sizes {
            let band = BlurHarness.band(picture, size, .grayAlpha)
            let expected = BlurHarness.blurred(band, sigma: sigma, edge: edge, using: .scalar)
            for set in InstructionSet.supported {
                let actual = BlurHarness.blurred(band, sigma: sigma, edge: edge, using: set)
                #expect(actual.allSamples() == expected.allSamples(), "\(set), \(size)")
            }
        }
    }

    @Test(arguments: sigmas, [EdgeMode.clamp, .mirror, .normalize])
    func `returns constant pictures as they are`(sigma: Float, edge: EdgeMode) {
        var generator = SeededGenerator(seed: 42)
        for size in Self.sizes {
            let values = (0..<4).map { _ in UInt16.random(in: 0...65_535, using: &generator) }
            let band = Band<Premultiplied>(layout: .rgba, width: size.width, height: size.height) {
                channel,
                _,
                _ in channel == 3 ? 65_535 : values[channel]
            }
            let result = BlurHarness.blurred(band, sigma: sigma, edge: edge)
            #expect(result.allSamples() == band.allSamples(), "\(values) in \(size)")
        }
    }

    // Every decimation, and many weights of the one whose rounding could wrap.
    @Test(
        arguments: [1, 12, 25, 45, 80] + Array(stride(from: 3, to: 10, by: 0.97)) as [Float],
        [EdgeMode.clamp, .mirror, .normalize]
    )
    func `keeps black black and white white`(sigma: Float, edge: EdgeMode) {
        for values: [UInt16] in [[0], [65_535], [0, 65_535, 0, 65_535]] {
            for size in [PixelSize(width: 35, height: 3), PixelSize(width: 2, height: 21)] {
                let band = Band<Premultiplied>(
                    layout: values.count == 1 ? .gray : .rgba,
                    width: size.width,
                    height: size.height
                ) { channel, _, _ in values[channel] }
                let result = BlurHarness.blurred(band, sigma: sigma, edge: edge)
                #expect(result.allSamples() == band.allSamples(), "\(values) in \(size)")
            }
        }
    }

    @Test(arguments: EdgeMode.allCases, sizes)
    func `is the identity where sigma is 0`(edge: EdgeMode, size: PixelSize) {
        let band = BlurHarness.band(.whiteNoise(seed: 43), size, .rgba)
        let result = BlurHarness.blurred(band, sigma: 0, edge: edge)
        #expect(result.allSamples() == band.allSamples())
    }

    @Test(arguments: [EdgeMode.clamp, .mirror, .normalize, .transparent, .expand], sigmas)
    func `takes no more rows ahead than it says`(edge: EdgeMode, sigma: Float) {
        for height in [1, 15, 33, 64, 129, 400] where !(edge == .expand && sigma > 100) {
            let size = PixelSize(width: 3, height: height)
            let geometry = BlurGeometry(size: size, sigma: sigma, edge: edge)
            var blur = StreamingBlur(geometry: geometry, layout: .grayAlpha)
            let band = Band<Premultiplied>(layout: .grayAlpha, width: 3, capacity: 1)
            var result = Band<Premultiplied>(
                layout: .grayAlpha,
                width: geometry.outputSize.width,
                capacity: 1
            )
            var (taken, greatest) = (0, 0)
            for row in 0..<geometry.outputSize.height {
                while !blur.pull(into: &result, row: 0) {
                    blur.push(band, row: 0)
                    taken += 1
                }
                greatest = max(greatest, taken - row)
            }
            #expect(greatest <= geometry.rowsAhead, "\(height) rows")
        }
    }

    @Test(arguments: BlurHarness.cases([0, 2, 5, 12, 60, 100]))
    func `does not care how rows are handed over`(sigma: Float, edge: EdgeMode) {
        let size = PixelSize(width: Self.growsMuch(edge, sigma) ? 1 : 40, height: 75)
        let band = BlurHarness.band(.whiteNoise(seed: 44), size, .grayAlpha)
        let expected = BlurHarness.blurred(band, sigma: sigma, edge: edge, chunk: 75).allSamples()
        for chunk in [1, 3, 16] {
            let result = BlurHarness.blurred(band, sigma: sigma, edge: edge, chunk: chunk)
            #expect(result.allSamples() == expected, "chunks of \(chunk)")
        }
    }

    @Test(arguments: [0.7, 3, 7, 10, 33, 120] as [Float])
    func `keeps the mean of a mirrored picture`(sigma: Float) {
        let band = BlurHarness.band(.whiteNoise(seed: 45), PixelSize(width: 96, height: 64), .gray)
        let result = BlurHarness.blurred(band, sigma: sigma, edge: .mirror)
        // 0.016 of 255.
        #expect(abs(mean(band.allSamples()) - mean(result.allSamples())) < 4)
    }

    @Test(arguments: [0.7, 3, 7, 10] as [Float], [EdgeMode.clamp, .mirror, .normalize])
    func `keeps the mean of a picture whose border is wide and plain`(
        sigma: Float,
        edge: EdgeMode
    ) {
        // No pixel of the noise reaches the edge, so that what lies beyond makes no difference.
        let noise = Picture.whiteNoise(seed: 49)
        let band = Band<Premultiplied>(layout: .gray, width: 121, height: 123) { _, y, x in
            (52..<69).contains(x) && (52..<71).contains(y) ? noise.sample(x, y, 0) : 20_000
        }
        let result = BlurHarness.blurred(band, sigma: sigma, edge: edge)
        #expect(abs(mean(band.allSamples()) - mean(result.allSamples())) < 4)
    }

    @Test(arguments: BlurHarness.cases(sigmas))
    func `never lets color exceed alpha`(sigma: Float, edge: EdgeMode) {
        let size =
            Self.growsMuch(edge, sigma)
            ? PixelSize(width: 3, height: 3) : PixelSize(width: 41, height: 29)
        let band = BlurHarness.band(.blackAndWhiteNoise(seed: 46), size, .rgba)
        let samples = BlurHarness.blurred(band, sigma: sigma, edge: edge).allSamples()
        let count = samples.count / 4
        let wrong = (0..<(3 * count)).first { samples[$0] > samples[3 * count + $0 % count] }
        #expect(wrong == nil)
    }

    @Test(arguments: EdgeMode.allCases)
    func `commutes with exchanging rows and columns`(edge: EdgeMode) {
        let (width, height) = (53, 38)
        let picture = Picture.photo(seed: 47)
        for sigma: Float in [1.4, 6, 14] {
            let band = BlurHarness.band(
                picture,
                PixelSize(width: width, height: height),
                .grayAlpha
            )
            let other = Band<Premultiplied>(layout: .grayAlpha, width: height, height: width) {
                band.row($2, of: $0)[$1]
            }
            let result = BlurHarness.blurred(band, sigma: sigma, edge: edge)
            let exchanged = BlurHarness.blurred(other, sigma: sigma, edge: edge)
            var greatest = 0
            for y in 0..<result.rowCount {
                for x in 0..<result.width {
                    let (a, b) = (result.row(y, of: 0)[x], exchanged.row(x, of: 0)[y])
                    greatest = max(greatest, abs(Int(a) - Int(b)))
                }
            }
            // Both axes round several times, one before the other: 0.008 of 255.
            #expect(greatest <= 2, "sigma \(sigma)")
        }
    }

    @Test func `is hungry until it can give, and not after the last row`() {
        let size = PixelSize(width: 20, height: 30)
        let band = BlurHarness.band(.photo(seed: 48), size, .gray)
        let geometry = BlurGeometry(size: size, sigma: 2, edge: .clamp)
        var blur = StreamingBlur(geometry: geometry, layout: .gray)
        var output = Band<Premultiplied>(layout: .gray, width: 20, capacity: 1)
        var pulled = 0
        for row in 0..<30 {
            let hungry = blur.isHungry
            #expect(hungry)
            blur.push(band, row: row)
            while blur.pull(into: &output, row: 0) { pulled += 1 }
            // Radius 8: an output row appears eight rows behind the input.
            #expect(pulled == (row == 29 ? 30 : max(0, row - 7)))
        }
        let (hungry, more) = (blur.isHungry, blur.pull(into: &output, row: 0))
        #expect(!hungry && !more)
    }

    private func mean(_ samples: [UInt16]) -> Double {
        samples.reduce(0) { $0 + Double($1) } / Double(samples.count)
    }
}
