// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import TestSupport
import Testing

@testable import Rendering

/// Reductions of drawings whose colors a decoder clips, compared with sums in double precision over the
/// pixels of a decoder.
@Suite struct ResizedExactnessTests {
    /// Blocks, lines and letters of noise in pure colors, whose JPEGs ring far beyond RGB.
    private static func drawing(_ seed: UInt64) -> Picture {
        var choice = SeededGenerator(seed: seed)
        let size = PixelSize(
            width: Int.random(in: 60...130, using: &choice),
            height: Int.random(in: 50...110, using: &choice)
        )
        func color() -> [UInt16] {
            (0..<3).map { _ in [0, 0, 65_535, 65_535, 32_896].randomElement(using: &choice) ?? 0 }
        }
        var colors = [[UInt16]](repeating: color(), count: size.pixelCount)
        for shape in 0..<24 {
            let (own, other) = (color(), color())
            let width = shape % 3 == 0 ? 1 : Int.random(in: 1...40, using: &choice)
            let height = shape % 3 == 1 ? 1 : Int.random(in: 1...30, using: &choice)
            let x = Int.random(in: 0..<size.width, using: &choice)
            let y = Int.random(in: 0..<size.height, using: &choice)
            let isText = shape % 4 == 0
            for row in y..<min(y + height, size.height) {
                for column in x..<min(x + width, size.width) {
                    let isInk = !isText || Bool.random(using: &choice)
                    colors[row * size.width + column] = isInk ? own : other
                }
            }
        }
        return Picture(size, .rgb) { colors[$1 * size.width + $0][$2] }
    }

    /// The weights of samples along an axis, as Docs/algorithms.md defines them.
    private static func weights(_ input: Int, _ output: Int) -> [[Double]] {
        let step = Double(input) / Double(output)
        return (0..<output).map { index in
            let center = (Double(index) + 0.5) * step
            let all = (0..<input).map { sample in
                let x = (Double(sample) + 0.5 - center) / max(1, step)
                guard abs(x) < 3 else { return 0.0 }
                let angle = Double.pi * x
                return x == 0 ? 1 : 3 * sin(angle) * sin(angle / 3) / (angle * angle)
            }
            let sum = all.reduce(0, +)
            return all.map { $0 / sum }
        }
    }

    /// The reduction of a picture in levels from 0 to 255, channel by channel.
    private static func reduced(_ picture: Picture, to size: PixelSize) -> [Double] {
        let columns = weights(picture.size.width, size.width)
        let rows = weights(picture.size.height, size.height)
        var result: [Double] = []
        for channel in 0..<picture.layout.channelCount {
            var wide = [Double](repeating: 0, count: picture.size.height * size.width)
            for y in 0..<picture.size.height {
                for (x, column) in columns.enumerated() {
                    for (source, weight) in column.enumerated() where weight != 0 {
                        let sample = Double(picture[source, y, channel]) / 257
                        wide[y * size.width + x] += weight * sample
                    }
                }
            }
            for row in rows {
                for x in 0..<size.width {
                    var sum = 0.0
                    for (y, weight) in row.enumerated() where weight != 0 {
                        sum += weight * wide[y * size.width + x]
                    }
                    result.append(min(max(sum, 0), 255))
                }
            }
        }
        return result
    }

    @Test(arguments: UInt64(1)...6)
    func `reduces colors that a decoder clips as it shows them`(seed: UInt64) throws {
        let drawing = Self.drawing(seed)
        for (quality, subsampling) in [
            (40, JPEGOptions.Subsampling.s420), (75, .s420), (95, .s420), (60, .s444),
        ] {
            let options = JPEGOptions(
                quality: quality,
                subsampling: subsampling,
                progressive: seed % 3 == 0
            )
            let file = try drawing.encoded(.jpeg(options))
            let pixels = try Picture(decoding: file)
            for factor in [1.2, 1.7, 2, 3.3, 5, 11] {
                let size = PixelSize(
                    width: Int(Double(drawing.size.width) / factor),
                    height: Int(Double(drawing.size.height) / factor)
                )
                let resize = Plan.Step.reshape(.resize(Resize(size: size)))
                let result = try Picture(decoding: render(file, Plan([resize])))
                try #require(result.size == size)
                let expected = Self.reduced(pixels, to: size)
                let errors = zip(result.samples, expected).map { Double($0) / 257 - $1 }
                let square = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
                let ratio = 10 * log10(255 * 255 / square)
                let worst = errors.map(abs).max() ?? 0
                #expect(
                    ratio >= 50 && worst < 3,
                    "\(quality) \(subsampling) \(factor): \(ratio) dB, \(worst) levels"
                )
            }
        }
    }

    @Test func `clips colors of a part alone`() throws {
        let drawing = Self.drawing(9)
        let file = try drawing.encoded(.jpeg(JPEGOptions(quality: 60)))
        let part = PixelRect(x: 13, y: 17, width: 40, height: 31)
        let whole = try Picture(decoding: file)
        let pixels = Picture(part.size, .rgb) { whole[$0 + part.x, $1 + part.y, $2] }
        let size = PixelSize(width: 19, height: 14)
        let steps = [
            Plan.Step.reshape(.crop(part)), .reshape(.resize(Resize(size: size))),
        ]
        let result = try Picture(decoding: render(file, Plan(steps)))
        let expected = Self.reduced(pixels, to: size)
        let worst = zip(result.samples, expected).map { abs(Double($0) / 257 - $1) }.max() ?? 0
        #expect(worst < 3, "\(worst)")
    }
}
