// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

/// Kernels of running sums in 32 bits and of copies at other scales, on rows that end at a guard page.
@Suite struct BoxKernelTests {
    @Test(arguments: InstructionSet.supported)
    func `running sums wrap, alike`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 401)
        for width in [0] + PackingTests.widths {
            let values = (0..<width).map { _ in
                Int32.random(in: .min ... .max, using: &generator)
            }
            func result(_ kernels: any KernelSet.Type) -> [Int32] {
                var row = GuardedRow(values)
                var sums = row.mutableSpan
                kernels.accumulate(&sums)
                return row.prefix(width)
            }
            #expect(result(set.kernels) == result(ScalarKernels.self), "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `columns are summed up three times over modulo 2^32`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 402)
        for width in PackingTests.widths {
            let lines = (0..<5).map { _ in
                (0..<width).map { _ in Int32.random(in: .min ... .max, using: &generator) }
            }
            func result(_ kernels: any KernelSet.Type) -> [Int32] {
                var row = GuardedRow<Int32>(count: 3 * width)
                for line in lines {
                    let source = GuardedRow(line)
                    var sums = row.mutableSpan
                    kernels.integrate(source.span, into: &sums)
                }
                return row.prefix(3 * width)
            }
            #expect(result(set.kernels) == result(ScalarKernels.self), "width \(width)")
        }
    }

    @Test(
        arguments: InstructionSet.supported,
        [1, 2, 3, 7, 1521, 54_872, 65_535, 65_536, 255 * 255 * 257, 1 << 24]
    )
    func `quotients are exact at the ends of each rounding interval`(
        set: InstructionSet,
        count: Int
    ) {
        var generator = SeededGenerator(seed: 403)
        let greatest = min(65_535, (Int(UInt32.max) - count / 2) / count)
        var sums = [0, count * greatest]
        for _ in 0..<200 {
            let middle = Int.random(in: 1...greatest, using: &generator) * count
            sums += [-1, 0, 1].flatMap { [middle + $0, middle - (count + 1) / 2 + $0] }
        }
        sums = sums.map { min(max($0, 0), count * greatest) }
        let source = GuardedRow(sums.map { Int32(truncatingIfNeeded: $0) })
        var row = GuardedRow<UInt16>(count: sums.count)
        var quotients = row.mutableSpan
        set.kernels.divide(source.span, by: count, into: &quotients)
        #expect(row.prefix(sums.count) == sums.map { UInt16(($0 + count / 2) / count) })
    }

    @Test(arguments: InstructionSet.supported, [1, 0.999, 0.93, 0.88, 0.8, 0.5, 0.1, 0])
    func `copies at all scales are added alike`(set: InstructionSet, scale: Double) {
        var generator = SeededGenerator(seed: 404)
        for width in PackingTests.widths {
            let (first, second) = (generator.samples(width), generator.samples(width))
            let shift = Double.random(in: 0...Double(width - 1) * (1 - scale), using: &generator)
            let places = (0..<width).map { min(shift + Double($0) * scale, Double(width - 1)) }
            let indices = GuardedRow(places.map { Int32($0) })
            let rests = GuardedRow(places.map { Float($0 - $0.rounded(.down)) })
            func result(_ kernels: any KernelSet.Type) -> (sums: [Float], rounded: [UInt16]) {
                let firstRow = GuardedRow(first)
                let secondRow = GuardedRow(second)
                var line = GuardedRow<Float>(count: width)
                var combined = line.mutableSpan
                let weights: (Float, Float) = (0.3, 0.6)
                kernels.combine(
                    firstRow.span,
                    secondRow.span,
                    weights: weights,
                    into: &combined
                )
                var row = GuardedRow(second.map { Float($0) / 9 })
                var sums = row.mutableSpan
                kernels.add(line.span, at: indices.span, rests: rests.span, to: &sums)
                var samples = GuardedRow<UInt16>(count: width)
                var rounded = samples.mutableSpan
                kernels.round(row.span, into: &rounded)
                return (row.prefix(width), samples.prefix(width))
            }
            let (mine, expected) = (result(set.kernels), result(ScalarKernels.self))
            #expect(mine.sums == expected.sums, "width \(width)")
            #expect(mine.rounded == expected.rounded, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `sums are rounded half up and limited`(set: InstructionSet) {
        let sums: [Float] = [
            -3, 0, 0.49, 0.5, 1.5, 2.5, 4_095.499_8, 65_533.5, 65_534.5, 65_535.5, 9e9,
        ]
        let expected: [UInt16] = [0, 0, 0, 1, 2, 3, 4_095, 65_534, 65_535, 65_535, 65_535]
        for width in PackingTests.widths {
            let source = GuardedRow((0..<width).map { sums[$0 % sums.count] })
            var row = GuardedRow<UInt16>(count: width)
            var samples = row.mutableSpan
            set.kernels.round(source.span, into: &samples)
            #expect(row.prefix(width) == (0..<width).map { expected[$0 % sums.count] })
        }
    }
}
