// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct SquareReductionTests {
    /// The means of a plane's squares by their definition, rounded half up.
    private func means(_ plane: [UInt16], _ size: PixelSize, side: Int) -> [UInt16] {
        var result: [UInt16] = []
        for top in stride(from: 0, to: size.height, by: side) {
            for left in stride(from: 0, to: size.width, by: side) {
                var (sum, count) = (0, 0)
                for y in top..<min(top + side, size.height) {
                    for x in left..<min(left + side, size.width) {
                        sum += Int(plane[y * size.width + x])
                        count += 1
                    }
                }
                result.append(UInt16((2 * sum + count) / (2 * count)))
            }
        }
        return result
    }

    @Test(arguments: InstructionSet.supported, [1, 2, 3, 4, 5, 8, 16, 40, 300])
    func `gives exact means of what is there`(set: InstructionSet, side: Int) {
        var generator = SeededGenerator(seed: 81)
        for (width, height) in [(1, 1), (4, 4), (31, 9), (64, 33), (129, 17)] {
            let size = PixelSize(width: width, height: height)
            let pixels = generator.samples(2 * size.pixelCount)
            let source = Band<Premultiplied>(
                layout: .grayAlpha,
                width: width,
                height: height
            ) { c, y, x in pixels[(c * height + y) * width + x] }
            let small = SquareReduction.outputSize(of: size, side: side)
            var reduction = SquareReduction(
                size: size,
                layout: .grayAlpha,
                side: side,
                instructionSet: set
            )
            var result = Band<Premultiplied>(
                layout: .grayAlpha,
                width: small.width,
                capacity: small.height
            )
            for row in 0..<height {
                reduction.add(source, row: row)
                if reduction.isRowComplete {
                    reduction.take(into: &result, row: result.rowCount)
                    result.rowCount += 1
                }
            }
            let planes = [pixels.prefix(size.pixelCount), pixels.suffix(size.pixelCount)]
            let expected = planes.flatMap { means(Array($0), size, side: side) }
            #expect(result.allSamples() == expected, "\(size)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `does not overflow where squares are larger than sums hold`(set: InstructionSet) {
        let size = PixelSize(width: 3, height: 140_000)
        var reduction = SquareReduction(
            size: size,
            layout: .gray,
            side: 140_000,
            instructionSet: set
        )
        let white = Band<Premultiplied>(layout: .gray, width: 3, height: 1) { _, _, _ in 65_535 }
        for _ in 0..<size.height { reduction.add(white, row: 0) }
        var result = Band<Premultiplied>(layout: .gray, width: 1, capacity: 1)
        reduction.take(into: &result, row: 0)
        #expect(result.row(0, of: 0)[0] == 65_535)
    }

    @Test(arguments: InstructionSet.supported)
    func `rounds every quotient to nearest, half up`(set: InstructionSet) {
        for count in [1, 2, 3, 7, 16, 64, 1_000, 65_535, 1 << 20, (1 << 34) - 1] {
            var sums: [UInt64] = []
            for level in [0, 1, 2, 1_000, 32_768, 65_533] {
                let sum = UInt64(level * count)
                // Around the tie, on both sides.
                for offset in -2...2 {
                    let near = Int(sum) + count / 2 + offset
                    if near >= 0 { sums.append(UInt64(near)) }
                }
            }
            func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                var row = GuardedRow<UInt16>(count: sums.count)
                var samples = row.mutableSpan
                kernels.divide(GuardedRow(sums).span, by: count, into: &samples)
                return row.prefix(sums.count)
            }
            let expected = sums.map { UInt16((2 * $0 + UInt64(count)) / (2 * UInt64(count))) }
            #expect(result(set.kernels) == expected, "\(count)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `repeats samples to the end of a row and no further`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 82)
        for times in [1, 2, 3, 4, 7, 8, 9, 16, 30] {
            for width in PackingTests.widths {
                let samples = generator.samples((width + times - 1) / times)
                var row = GuardedRow<UInt16>(count: width)
                var target = row.mutableSpan
                let source = GuardedRow(samples)
                set.kernels.repeatSamples(source.span, times: times, into: &target)
                #expect(row.prefix(width) == (0..<width).map { samples[$0 / times] })
            }
        }
    }
}
