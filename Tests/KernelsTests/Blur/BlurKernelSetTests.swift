// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels of the blur on rows of exactly the size they ask for, which end at a guard page.
@Suite struct BlurKernelSetTests {
    static let widths = PackingTests.widths

    /// The length of a row at low resolution, with padding.
    private static func padded(_ count: Int) -> Int { (count + 63) & ~63 }

    /// Samples that are positive or zero, and add up to less than 32,768.
    private static func weights(_ rowCount: Int) -> [Int32] {
        (0..<((rowCount + 1) / 2 * 3)).map { index in
            let isAlone = rowCount % 2 == 1 && index / 3 == rowCount / 2
            return (isAlone ? 0 : Int32(37 * index) << 16) | Int32(900 + 11 * index)
        }
    }

    @Test(arguments: InstructionSet.supported, [1, 2, 3, 4, 7, 16])
    func `touches nothing outside rows to sum and average them`(
        set: InstructionSet,
        rowCount: Int
    ) {
        var generator = SeededGenerator(seed: 71)
        let weights = Self.weights(rowCount)
        for width in Self.widths {
            let shape = RowsShape(width: width, stride: width + 3, count: rowCount)
            let samples = GuardedRow(generator.samples(shape.spanCount))
            let bytes = GuardedRow(generator.bytes(shape.spanCount))
            let room = Self.padded(width)
            for fresh in [false, true] {
                func result(_ kernels: any KernelSet.Type) -> [Int16] {
                    var row = GuardedRow<Int32>(count: 3 * room)
                    var sums = row.mutableSpan
                    let starts = (room, 0, 2 * room)
                    kernels.accumulate(
                        samples.span,
                        shape: shape,
                        weights: weights.span,
                        fresh: false,
                        into: &sums,
                        at: starts
                    )
                    kernels.accumulate(
                        bytes.span,
                        shape: shape,
                        weights: weights.span,
                        fresh: fresh,
                        into: &sums,
                        at: starts
                    )
                    var means: [Int16] = []
                    for start in [0, room, 2 * room] {
                        let source = row.span.extracting(start..<(start + room))
                        var mean = GuardedRow<Int16>(count: width)
                        var target = mean.mutableSpan
                        kernels.average(source, bias: -77, shift: 15, into: &target)
                        var quotient = GuardedRow<Int16>(count: width)
                        var quotientTarget = quotient.mutableSpan
                        kernels.average(source, divisor: 32_771, into: &quotientTarget)
                        means += mean.prefix(width) + quotient.prefix(width)
                    }
                    return means
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "width \(width)")
            }
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `touches nothing outside a row to center it`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 72)
        for width in Self.widths {
            let samples = GuardedRow(generator.samples(width))
            let bytes = GuardedRow(generator.bytes(width))
            func result(_ kernels: any KernelSet.Type) -> [Int16] {
                var first = GuardedRow<Int16>(count: width)
                var firstSpan = first.mutableSpan
                kernels.center(samples.span, into: &firstSpan)
                var second = GuardedRow<Int16>(count: width)
                var secondSpan = second.mutableSpan
                kernels.center(bytes.span, into: &secondSpan)
                return first.prefix(width) + second.prefix(width)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "width \(width)")
        }
    }

    @Test(arguments: InstructionSet.supported, [3, 5])
    func `halves and doubles rows as the specification does`(set: InstructionSet, boxes: Int) {
        var generator = SeededGenerator(seed: 73)
        for count in [1, 2, 7, 15, 16, 17, 33, 64, 100] {
            let samples = generator.centered(2 * Self.padded(count) + 64)
            func result(_ kernels: any KernelSet.Type) -> [Int16] {
                var fewer = GuardedRow(samples)
                var fewerSpan = fewer.mutableSpan
                kernels.halve(&fewerSpan, count: count, boxes: boxes)
                var more = GuardedRow(samples)
                var moreSpan = more.mutableSpan
                kernels.double(&moreSpan, count: count, boxes: boxes)
                let source = GuardedRow(Array(samples.prefix(Self.padded(count) + 2)))
                var other = GuardedRow<Int16>(count: 2 * Self.padded(count))
                var otherSpan = other.mutableSpan
                kernels.double(source.span, count: count, boxes: boxes, into: &otherSpan)
                #expect(other.prefix(2 * count) == more.prefix(2 * count))
                return fewer.prefix(count) + more.prefix(2 * count)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "\(count) samples")
        }
    }

