// SPDX-License-Identifier: Apache-2.0

import Glibc
import Kernels
import Raster
import TestSupport
import Testing

@Suite struct BlendTests {
    /// Values at the ends, beside them, in the middle and anywhere.
    private static let values: [UInt16] = [
        0, 1, 257, 9_000, 16_383, 16_384, 32_767, 32_768, 40_000, 65_278, 65_534, 65_535,
    ]

    private static func samples(_ count: Int, _ generator: inout SeededGenerator) -> [UInt16] {
        (0..<count).map { _ in
            Bool.random(using: &generator)
                ? values.randomElement(using: &generator) ?? 0
                : .random(in: 0...65_535, using: &generator)
        }
    }

    @Test(arguments: BlendMode.allCases, [false, true])
    func `blends as the specification says`(mode: BlendMode, replaces: Bool) {
        var generator = SeededGenerator(seed: 71)
        for (sourceLayout, layout) in Self.layouts {
            let width = 300
            let front = Self.samples(width * sourceLayout.channelCount, &generator)
            let back = Self.samples(width * layout.channelCount, &generator)
            let weights = Self.samples(width, &generator)
            let result = blend(
                Band(layout: sourceLayout, width: width, height: 1) { front[$0 * width + $2] },
                Band(layout: layout, width: width, height: 1) { back[$0 * width + $2] },
                weights,
                Layering(mode, replaces: replaces)
            )
            let worst =
                (0..<width).map { x in
                    let source = BlendReference.Sample(sourceLayout) { front[$0 * width + x] }
                    let backdrop = BlendReference.Sample(layout) { back[$0 * width + x] }
                    let expected = BlendReference.lay(
                        source,
                        on: backdrop,
                        weight: Double(weights[x]) / 65_535,
                        mode,
                        // An opaque picture stays opaque.
                        replaces: replaces && layout.hasAlpha,
                        isOpaque: !layout.hasAlpha
                    ).samples(layout)
                    return expected.enumerated().map { channel, value in
                        abs(Double(result[channel * width + x]) - value)
                    }.max() ?? 0
                }.max() ?? 0
            #expect(worst < 1, "\(sourceLayout) on \(layout)")
        }
    }

    private static let layouts: [(ChannelLayout, ChannelLayout)] =
        ChannelLayout.allCases.flatMap { source in
            ChannelLayout.allCases.filter { $0.isColor || !source.isColor }.map { (source, $0) }
        }

    private func blend(
        _ source: consuming Band<Straight>,
        _ backdrop: consuming Band<Straight>,
        _ weights: [UInt16],
        _ layering: Layering,
        _ set: InstructionSet = .current
    ) -> [UInt16] {
        var result = backdrop
        result.blend(
            source,
            row: 0,
            columns: 0..<source.width,
            ontoRow: 0,
            at: 0,
            weights: weights.span,
            layering: layering,
            using: set
        )
        return result.allSamples()
    }

    @Test(arguments: InstructionSet.supported)
    func `mixes opaque pictures alike with every instruction set`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 72)
        for width in PackingTests.widths {
            let front = Self.samples(3 * width, &generator)
            let back = Self.samples(3 * width, &generator)
            let weights = Self.samples(width, &generator)
            func result(_ set: InstructionSet) -> [UInt16] {
                blend(
                    Band(layout: .rgb, width: width, height: 1) { front[$0 * width + $2] },
                    Band(layout: .rgb, width: width, height: 1) { back[$0 * width + $2] },
                    weights,
                    Layering(.normal),
                    set
                )
            }
            #expect(result(set) == result(.scalar))
        }
    }

    @Test(arguments: BlendMode.allCases, ChannelLayout.allCases)
    func `leaves samples without weight as they are`(mode: BlendMode, layout: ChannelLayout) {
        var generator = SeededGenerator(seed: 73)
        let back = Self.samples(500 * layout.channelCount, &generator)
        let result = blend(
            Band(layout: layout, width: 500, height: 1) { _, _, x in UInt16(x * 100) },
            Band(layout: layout, width: 500, height: 1) { back[$0 * 500 + $2] },
            [UInt16](repeating: 0, count: 500),
            Layering(mode)
        )
        #expect(result == back)
    }

    @Test(arguments: ChannelLayout.allCases)
    func `stands in bit for bit where the weight is 1`(layout: ChannelLayout) {
        var generator = SeededGenerator(seed: 74)
        var front = Self.samples(500 * layout.channelCount, &generator)
        // Color beneath an alpha of 0 has no meaning.
        if layout.hasAlpha {
            let alpha = 500 * (layout.channelCount - 1)
            for index in alpha..<front.count { front[index] |= 1 }
        }
        let samples = front
        let result = blend(
            Band(layout: layout, width: 500, height: 1) { samples[$0 * 500 + $2] },
            Band(layout: layout, width: 500, height: 1) { _, _, x in UInt16(x * 100) },
            [UInt16](repeating: 65_535, count: 500),
            Layering(.normal, replaces: true)
        )
        if layout.hasAlpha {
            #expect(zip(result, samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        } else {
            #expect(result == samples)
        }
    }

    @Test func `lays a part of a row where it is told to`() {
        var picture = Band<Straight>(layout: .gray, width: 20, height: 3) { _, _, _ in 7 }
        let source = Band<Straight>(layout: .gray, width: 9, height: 2) { _, y, x in
            UInt16(100 * y + x)
        }
        let weights = [UInt16](repeating: 65_535, count: 9)
        picture.blend(
            source,
            row: 1,
            columns: 3..<6,
            ontoRow: 2,
            at: 12,
            weights: weights.span,
            layering: Layering(.normal)
        )
        let expected = (0..<60).map { (52..<55).contains($0) ? UInt16($0 - 52 + 103) : 7 }
        #expect(picture.allSamples() == expected)
    }
}
