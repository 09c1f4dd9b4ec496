// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels for squares of pixels and blocks, on rows that end at a guard page.
@Suite struct SquareKernelTests {
    private static func floats(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
        generator.samples(count).map { Float($0) / 256 - 128 }
    }

    @Test(arguments: InstructionSet.supported, [(1, 1, 8), (5, 4, 16), (16, 11, 16), (8, 8, 8)])
    func `multiplies matrices`(set: InstructionSet, size: (count: Int, depth: Int, width: Int)) {
        var generator = SeededGenerator(seed: 61)
        let shape = ProductShape(
            count: size.count,
            depth: size.depth,
            width: size.width,
            stride: size.width + 3,
            resultStride: size.width + 8
        )
        let factors = GuardedRow(Self.floats(size.count * size.depth, &generator))
        let rows = GuardedRow(Self.floats(shape.rowsCount, &generator))
        func product(_ kernels: any KernelSet.Type) -> [Float] {
            var result = GuardedRow<Float>(count: shape.resultCount)
            var span = result.mutableSpan
            kernels.multiply(factors.span, rows.span, shape: shape, into: &span)
            return result.prefix(shape.resultCount)
        }
        #expect(product(set.kernels) == product(ScalarKernels.self))
    }

    @Test(arguments: InstructionSet.supported)
    func `quantizes and marks what is not zero`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 62)
        let coefficients = GuardedRow(Self.floats(64, &generator).map { ($0 * 8).rounded() / 8 })
        let factors = GuardedRow((0..<64).map { 1 / Float(1 + $0 * 4) })
        func quantized(_ kernels: any KernelSet.Type) -> (mask: UInt64, [Int16]) {
            var result = GuardedRow<Int16>(count: 64)
            var span = result.mutableSpan
            let mask = kernels.quantize(coefficients.span, by: factors.span, into: &span)
            return (mask, result.prefix(64))
        }
        let (here, expected) = (quantized(set.kernels), quantized(ScalarKernels.self))
        #expect(here.mask == expected.mask && here.1 == expected.1)
        for index in 0..<64 {
            #expect((here.mask >> UInt64(index)) & 1 == (here.1[index] == 0 ? 0 : 1))
        }
    }

    @Test(arguments: InstructionSet.supported, [1, 2])
    func `averages squares of pixels`(set: InstructionSet, pitch: Int) {
        var generator = SeededGenerator(seed: 63)
        for width in PackingTests.widths {
            let stride = width * pitch + 1
            let rows = GuardedRow(generator.samples((pitch - 1) * stride + width * pitch))
            func means(_ kernels: any KernelSet.Type) -> ([Float], [UInt8]) {
                var means = GuardedRow<Float>(count: width)
                var bytes = GuardedRow<UInt8>(count: width)
                var meanSpan = means.mutableSpan
                var byteSpan = bytes.mutableSpan
                kernels.average(rows.span, stride: stride, pitch: pitch, into: &meanSpan)
                kernels.average(rows.span, stride: stride, pitch: pitch, into: &byteSpan)
                return (means.prefix(width), bytes.prefix(width))
            }
            let (here, expected) = (means(set.kernels), means(ScalarKernels.self))
            #expect(here.0 == expected.0 && here.1 == expected.1)
        }
    }
}
