// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

/// Row kernels on rows of exactly the size they ask for, which end at a guard page.
@Suite struct KernelSetTests {
    @Test(arguments: InstructionSet.supported, [2, 4])
    func `touches no sample outside a row to multiply and divide by alpha`(
        set: InstructionSet,
        channelCount: Int
    ) {
        var generator = SeededGenerator(seed: 61)
        for width in PackingTests.widths {
            for padding in [0, 5] {
                let shape = RowShape(
                    channelCount: channelCount,
                    width: width,
                    planeStride: width + padding
                )
                let samples = generator.samples(shape.spanCount)
                func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                    var row = GuardedRow(samples)
                    var planes = row.mutableSpan
                    kernels.premultiply(&planes, shape: shape)
                    kernels.unpremultiply(&planes, shape: shape)
                    return row.prefix(samples.count)
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "width \(width)")
            }
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `touches no sample outside a row to mix`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 66)
        for width in PackingTests.widths {
            let front = GuardedRow(generator.samples(width))
            let weights = GuardedRow(generator.samples(width))
            let back = generator.samples(width)
            func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                var row = GuardedRow(back)
                var samples = row.mutableSpan
                kernels.mix(front.span, weights: weights.span, into: &samples)
                return row.prefix(width)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `touches no sample outside a row to composite`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 62)
        for width in PackingTests.widths {
            let color = GuardedRow(generator.samples(width))
            let alpha = GuardedRow(generator.samples(width))
            func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                var row = GuardedRow<UInt16>(count: width)
                var samples = row.mutableSpan
                kernels.composite(
                    color.span,
                    alpha: alpha.span,
                    background: 12_345,
                    into: &samples
                )
                return row.prefix(width)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported, [3, 4])
    func `touches no sample outside a row to apply a matrix`(
        set: InstructionSet,
        channelCount: Int
    ) {
        var generator = SeededGenerator(seed: 63)
        let matrices = [
            ColorMatrix.saturation(1.8),
            ColorMatrix(
                red: .init(0.5, 0.25, 0, 0.1, 0.2),
                green: .init(0, 1, 0.5, 0, -0.1),
                blue: .init(1, 0, -0.25, 0.5, 0),
                alpha: .init(0.25, 0, 0, 0.75, 0)
            ),
        ].map(ColorCoefficients.init)
        for width in PackingTests.widths {
            let shape = RowShape(channelCount: channelCount, width: width, planeStride: width + 3)
            let samples = generator.samples(shape.spanCount)
            for matrix in matrices {
                func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                    var row = GuardedRow(samples)
                    var planes = row.mutableSpan
                    kernels.applyMatrix(matrix, to: &planes, shape: shape)
                    return row.prefix(samples.count)
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "width \(width)")
            }
        }
    }
}

extension SeededGenerator {
    /// Random samples.
    mutating func samples(_ count: Int) -> [UInt16] {
        (0..<count).map { _ in UInt16.random(in: 0...65_535, using: &self) }
    }
}
