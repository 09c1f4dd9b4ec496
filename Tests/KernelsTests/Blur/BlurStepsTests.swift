// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

/// Sums of whole steps, on rows of exactly the size they ask for, which end at a guard page.
@Suite struct BlurStepsTests {
    /// The length of a row of sums, with padding.
    private static func padded(_ count: Int) -> Int { (count + 63) & ~63 }

    @Test(arguments: InstructionSet.supported, [2, 4, 8, 32])
    func `sums steps as the specification does`(set: InstructionSet, rowCount: Int) {
        var generator = SeededGenerator(seed: 78)
        let steps = WholeSteps(
            BlurAxis(
                PlaneAxis(inputCount: 999, outputCount: 999),
                step: rowCount,
                edge: .clamp,
                covering: nil,
                gaussian: LowGaussian(sigma: 2, response: nil)
            )
        )
        for width in PackingTests.widths {
            for (count, room) in [(1, 0), (1, 64), (3, 0), (3, 64)] {
                let shape = RowsShape(width: width, stride: width + 5, count: rowCount)
                let reach = (count * rowCount - 1) * shape.stride + width
                let samples = GuardedRow(generator.samples(reach))
                let bytes = GuardedRow(generator.bytes(reach))
                func result(_ kernels: any KernelSet.Type) -> [Int16] {
                    let stride = Self.padded(width)
                    let averageStride = width + room
                    var sums = GuardedRow<Int32>(count: 2 * stride)
                    var averages = GuardedRow<Int16>(count: (count - 1) * averageStride + width)
                    var means: [Int16] = []
                    let shape = StepsShape(
                        rows: shape,
                        count: count,
                        sums: (stride, 0),
                        shift: steps.shift,
                        averageStride: averageStride
                    )
                    for isBytes in [false, true] {
                        var target = sums.mutableSpan
                        var result = averages.mutableSpan
                        if isBytes {
                            kernels.sumSteps(
                                bytes.span,
                                shape: shape,
                                weights: steps.pairs.span,
                                sums: &target,
                                into: &result
                            )
                        } else {
                            kernels.sumSteps(
                                samples.span,
                                shape: shape,
                                weights: steps.pairs.span,
                                sums: &target,
                                into: &result
                            )
                        }
                        for step in 0..<count {
                            let start = step * averageStride
                            let row = averages.span.extracting(start..<(start + width))
                            means += row.indices.map { row[$0] }
                        }
                    }
                    for start in [0, stride] {
                        var mean = GuardedRow<Int16>(count: width)
                        var target = mean.mutableSpan
                        let source = sums.span.extracting(start..<(start + stride))
                        kernels.average(source, bias: 0, shift: steps.shift, into: &target)
                        means += mean.prefix(width)
                    }
                    return means
                }
                let expected = result(ScalarKernels.self)
                #expect(result(set.kernels) == expected, "\(count) steps, width \(width)")
            }
        }
    }

    @Test(
        arguments: [EdgeMode.clamp, .mirror, .normalize, .transparent],
        [3, 8, 16, 32, 64] as [Float]
    )
    func `gives the same low rows however many rows come at once`(edge: EdgeMode, sigma: Float) {
        var generator = SeededGenerator(seed: 79)
        for height in [1, 2, 3, 7, 15, 16, 17, 33, 63, 65, 131] {
            let axis = PlaneAxis(inputCount: height, outputCount: height)
            let columns = PlaneAxis(inputCount: 45, outputCount: 45)
            let plan = PlanePlan(sigma: sigma, edge: edge, rows: axis, columns: columns)
            let samples = generator.samples(height * 48)
            func low(_ rowsAtOnce: Int) -> [Int16] {
                var reduction = PlaneReduction(plan: plan)
                var result: [Int16] = []
                var taken = 0
                while true {
                    var row = [Int16](repeating: 0, count: plan.lowStride)
                    var target = row.mutableSpan
                    if reduction.pull(into: &target, stride: plan.lowStride, limit: 1) == 1 {
                        result += row[..<plan.lowWidth]
                        continue
                    }
                    guard taken < height else { return result }
                    let count = min(rowsAtOnce, height - taken)
                    let rows = samples.span.extracting(droppingFirst: taken * 48)
                    taken += reduction.push(rows, stride: 48, count: count)
                }
            }
            let expected = low(1)
            #expect(expected.count == plan.lowRows.count * plan.lowWidth)
            for rowsAtOnce in [2, 5, 16, 200] {
                #expect(low(rowsAtOnce) == expected, "\(height) rows, \(rowsAtOnce) at once")
            }
        }
    }
}