    @Test(arguments: InstructionSet.supported, [0.05, 0.3, 1, 2.9, 12.3] as [Double])
    func `touches nothing outside rows to blur them`(set: InstructionSet, sigma: Double) {
        var generator = SeededGenerator(seed: 74)
        let gaussian = LowGaussian(sigma: sigma, response: nil)
        let (weights, radius) = (gaussian.pairs, gaussian.radius)
        for count in [64, 192] {
            let row = GuardedRow(generator.centered(count + 2 * radius + 2))
            func result(_ kernels: any KernelSet.Type) -> [Int16] {
                var along = GuardedRow<Int16>(count: count)
                var target = along.mutableSpan
                kernels.blurRow(row.span, weights: weights.span, into: &target)
                return along.prefix(count)
            }
            let expected = result(ScalarKernels.self)
            #expect(result(set.kernels) == expected, "\(count) results")
        }
        for width in Self.widths {
            let room = Self.padded(width)
            let rowCount = 2 * radius + 2
            let ring = GuardedRow(generator.centered(rowCount * room))
            for count in [1, 2] {
                // The row that ends at the guard page is used first, last and in the middle.
                let starts = (0..<(2 * radius + count)).map { ($0 * 5 + radius) % rowCount * room }
                let shape = RowsShape(width: width, stride: width + 1, count: count)
                func result(_ kernels: any KernelSet.Type) -> [Int] {
                    var signed = GuardedRow<Int16>(count: shape.spanCount)
                    var signedSpan = signed.mutableSpan
                    kernels.blurColumns(
                        ring.span,
                        starts: starts.span,
                        weights: weights.span,
                        into: &signedSpan,
                        shape: shape
                    )
                    var unsigned = GuardedRow<UInt16>(count: shape.spanCount)
                    var unsignedSpan = unsigned.mutableSpan
                    kernels.blurColumns(
                        ring.span,
                        starts: starts.span,
                        weights: weights.span,
                        into: &unsignedSpan,
                        shape: shape
                    )
                    return signed.prefix(shape.spanCount).map(Int.init)
                        + unsigned.prefix(shape.spanCount).map(Int.init)
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "width \(width)")
            }
        }
    }

    @Test(arguments: InstructionSet.supported, [1, 2, 4, 8, 32])
    func `touches nothing outside rows to interpolate between them`(
        set: InstructionSet,
        step: Int
    ) {
        var generator = SeededGenerator(seed: 75)
        let spline = Spline(step: step)
        for width in Self.widths {
            let room = Self.padded(width)
            let rows = GuardedRow(generator.centered(3 * room))
            for phase in Set([0, step / 2, step - 1]) {
                let curve = ExpansionCurve(spline, phase: phase)
                let shape = RowsShape(width: width, stride: width + 2, count: step - phase)
                func result(_ kernels: any KernelSet.Type) -> [Int] {
                    var samples = GuardedRow<UInt16>(count: shape.spanCount)
                    var target = samples.mutableSpan
                    kernels.expand(
                        rows.span,
                        at: (room, 2 * room, 0),
                        curve: curve,
                        into: &target,
                        shape: shape
                    )
                    var bytes = GuardedRow<UInt8>(count: shape.spanCount)
                    var byteTarget = bytes.mutableSpan
                    kernels.expand(
                        rows.span,
                        at: (room, 2 * room, 0),
                        curve: curve,
                        into: &byteTarget,
                        shape: shape
                    )
                    return samples.prefix(shape.spanCount).map(Int.init)
                        + bytes.prefix(shape.spanCount).map(Int.init)
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "width \(width), phase \(phase)")
            }
        }
    }

    @Test(arguments: [2, 4, 8, 16, 32])
    func `goes from row to row by the weights of the spline`(step: Int) {
        let spline = Spline(step: step)
        for phase in 0..<step {
            let curve = ExpansionCurve(spline, phase: phase)
            for row in 0..<(step - phase) {
                let weights = curve.weights(ofRow: row)
                #expect(weights.0 == spline.weights[phase + row])
                #expect(weights.1 == spline.weights[phase + row + step])
                #expect(weights.2 == spline.weights[phase + row + 2 * step])
            }
        }
    }
}

extension SeededGenerator {
    /// Random bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Random centered samples, the extremes among them.
    fileprivate mutating func centered(_ count: Int) -> [Int16] {
        (0..<count).map { index in
            switch index % 19 {
            case 3: .min
            case 4: .max
            default: Int16.random(in: .min ... .max, using: &self)
            }
        }
    }
}
