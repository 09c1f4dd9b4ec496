// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

/// The kernels of filters that are made of parts, on rows that end at a guard page.
@Suite struct FilterKernelTests {
    @Test(arguments: [1, 2, 3, 4], [ScalingKind.luminance, .vividness])
    func `scales colors alike across instruction sets, and keeps alpha`(
        channelCount: Int,
        kind: ScalingKind
    ) {
        var generator = SeededGenerator(seed: 91)
        let factors = (0...65_535).map { 2.5 - Float($0) / 20_000 }
        for width in PackingTests.widths {
            let shape = RowShape(
                channelCount: channelCount,
                width: width,
                planeStride: width + 3
            )
            let samples = generator.samples(shape.spanCount)
            func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                var row = GuardedRow(samples)
                var planes = row.mutableSpan
                kernels.scaleColors(&planes, by: kind, factors: factors.span, shape: shape)
                return row.prefix(samples.count)
            }
            let expected = result(ScalarKernels.self)
            if let start = shape.alphaStart {
                #expect(expected[start...] == samples[start...])
            }
            for set in InstructionSet.supported {
                #expect(result(set.kernels) == expected, "width \(width), \(set)")
            }
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `counts samples below bounds, and decides bits`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 92)
        for width in PackingTests.widths {
            let samples = GuardedRow(generator.samples(width))
            let bounds = generator.samples(width)
            let counts = generator.samples(width).map { $0 >> 1 }
            func result(_ kernels: any KernelSet.Type) -> [[UInt16]] {
                var medians = GuardedRow(samples.prefix(width))
                var trials = GuardedRow(bounds)
                var sums = GuardedRow(counts)
                var sumSpan = sums.mutableSpan
                kernels.count(samples.span, below: trials.span, into: &sumSpan)
                let counted = sums.prefix(width)
                var medianSpan = medians.mutableSpan
                var trialSpan = trials.mutableSpan
                var countSpan = sums.mutableSpan
                kernels.decide(
                    &medianSpan,
                    trials: &trialSpan,
                    counts: &countSpan,
                    most: 9_000,
                    nextBit: 64
                )
                return [counted, medians.prefix(width), trials.prefix(width), sums.prefix(width)]
            }
            #expect(result(set.kernels) == result(ScalarKernels.self), "width \(width)")
        }
    }
}
