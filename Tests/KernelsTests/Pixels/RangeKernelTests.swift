// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels that widen ranges of bytes, on rows that end at a guard page.
@Suite struct RangeKernelTests {
    /// The samples of a run of 32 pixels, with the margins that interpolation needs.
    private static let runs = [(length: 32, margin: 0), (16, 1), (16, 0), (8, 0), (32, 1)]

    @Test(arguments: InstructionSet.supported, runs)
    func `widens ranges of runs to contain samples`(
        set: InstructionSet,
        run: (length: Int, margin: Int)
    ) {
        var generator = SeededGenerator(seed: 71)
        for width in PackingTests.widths {
            for rowCount in [1, 3] {
                let stride = width + 5
                let shape = SampleRuns(
                    width: width,
                    stride: stride,
                    rowCount: rowCount,
                    length: run.length,
                    margin: run.margin
                )
                let bytes = generator.samples(shape.spanCount).map {
                    UInt8(truncatingIfNeeded: $0)
                }
                let rows = GuardedRow(bytes)
                var least = GuardedRow([UInt8](repeating: 200, count: shape.count))
                var greatest = GuardedRow([UInt8](repeating: 60, count: shape.count))
                var leastSpan = least.mutableSpan
                var greatestSpan = greatest.mutableSpan
                set.kernels.widenRanges(
                    toContain: rows.span,
                    shape,
                    least: &leastSpan,
                    greatest: &greatestSpan
                )
                for index in 0..<shape.count {
                    let columns =
                        max(
                            0,
                            index * run.length - run.margin
                        )..<min(
                            width,
                            (index + 1) * run.length + run.margin
                        )
                    let samples = (0..<rowCount).flatMap { row in
                        columns.map { bytes[row * stride + $0] }
                    }
                    #expect(least.prefix(shape.count)[index] == min(200, samples.min() ?? 200))
                    #expect(greatest.prefix(shape.count)[index] == max(60, samples.max() ?? 60))
                }
            }
        }
    }
}
