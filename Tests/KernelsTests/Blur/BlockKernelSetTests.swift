// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels that make blocks, on rows of exactly the size they ask for, which end at a guard page.
@Suite struct BlockKernelSetTests {
    private static func floats(
        _ count: Int,
        _ range: ClosedRange<Float>,
        _ generator: inout SeededGenerator
    ) -> [Float] {
        (0..<count).map { _ in Float.random(in: range, using: &generator) }
    }

    @Test(arguments: InstructionSet.supported, Array(BlockRow.tapRange))
    func `transforms rows as the specification does`(set: InstructionSet, taps: Int) {
        var generator = SeededGenerator(seed: 91)
        for count in [1, 2, 3, 4, 5, 9, 16, 33] {
            for (starts, advance) in [([0], 1), ([1], 2), ([0, 0], 1), ([2, 3, 3, 2], 1)] {
                let row = BlockRow(count: count, taps: taps, starts: starts, advance: advance)
                let low = GuardedRow(Self.floats(row.reach, -128...127, &generator))
                let weightCount = 8 * taps * starts.count
                let weights = GuardedRow(Self.floats(weightCount, -1...1, &generator))
                func result(_ kernels: any KernelSet.Type) -> [Float] {
                    var coefficients = GuardedRow<Float>(count: 8 * count)
                    var target = coefficients.mutableSpan
                    kernels.transformRow(low.span, weights: weights.span, row: row, into: &target)
                    return coefficients.prefix(8 * count)
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "\(row)")
            }
        }
    }

    /// Rows that differ much, and rows so alike that blocks end with zeros.
    @Test(arguments: InstructionSet.supported, Array(BlockRow.tapRange))
    func `quantizes blocks as the specification does`(set: InstructionSet, taps: Int) {
        for spread in [1000, 8, 0.1, 0] as [Float] {
            expectBlocks(set, taps: taps, spread: spread)
        }
    }

    private func expectBlocks(_ set: InstructionSet, taps: Int, spread: Float) {
        var generator = SeededGenerator(seed: 92)
        // As of a transform, those of each row but the first add up to nothing.
        var weights = Self.floats(64 * taps, -0.3...0.3, &generator)
        for v in 1..<8 {
            for u in 0..<8 {
                var sum: Float = 0
                for tap in 1..<taps { sum += weights[(v * taps + tap) * 8 + u] }
                weights[v * taps * 8 + u] = -sum
            }
        }
        var limits = [Float](repeating: 0, count: 8 * taps)
        for v in 4..<8 {
            for index in limits.indices {
                limits[index] = max(limits[index], abs(weights[v * taps * 8 + index]))
            }
        }
        let guardedWeights = GuardedRow(weights)
        let guardedLimits = GuardedRow(limits)
        for count in [1, 2, 7, 33] {
            let base = Self.floats(8 * count, -500...500, &generator)
            var rows: [Float] = []
            for _ in 0..<taps {
                rows += base.map { $0 + Float.random(in: -spread...spread, using: &generator) }
            }
            let guardedRows = GuardedRow(rows)
            let starts = GuardedRow((0..<taps).map { $0 * 8 * count })
            func result(_ kernels: any KernelSet.Type) -> (masks: [UInt64], blocks: [Int16]) {
                var masks = GuardedRow<UInt64>(count: count)
                var maskSpan = masks.mutableSpan
                var blocks = GuardedRow<Int16>(count: 64 * count)
                var blockSpan = blocks.mutableSpan
                kernels.quantizeBlocks(
                    guardedRows.span,
                    at: starts.span,
                    weights: guardedWeights.span,
                    limits: guardedLimits.span,
                    masks: &maskSpan,
                    into: &blockSpan
                )
                let bits = masks.prefix(count)
                let coefficients = blocks.prefix(64 * count)
                return (
                    bits,
                    coefficients.indices.map { index in
                        bits[index / 64] >> (index % 64) & 1 == 0 ? 0 : coefficients[index]
                    }
                )
            }
            let (expected, found) = (result(ScalarKernels.self), result(set.kernels))
            #expect(found.masks == expected.masks, "\(count) blocks")
            #expect(found.blocks == expected.blocks, "\(count) blocks")
            #expect(expected.masks.contains { $0 != 0 })
            let ends = expected.masks.map { $0 >> 32 }
            #expect(spread > 1 ? ends.contains { $0 != 0 } : ends.allSatisfy { $0 == 0 })
        }
    }

    /// Coefficients of pictures, of damaged files, and the greatest that there are.
    @Test(arguments: InstructionSet.supported, [3, 200, 2000, 32_767])
    func `makes samples as the specification does`(set: InstructionSet, range: Int) {
        var generator = SeededGenerator(seed: 93)
        for fours in [1, 2, 5] {
            for stride in [32 * fours, 32 * fours + 64] {
                var values = (0..<256 * fours).map { _ in
                    Int16(Int.random(in: -range...range, using: &generator))
                }
                var weights = (0..<256).map { _ in
                    Int16(Int.random(in: 1...17, using: &generator))
                }
                if range == 32_767 {
                    for index in 0..<40 { values[index] = index % 3 == 0 ? .min : .max }
                    for index in 0..<9 { weights[7 * index] = index < 4 ? -1 : .min }
                }
                let coefficients = GuardedRow(values)
                let factors = GuardedRow(weights)
                func result(_ kernels: any KernelSet.Type) -> [UInt8] {
                    let count = 7 * stride + 32 * fours
                    var samples = GuardedRow<UInt8>(count: count)
                    var target = samples.mutableSpan
                    kernels.inverseTransform(
                        coefficients.span,
                        times: factors.span,
                        into: &target,
                        stride: stride
                    )
                    return samples.prefix(count)
                }
                let (expected, found) = (result(ScalarKernels.self), result(set.kernels))
                let isSame = found == expected
                #expect(isSame, "\(fours) fours, stride \(stride)")
                #expect(Set(expected).count > 4)
            }
        }
    }
}
