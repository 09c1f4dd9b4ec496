// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Kernels

@Suite struct ResamplingRunsTests {
    /// Numbers of input and output samples, and parts of the input.
    static let axes: [(input: Int, output: Int, origin: Double, length: Double)] = [
        (4000, 1200, 0, 4000), (4000, 400, 0, 4000), (3000, 225, 0, 3000), (640, 640, 0, 640),
        (100, 37, 0, 100), (200, 48, 20, 160), (64, 16, 3.5, 48), (64, 20, 1, 60.5), (9, 4, 0, 9),
    ]

    /// The weights of every sample of the input in every sample of the output, each by the definition.
    static func definition(
        _ axis: (input: Int, output: Int, origin: Double, length: Double)
    ) -> [[Double]] {
        let step = axis.length / Double(axis.output)
        return (0..<axis.output).map { index in
            let center = axis.origin + (Double(index) + 0.5) * step
            let weights = (0..<axis.input).map { sample in
                lanczos((Double(sample) + 0.5 - center) / max(1, step))
            }
            let sum = weights.reduce(0, +)
            return weights.map { $0 / sum }
        }
    }

    static func lanczos(_ x: Double) -> Double {
        if x == 0 { return 1 }
        return x.magnitude < 3 ? sin(.pi * x) * sin(.pi * x / 3) * 3 / (.pi * .pi * x * x) : 0
    }

    static func planned(
        _ axis: (input: Int, output: Int, origin: Double, length: Double)
    ) -> ResamplingRuns {
        ResamplingRuns(
            inputCount: axis.input,
            outputCount: axis.output,
            origin: axis.origin,
            length: axis.length,
            support: 3,
            averages: true,
            weight: lanczos
        )
    }

    /// The greatest difference of runs from rows of weights.
    static func difference(_ runs: ResamplingRuns, _ expected: [[Double]]) -> Double {
        precondition(runs.runs.count == expected.count, "another number of rows")
        return zip(runs.runs, expected).reduce(0) { greatest, row in
            var weights = [Double](repeating: 0, count: max(runs.inputCount, row.1.count))
            for (offset, weight) in row.0.weights.enumerated() {
                weights[row.0.first + offset] += weight
            }
            let expected = row.1 + [Double](repeating: 0, count: weights.count - row.1.count)
            return zip(weights, expected).reduce(greatest) { max($0, ($1.0 - $1.1).magnitude) }
        }
    }

    @Test(arguments: axes)
    func `has the weights of the kernel, where they repeat and at the ends`(
        _ axis: (input: Int, output: Int, origin: Double, length: Double)
    ) {
        #expect(Self.difference(Self.planned(axis), Self.definition(axis)) < 1e-9)
    }

    @Test(arguments: axes, [false, true])
    func `is applied to a plane of half the samples`(
        _ axis: (input: Int, output: Int, origin: Double, length: Double),
        _ isInterpolated: Bool
    ) {
        let count = (axis.input + 1) / 2
        let expected = Self.definition(axis).map { row in
            var weights = [Double](repeating: 0, count: count)
            for (pixel, weight) in row.enumerated() {
                let near = pixel / 2
                let far = min(max(pixel.isMultiple(of: 2) ? near - 1 : near + 1, 0), count - 1)
                weights[near] += weight * (isInterpolated ? 0.75 : 1)
                weights[far] += weight * (isInterpolated ? 0.25 : 0)
            }
            return weights
        }
        let made = Self.planned(axis).beforeDoubling(count: count, isInterpolated: isInterpolated)
        #expect(Self.difference(made, expected) < 1e-9)
    }

    @Test func `asks the kernel for the weights of one period and of both ends`() {
        var count = 0
        let runs = ResamplingRuns(
            inputCount: 4000,
            outputCount: 1200,
            origin: 0,
            length: 4000,
            support: 3,
            averages: true
        ) { distance in
            count += 1
            return Self.lanczos(distance)
        }
        #expect(runs.runs.count == 1200)
        // Runs have up to 22 samples; three repeat, and three more are cut off at each end.
        #expect(count <= 22 * 9)
    }
}
