// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels of the blur on rows of exactly the size they ask for, which end at a guard page.
@Suite struct BlurKernelSetTests {
    static let widths = PackingTests.widths

    /// A standard deviation for every decimation.
    static let sigmas: [Float] = [4, 12, 25, 60, 100]

    /// What rows at low resolution have room for.
    private static func padded(_ count: Int) -> Int { (count + 31) & ~31 }

    @Test(arguments: InstructionSet.supported, [false, true])
    func `touches nothing outside rows to sum them`(set: InstructionSet, fresh: Bool) {
        var generator = SeededGenerator(seed: 71)
        for width in Self.widths {
            let a = GuardedRow(generator.samples(width))
            let b = GuardedRow(generator.samples(width))
            let c = GuardedRow(generator.samples(width))
            let d = GuardedRow(generator.samples(width))
            let starts = (width + 1, 0, 2 * width + 5)
            let count = starts.2 + width
            // Their sums stay below 32,768, as those of a spline do.
            let weights = (
                AccumulationWeights(first: SIMD3(0, 300, 9_000), second: SIMD3(1, 700, 2_000)),
                AccumulationWeights(first: SIMD3(3, 0, 4_000), second: SIMD3(6, 7_000, 1))
            )
            func result(_ kernels: any KernelSet.Type) -> [Int32] {
                var row = GuardedRow([Int32](repeating: 11, count: count))
                var sums = row.mutableSpan
                kernels.accumulate(
                    a.span,
                    b.span,
                    weights: weights.0,
                    fresh: fresh,
                    into: &sums,
                    at: starts
                )
                kernels.accumulate(
                    a.span,
                    b.span,
                    c.span,
                    d.span,
                    weights: weights,
                    fresh: fresh,
                    into: &sums,
                    at: starts
                )
                return row.prefix(count)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `touches nothing outside a row to sum, average and widen it`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 72)
        for width in Self.widths {
            let samples = GuardedRow(generator.samples(width))
            func result(_ kernels: any KernelSet.Type) -> [Float] {
                var sums = GuardedRow<Int32>(count: width)
                var sumSpan = sums.mutableSpan
                kernels.accumulate(samples.span, weight: 321, into: &sumSpan)
                var mean = GuardedRow<Float>(count: width)
                var meanSpan = mean.mutableSpan
                kernels.average(sums.span, bias: 321 << 15, scale: 1 / 512, into: &meanSpan)
                var wide = GuardedRow<Float>(count: width)
                var wideSpan = wide.mutableSpan
                kernels.widen(samples.span, into: &wideSpan)
                return mean.prefix(width) + wide.prefix(width)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported, sigmas)
    func `touches nothing outside a row to decimate it`(set: InstructionSet, sigma: Float) {
        var generator = SeededGenerator(seed: 73)
        let filter = BlurFilter(sigma: sigma)
        for count in [1, 2, 7, 15, 16, 17, 33] {
            let decimation = Decimation(filter: filter, resultCount: count)
            let row = GuardedRow(generator.floats((count + filter.taps - 1) * filter.step))
            func result(_ kernels: any KernelSet.Type) -> [Float] {
                var scratch = GuardedRow<Float>(count: decimation.scratchCount)
                var scratchSpan = scratch.mutableSpan
                var low = GuardedRow<Float>(count: Self.padded(count))
                var lowSpan = low.mutableSpan
                kernels.decimate(
                    row.span,
                    by: decimation,
                    scratch: &scratchSpan,
                    count: count,
                    into: &lowSpan
                )
                return low.prefix(count)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "\(count) results")
        }
    }

    @Test(arguments: InstructionSet.supported, [0, 1, 3, 12])
    func `touches nothing outside rows to blur them`(set: InstructionSet, radius: Int) {
        var generator = SeededGenerator(seed: 74)
        let weights = GuardedRow((0...radius).map { 1 / Float(2 * radius + 1 + $0) })
        for count in [32, 64, 160] {
            let row = GuardedRow(generator.floats(count + 2 * radius))
            let ring = GuardedRow(generator.floats((2 * radius + 1) * count))
            // The row that ends at the guard page is used first, last and in the middle.
            let starts = (0...(2 * radius)).map { ($0 * 5 + radius) % (2 * radius + 1) * count }
            func result(_ kernels: any KernelSet.Type) -> [Float] {
                var along = GuardedRow<Float>(count: count)
                var alongSpan = along.mutableSpan
                kernels.blurRow(row.span, weights: weights.span, into: &alongSpan)
                var across = GuardedRow<Float>(count: count)
                var acrossSpan = across.mutableSpan
                kernels.blurColumns(
                    ring.span,
                    starts: starts.span,
                    weights: weights.span,
                    into: &acrossSpan
                )
                return along.prefix(count) + across.prefix(count)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "\(count) results")
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `touches nothing outside rows to mix them`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 75)
        for count in [32, 96] {
            let rows = GuardedRow(generator.floats(3 * count))
            func result(_ kernels: any KernelSet.Type) -> [Float] {
                var row = GuardedRow<Float>(count: count)
                var span = row.mutableSpan
                kernels.mix(
                    rows.span,
                    starts: (count, 2 * count, 0),
                    weights: SIMD3(0.2, 0.7, 0.1),
                    into: &span
                )
                return row.prefix(count)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "\(count) results")
        }
    }

    @Test(arguments: InstructionSet.supported, sigmas)
    func `touches nothing outside a row to interpolate and round it`(
        set: InstructionSet,
        sigma: Float
    ) {
        var generator = SeededGenerator(seed: 76)
        let filter = BlurFilter(sigma: sigma)
        let (step, unit) = (filter.step, Float(filter.unit))
        let weights = GuardedRow(filter.spline.map { Float($0) * Float(step) / unit })
        for width in Self.widths {
            let full = GuardedRow(generator.floats(width))
            let scales = GuardedRow((0..<width).map { 1 + Float($0 % 7) / 10 })
            let none = GuardedRow<Float>(count: 0)
            for phase in Set([0, 1, step / 2, step - 1]) {
                let low = GuardedRow(generator.floats((width - 1 + phase) / step + 3))
                func result(_ kernels: any KernelSet.Type, scaled: Bool) -> [UInt16] {
                    let scales = scaled ? scales.span : none.span
                    var fine = GuardedRow<UInt16>(count: width)
                    var fineSpan = fine.mutableSpan
                    kernels.interpolate(
                        low.span,
                        weights: weights.span,
                        phase: phase,
                        scales: scales,
                        scale: 1.25,
                        into: &fineSpan
                    )
                    var rounded = GuardedRow<UInt16>(count: width)
                    var roundedSpan = rounded.mutableSpan
                    kernels.round(full.span, scales: scales, scale: 1.25, into: &roundedSpan)
                    return fine.prefix(width) + rounded.prefix(width)
                }
                for scaled in [false, true] {
                    let expected = result(ScalarKernels.self, scaled: scaled)
                    #expect(
                        result(set.kernels, scaled: scaled) == expected,
                        "width \(width), phase \(phase)"
                    )
                }
            }
        }
    }
}
