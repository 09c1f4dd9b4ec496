// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct FrameTests {
    /// One row of a picture in a frame.
    private func framed(
        _ samples: [UInt16],
        _ segments: [FrameAxis.Segment],
        isReversed: Bool = false,
        positions: Range<Int>,
        kernel: FrameAxis.Kernel = .mean
    ) -> [Double] {
        let band = Band<Premultiplied>(layout: .gray, width: samples.count, height: 1) {
            samples[$2]
        }
        let columns = FrameAxis(
            segments,
            count: samples.count,
            isReversed: isReversed,
            positions: positions,
            kernel: kernel
        )
        let row = FrameAxis.Segment(target: 0..<1, source: 0...1)
        let rows = FrameAxis([row], count: 1, positions: 0..<1)
        return band.framed(columns: columns, rows: rows).allSamples().map(Double.init)
    }

    private func segment(
        _ target: Range<Double>,
        _ source: ClosedRange<Double>
    ) -> FrameAxis.Segment { FrameAxis.Segment(target: target, source: source) }

    @Test func `a picture in its own size stays as it is`() {
        let samples: [UInt16] = [5, 65_535, 0, 300, 77]
        let result = framed(samples, [segment(3..<8, 0...5)], positions: 0..<10)
        #expect(result == [0, 0, 0, 5, 65_535, 0, 300, 77, 0, 0])
        let reversed = framed(
            samples,
            [segment(3..<8, 0...5)],
            isReversed: true,
            positions: 3..<8
        )
        #expect(reversed == [77, 300, 0, 65_535, 5])
    }

    @Test func `a smaller picture is the mean of what its pixels cover`() {
        let samples: [UInt16] = [10, 20, 30, 40, 50, 1_000]
        #expect(framed(samples, [segment(0..<2, 0...6)], positions: 0..<2) == [20, 363])
        // Four of six, one and a half to a pixel.
        let result = framed(samples, [segment(0..<4, 0...6)], positions: 0..<4)
        #expect(result == [13, 27, 43, 683])
    }

    @Test func `a larger picture is interpolated`() {
        let samples: [UInt16] = [100, 200, 400]
        let result = framed(samples, [segment(0..<6, 0...3)], positions: 0..<6)
        #expect(result == [100, 125, 175, 250, 350, 400])
    }

    /// The results are those of Pillow's Lanczos filter in floating point.
    @Test(
        arguments: [
            (5, [27_282, 25_035, 31_775, 30_844, 27_263]),
            (
                20,
                [
                    0, 26_530, 60_000, 24_966, 4_053, 37_127, 44_624, 20_000, 0, 15_312, 56_547,
                    60_889,
                    30_000, 8_796, 19_597, 48_027, 35_483, 7_000, 24_545, 44_974,
                ]
            ),
            (
                12,
                [
                    1_000, 60_000, 3_000, 45_000, 20_000, 5_000, 64_000, 30_000, 12_000, 50_000,
                    7_000,
                    40_000,
                ]
            ),
        ] as [(Int, [Double])]
    )
    func `a sinc makes of a picture what others make`(count: Int, expected: [Double]) {
        let samples: [UInt16] = [
            1_000, 60_000, 3_000, 45_000, 20_000, 5_000, 64_000, 30_000, 12_000, 50_000, 7_000,
            40_000,
        ]
        let result = framed(
            samples,
            [segment(0..<Double(count), 0...12)],
            positions: 0..<count,
            kernel: .lanczos3
        )
        #expect(result.count == count)
        #expect(!zip(result, expected).contains { abs($0 - $1) > 1 }, "\(result)")
    }

    @Test func `a sinc leaves out what a smaller picture cannot show`() {
        // Waves of 5.3 pixels, of which a quarter as many would show waves that are not there.
        let samples = (0..<400).map { UInt16(32_768 + 30_000 * sin(Double($0) * 1.19 + 0.3)) }
        let frame = [segment(0..<100, 0...400)]
        let result = framed(samples, frame, positions: 5..<95, kernel: .lanczos3)
        #expect(!result.contains { abs($0 - 32_768) > 400 })
        let means = framed(samples, frame, positions: 5..<95)
        #expect(means.contains { abs($0 - 32_768) > 8_000 })
    }

    @Test func `a sinc makes no color brighter than its alpha`() {
        let edge = Band<Premultiplied>(layout: .grayAlpha, width: 8, height: 8) { _, _, x in
            x < 4 ? 50_000 : 0
        }
        let axis = FrameAxis(
            [segment(0..<21, 0...8)],
            count: 8,
            positions: 0..<21,
            kernel: .lanczos3
        )
        let samples = edge.framed(columns: axis, rows: axis).allSamples()
        #expect(zip(samples[..<441], samples[441...]).allSatisfy { $0 <= $1 })
        #expect(samples.contains { $0 > 50_000 } && samples.contains(0))
    }

    @Test func `fades where its frame ends inside of a pixel`() {
        let result = framed([40_000], [segment(1.25..<3.5, 0...1)], positions: 0..<5)
        #expect(result == [0, 30_000, 40_000, 20_000, 0])
    }

    @Test func `each segment has a source of its own`() {
        let samples: [UInt16] = [10, 20, 30, 40]
        let result = framed(
            samples,
            [segment(0..<1, 0...1), segment(1..<3, 1...3), segment(3..<5, 1...3)]
                + [segment(5..<9, 3...4)],
            positions: 0..<9
        )
        #expect(result == [10, 20, 30, 20, 30, 40, 40, 40, 40])
    }

    /// A picture of noise that is far wider than its frame.
    private func wide(_ width: Int, _ height: Int) -> Band<Premultiplied> {
        var generator = SeededGenerator(seed: 82)
        return Band(layout: .grayAlpha, width: width, height: height) { _, _, _ in
            UInt16.random(in: 0...65_535, using: &generator)
        }
    }

    private func axis(_ target: Range<Double>, _ count: Int, _ positions: Range<Int>) -> FrameAxis {
        FrameAxis([segment(target, 0...Double(count))], count: count, positions: positions)
    }

    @Test(arguments: [1, 2, 7, 40])
    func `columns are brought together first where that costs far less`(height: Int) {
        let picture = wide(600, height)
        let columns = axis(-1.5..<4.25, 600, 0..<5)
        let rows = axis(2.5..<180, height, 0..<190)
        let result = picture.framed(columns: columns, rows: rows).allSamples()
        // One axis after the other, rounded in between.
        let narrow = picture.framed(
            columns: columns,
            rows: axis(0..<Double(height), height, 0..<height)
        )
        let expected = narrow.framed(columns: axis(0..<5, 5, 0..<5), rows: rows).allSamples()
        #expect(result.count == expected.count && result.contains { $0 > 0 })
        #expect(!zip(result, expected).contains { abs(Int($0) - Int($1)) > 1 })
    }

    @Test func `a long row in a tall frame costs what it has of pixels`() {
        let picture = wide(16_384, 1)
        let (columns, rows) = (axis(0..<4, 16_384, 0..<4), axis(0..<8_000, 1, 0..<8_000))
        let cost = picture.framingCost(columns: columns, rows: rows)
        // Every row of the frame as wide as the picture would be 131 million.
        #expect(cost.order == .columnsFirst && cost.sampleCount <= 16_384 + 2 * 4 * 8_000)
    }

    @Test(arguments: [3, 600]) func `stops when nobody waits`(width: Int) {
        struct Stopped: Error {}
        let picture = wide(width, 2)
        var count = 0
        #expect(throws: Stopped.self) {
            _ = try picture.framed(
                columns: axis(0..<5, width, 0..<5),
                rows: axis(0..<64, 2, 0..<64)
            ) { () throws(Stopped) in
                count += 1
                if count == 3 { throw Stopped() }
            }
        }
        #expect(count == 3)
    }

    /// One row of the frame comes of many of the picture.
    @Test(arguments: [3, 600])
    func `looks at who waits while rows are brought together`(width: Int) {
        var count = 0
        _ = wide(width, 640).framed(
            columns: axis(0..<5, width, 0..<5),
            rows: axis(0..<1, 640, 0..<1)
        ) { count += 1 }
        // Two channels of 640 rows and the one that they make.
        #expect(count == (2 * 641 + 15) / 16)
    }

    @Test func `a part of a frame is as in the whole`() {
        var generator = SeededGenerator(seed: 81)
        let samples = (0..<37).map { _ in UInt16.random(in: 0...65_535, using: &generator) }
        for end in [20.5, 80.25, 37] as [Double] {
            let all = framed(samples, [segment(-3.5..<end, 0...37)], positions: -10..<90)
            let part = framed(samples, [segment(-3.5..<end, 0...37)], positions: 5..<17)
            #expect(part == Array(all[15..<27]))
        }
    }

    @Test(arguments: ChannelLayout.allCases)
    func `presence is alpha, or luminance times alpha`(layout: ChannelLayout) {
        var generator = SeededGenerator(seed: 82)
        let samples = (0..<(layout.channelCount * 200)).map { _ in
            UInt16.random(in: 0...65_535, using: &generator)
        }
        let band = Band<Straight>(layout: layout, width: 100, height: 2) {
            samples[($0 * 2 + $1) * 100 + $2]
        }
        let alpha = band.presence(isLuminance: false).allSamples()
        let luminance = band.presence(isLuminance: true).allSamples()
        for index in 0..<200 {
            func sample(_ channel: Int) -> Double { Double(samples[channel * 200 + index]) }
            let expected = layout.hasAlpha ? sample(layout.channelCount - 1) : 65_535
            #expect(Double(alpha[index]) == expected)
            let light =
                layout.isColor
                ? 0.2126 * sample(0) + 0.7152 * sample(1) + 0.0722 * sample(2) : sample(0)
            #expect(abs(Double(luminance[index]) - light * expected / 65_535) < 0.52)
        }
    }
}
