// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct PackingTests {
    static let widths = [
        1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 100, 257,
    ]

    @Test(arguments: ChannelLayout.allCases, PackedSamples.allCases)
    func `unpacks the same samples with every instruction set`(
        layout: ChannelLayout,
        format: PackedSamples
    ) {
        var generator = SeededGenerator(seed: 11)
        for width in Self.widths {
            let byteCount = format.rowByteCount(layout: layout, width: width)
            let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var expected = Band<Straight>(layout: layout, width: width, height: 2) { _, _, _ in 7 }
            expected.unpack(bytes.span, as: format, intoRow: 1, using: .scalar)
            let samples = expected.allSamples()
            for set in InstructionSet.supported {
                var band = Band<Straight>(layout: layout, width: width, height: 2) { _, _, _ in 7 }
                band.unpack(bytes.span, as: format, intoRow: 1, using: set)
                #expect(band.allSamples() == samples, "width \(width), \(set)")
            }
        }
    }

    @Test(arguments: ChannelLayout.allCases, PackedSamples.allCases)
    func `packs the same bytes with every instruction set`(
        layout: ChannelLayout,
        format: PackedSamples
    ) {
        var generator = SeededGenerator(seed: 12)
        for width in Self.widths {
            let band = Band<Straight>(layout: layout, width: width, height: 2) { _, _, _ in
                UInt16.random(in: 0...65_535, using: &generator)
            }
            for dither in [Dither.none, .ordered(y: 0), .ordered(y: 21)] {
                let count = format.rowByteCount(layout: layout, width: width)
                let expected = packed(band, as: format, dither: dither, count: count, .scalar)
                for set in InstructionSet.supported {
                    let actual = packed(band, as: format, dither: dither, count: count, set)
                    #expect(actual == expected, "width \(width), \(dither), \(set)")
                }
            }
        }
    }

    @Test(arguments: ChannelLayout.allCases, PackedSamples.allCases)
    func `gives back the bytes that it took, dithered or not`(
        layout: ChannelLayout,
        format: PackedSamples
    ) {
        var generator = SeededGenerator(seed: 13)
        let count = format.rowByteCount(layout: layout, width: 301)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for set in InstructionSet.supported {
            var band = Band<Straight>(layout: layout, width: 301, capacity: 1)
            band.unpack(bytes.span, as: format, intoRow: 0, using: set)
            for dither in [Dither.none, .ordered(y: 5)] {
                let result = packed(band, as: format, row: 0, dither: dither, count: count, set)
                #expect(result == bytes)
            }
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `rounds every sample to the nearest byte`(set: InstructionSet) {
        let band = Band<Straight>(layout: .gray, width: 65_536, height: 1) { _, _, x in UInt16(x) }
        let bytes = packed(band, as: .eightBit, row: 0, dither: .none, count: 65_536, set)
        let wrong = (0..<65_536).filter { v in
            Int((Double(v) / 257).rounded()) != Int(bytes[v])
        }
        #expect(wrong.isEmpty)
    }

    @Test func `dithers to a mean that is nearer than rounding`() {
        for value in stride(from: 0, through: 65_535, by: 1_021) {
            let band = Band<Straight>(layout: .gray, width: 16, height: 1) { _, _, _ in
                UInt16(value)
            }
            var sum = 0
            for y in 0..<16 {
                let bytes = packed(
                    band,
                    as: .eightBit,
                    row: 0,
                    dither: .ordered(y: y),
                    count: 16,
                    .current
                )
                #expect(Set(bytes).count <= 2)
                sum += bytes.reduce(0) { $0 + Int($1) }
            }
            #expect(abs(Double(sum) / 256 - Double(value) / 257) < 0.01, "value \(value)")
        }
    }

    @Test(arguments: InstructionSet.supported, [ChannelLayout.grayAlpha, .rgba])
    func `dithers color and rounds alpha to nearest`(set: InstructionSet, layout: ChannelLayout) {
        let channelCount = layout.channelCount
        var generator = SeededGenerator(seed: 14)
        for width in Self.widths {
            var band = Band<Straight>(layout: layout, width: width, height: 1) { _, _, _ in
                UInt16.random(in: 0...65_535, using: &generator)
            }
            // Opaque, nearly so, and a value that most thresholds would round up.
            var alpha = band.mutableRow(0, of: channelCount - 1)
            let special: [UInt16] = [65_535, 65_534, 257 * 200 + 120]
            for (x, value) in zip(0..<min(3, width), special) { alpha[x] = value }
            let count = width * channelCount
            for y in 0..<16 {
                let bytes = packed(
                    band,
                    as: .eightBit,
                    row: 0,
                    dither: .ordered(y: y),
                    count: count,
                    set
                )
                for x in 0..<width {
                    for channel in 0..<channelCount {
                        let sample = Int(band.row(0, of: channel)[x])
                        let isAlpha = channel == channelCount - 1
                        let addend =
                            isAlpha ? 128 : (2 * Dither.bayerRank(x & 15, y) + 1) * 257 / 512
                        let expected = min(255, (sample + addend) / 257)
                        if Int(bytes[x * channelCount + channel]) != expected {
                            Issue.record("column \(x) of row \(y), channel \(channel)")
                        }
                    }
                }
            }
        }
    }

    @Test func `fills the dither matrix with every rank once`() {
        var ranks = Set<Int>()
        for y in 0..<16 { for x in 0..<16 { ranks.insert(Dither.bayerRank(x, y)) } }
        #expect(ranks == Set(0..<256))
    }

    @Test(arguments: InstructionSet.supported, ChannelLayout.allCases)
    func `leaves the bytes behind a row alone`(set: InstructionSet, layout: ChannelLayout) {
        for width in Self.widths {
            let band = Band<Straight>(layout: layout, width: width, height: 1) { _, _, _ in 65_535 }
            for format in PackedSamples.allCases {
                let count = format.rowByteCount(layout: layout, width: width)
                let bytes = packed(
                    band,
                    as: format,
                    row: 0,
                    dither: .none,
                    count: count + 16,
                    set,
                    fill: 9
                )
                #expect(bytes[count...].allSatisfy { $0 == 9 })
                #expect(bytes[..<count].allSatisfy { $0 == 255 })
            }
        }
    }

    @Test(arguments: InstructionSet.supported, ChannelLayout.allCases)
    func `touches no byte outside a row`(set: InstructionSet, layout: ChannelLayout) {
        for width in Self.widths {
            for format in PackedSamples.allCases {
                var band = Band<Straight>(layout: layout, width: width, height: 1) { c, _, x in
                    UInt16(truncatingIfNeeded: 257 * (c + 3 * x))
                }
                var bytes = GuardedRow<UInt8>(
                    count: format.rowByteCount(layout: layout, width: width)
                )
                var target = bytes.mutableSpan
                band.pack(row: 0, as: format, into: &target, using: set)
                let before = band.allSamples()
                band.unpack(bytes.span, as: format, intoRow: 0, using: set)
                if format == .sixteenBit { #expect(band.allSamples() == before) }
            }
        }
    }

    private func packed(
        _ band: borrowing Band<Straight>,
        as format: PackedSamples,
        row: Int = 1,
        dither: Dither,
        count: Int,
        _ set: InstructionSet,
        fill: UInt8 = 0
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: fill, count: count)
        var span = bytes.mutableSpan
        band.pack(row: row, as: format, dither: dither, into: &span, using: set)
        return bytes
    }
}
