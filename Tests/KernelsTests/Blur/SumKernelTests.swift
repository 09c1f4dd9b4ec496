// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

/// Kernels that add up rows, on rows of exactly the size they ask for, which end at a guard page.
@Suite struct SumKernelTests {
    @Test(arguments: InstructionSet.supported)
    func `adds samples alike, and touches nothing else`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 91)
        for width in PackingTests.widths {
            let samples = GuardedRow(generator.samples(width))
            let weights = generator.samples(width)
            func plain(_ kernels: any KernelSet.Type) -> [UInt32] {
                var row = GuardedRow(weights.map { UInt32($0) })
                var sums = row.mutableSpan
                kernels.add(samples.span, to: &sums)
                return row.prefix(width)
            }
            func whole(_ kernels: any KernelSet.Type) -> [Int32] {
                var row = GuardedRow(weights.map { Int32($0) - 40_000 })
                var sums = row.mutableSpan
                kernels.add(samples.span, times: -3, to: &sums)
                return row.prefix(width)
            }
            func weighted(_ kernels: any KernelSet.Type) -> [Float] {
                var row = GuardedRow(weights.map { Float($0) / 7 })
                var sums = row.mutableSpan
                kernels.add(samples.span, times: 0.123_456 as Float, to: &sums)
                return row.prefix(width)
            }
            #expect(plain(set.kernels) == plain(ScalarKernels.self), "width \(width)")
            #expect(whole(set.kernels) == whole(ScalarKernels.self), "width \(width)")
            #expect(weighted(set.kernels) == weighted(ScalarKernels.self), "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `rounds sums half to even and limits them`(set: InstructionSet) {
        let sums: [Float] = [0, 0.4, 0.5, 0.6, 1.5, 2.5, 65_534.5, 65_535, 65_535.4, 65_536, 9e9]
        for width in PackingTests.widths {
            let source = GuardedRow((0..<width).map { sums[$0 % sums.count] })
            var row = GuardedRow<UInt16>(count: width)
            var samples = row.mutableSpan
            set.kernels.settle(source.span, into: &samples)
            let expected = (0..<width).map { index in
                UInt16(min(sums[index % sums.count], 65_535).rounded(.toNearestOrEven))
            }
            #expect(row.prefix(width) == expected)
        }
    }

    @Test(arguments: InstructionSet.supported, [1, 2, 3, 4, 8, 11, 100])
    func `adds runs of sums, the last of which may be short`(set: InstructionSet, length: Int) {
        var generator = SeededGenerator(seed: 92)
        for width in PackingTests.widths {
            let sums = generator.samples(width).map { UInt32($0) * 65_537 }
            let count = (width + length - 1) / length
            let source = GuardedRow(sums)
            var row = GuardedRow<UInt64>(count: count)
            var totals = row.mutableSpan
            set.kernels.addRuns(source.span, length: length, to: &totals)
            set.kernels.addRuns(source.span, length: length, to: &totals)
            let expected = (0..<count).map { run in
                sums[(run * length)..<min((run + 1) * length, width)].reduce(0) {
                    $0 + 2 * UInt64($1)
                }
            }
            #expect(row.prefix(count) == expected, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `sums up columns three times over, alike`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 93)
        for width in PackingTests.widths {
            let lines = (0..<5).map { _ in generator.samples(width).map { Int32($0) - 32_768 } }
            func result(_ kernels: any KernelSet.Type) -> [UInt64] {
                var row = GuardedRow<UInt64>(count: 3 * width)
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
        [[1, 1, 1], [3, 3, 3], [4, 4, 5], [40, 40, 39], [40, 40, 41], [64, 64, 63]]
    )
    func `sums up boxes along a row`(set: InstructionSet, boxes: [Int]) {
        var generator = SeededGenerator(seed: 94)
        let kernel = BoxKernel(boxes: boxes)
        // One of ones after the other.
        var weights = [1]
        for box in boxes {
            var next = [Int](repeating: 0, count: weights.count + box - 1)
            for index in weights.indices {
                for offset in 0..<box { next[index + offset] += weights[index] }
            }
            weights = next
        }
        #expect(weights.count == 2 * kernel.reach + 1 && weights.reduce(0, +) == kernel.total)
        for width in [1, 2, 17, 130] {
            let samples = generator.samples(width)
            let row = samples.map { Int($0) }
            let expected = row.indices.map { x -> UInt16 in
                let sum = weights.indices.reduce(0) { sum, index in
                    let position = min(max(x + index - kernel.reach, 0), width - 1)
                    return sum + weights[index] * row[position]
                }
                return UInt16((2 * sum + kernel.total) / (2 * kernel.total))
            }
            var blur = BoxRow(width: width, kernel: kernel, edge: .clamp, instructionSet: set)
            var guarded = GuardedRow(samples)
            var target = guarded.mutableSpan
            blur.blur(&target)
            #expect(guarded.prefix(width) == expected, "width \(width)")
        }
    }

    @Test func `knows how much of three boxes lies inside`() {
        let kernel = BoxKernel(boxes: [4, 4, 5])
        let inside = kernel.coverage(100)
        #expect(inside[50] == kernel.total && inside[kernel.reach] == kernel.total)
        #expect(kernel.coverage(1) == [kernel.total - 2 * (kernel.total - inside[0])])
        #expect(inside[0] == inside[99] && inside[0] * 2 > kernel.total)
    }
}
