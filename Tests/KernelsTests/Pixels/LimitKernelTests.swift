// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels that limit colors to RGB, on rows that end at a guard page.
@Suite struct LimitKernelTests {
    private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        generator.samples(count).map { UInt8(truncatingIfNeeded: $0) }
    }

    @Test(arguments: InstructionSet.supported)
    func `enlarges pairs of samples`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 91)
        for width in PackingTests.widths {
            let near = GuardedRow(Self.bytes(width, &generator))
            let far = GuardedRow(Self.bytes(width, &generator))
            func enlarged(_ kernels: any KernelSet.Type, _ samples: Range<Int>) -> [UInt8] {
                var pairs = GuardedRow<UInt8>(count: 2 * samples.count)
                var span = pairs.mutableSpan
                kernels.enlargePairs(
                    near.span,
                    far.span,
                    samples: samples,
                    biases: SIMD2(8, 7),
                    into: &span
                )
                return pairs.prefix(2 * samples.count)
            }
            for samples in [0..<width, (width / 2)..<width, 0..<(width / 2), width / 3..<width / 2]
            {
                #expect(enlarged(set.kernels, samples) == enlarged(ScalarKernels.self, samples))
            }
        }
    }

    /// The rows of the reference, by its definition at the edges and inside.
    @Test func `interpolates as libjpeg does`() {
        let (near, far): ([UInt8], [UInt8]) = ([10, 200, 30], [250, 0, 90])
        var pairs = [UInt8](repeating: 0, count: 6)
        var span = pairs.mutableSpan
        ScalarKernels.enlargePairs(
            near.span,
            far.span,
            samples: 0..<3,
            biases: SIMD2(8, 7),
            into: &span
        )
        // 3/4 and 1/4 along each axis: columns 280, 600 and 180 in quarters.
        #expect(pairs == [70, 90, 130, 124, 71, 45])
    }

    @Test(arguments: InstructionSet.supported)
    func `finds the same changes`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 92)
        for width in PackingTests.widths {
            let planes = (0..<3).map { _ in Self.bytes(width, &generator) }
            let runCount = width / ColorRun.width + 1
            func changes(_ kernels: any KernelSet.Type) -> ([Int16], [UInt8]) {
                let luma = GuardedRow(planes[0])
                let cb = GuardedRow(planes[1])
                let cr = GuardedRow(planes[2])
                var changes = GuardedRow<Int16>(count: runCount * ColorRun.changeCount)
                var marks = GuardedRow<UInt8>(count: runCount)
                var changeSpan = changes.mutableSpan
                var markSpan = marks.mutableSpan
                kernels.limitColors(
                    luma: luma.span,
                    cb: cb.span,
                    cr: cr.span,
                    changes: &changeSpan,
                    marks: &markSpan
                )
                return (
                    changes.prefix(runCount * ColorRun.changeCount), marks.prefix(runCount)
                )
            }
            let (here, expected) = (changes(set.kernels), changes(ScalarKernels.self))
            #expect(here.0 == expected.0 && here.1 == expected.1, "width \(width)")
        }
    }

    @Test func `leaves colors inside of RGB alone, and limits the others`() {
        // Gray, a yellow and a blue that no screen shows.
        let change = [(128, 128, 128), (255, 0, 148), (0, 255, 128)].map { y, cb, cr in
            DecodedColor(y: UInt8(y), cb: UInt8(cb), cr: UInt8(cr)).change
        }
        #expect(change == [SIMD3(), SIMD3(-28, -30, 0), SIMD3(0, 44, 0)])
    }

    @Test(arguments: InstructionSet.supported)
    func `adds multiples to three rows`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 93)
        for count in PackingTests.widths {
            let changes = GuardedRow(
                generator.samples(count).map { Int16($0 % 511) - 255 }
            )
            func sums(_ kernels: any KernelSet.Type) -> [Int32] {
                let stride = count + 3
                var sums = GuardedRow((0..<(2 * stride + count)).map { Int32($0) })
                var span = sums.mutableSpan
                kernels.addMultiples(
                    of: changes.span,
                    SIMD4(32_768, 7, -1, 99),
                    to: &span,
                    stride: stride
                )
                return sums.prefix(2 * stride + count)
            }
            #expect(sums(set.kernels) == sums(ScalarKernels.self))
        }
    }
}
