// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Ranges of bytes, on rows that end at a guard page.
@Suite struct RangeKernelTests {
    @Test(arguments: InstructionSet.supported)
    func `widens ranges of columns to contain samples`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 71)
        for width in PackingTests.widths {
            for rowCount in [1, 3] {
                let stride = width + 5
                let shape = RowsShape(width: width, stride: stride, count: rowCount)
                let bytes = generator.samples(shape.spanCount).map {
                    UInt8(truncatingIfNeeded: $0)
                }
                let rows = GuardedRow(bytes)
                var least = GuardedRow([UInt8](repeating: 200, count: width))
                var greatest = GuardedRow([UInt8](repeating: 60, count: width))
                var leastSpan = least.mutableSpan
                var greatestSpan = greatest.mutableSpan
                set.kernels.widenRanges(
                    toContain: rows.span,
                    shape,
                    least: &leastSpan,
                    greatest: &greatestSpan
                )
                for x in 0..<width {
                    let samples = (0..<rowCount).map { bytes[$0 * stride + x] }
                    #expect(least.prefix(width)[x] == min(200, samples.min() ?? 200))
                    #expect(greatest.prefix(width)[x] == max(60, samples.max() ?? 60))
                }
            }
        }
    }

    /// The samples of a run of 32 pixels, with the margins that interpolation needs.
    private static let runs = [(pitch: 1, margin: 0), (2, 1), (2, 0), (4, 0), (1, 1)]

    @Test(arguments: runs)
    func `has the ranges of runs of pixels`(run: (pitch: Int, margin: Int)) {
        var generator = SeededGenerator(seed: 72)
        for width in PackingTests.widths {
            let rows = generator.samples(4 * width).map { UInt8(truncatingIfNeeded: $0) }
            var ranges = SampleRanges(width: width, pitch: run.pitch, margin: run.margin)
            ranges.add([UInt8](repeating: 77, count: width).span, stride: width, rowCount: 1)
            ranges.clear()
            ranges.add(rows.span, stride: width, rowCount: 3)
            ranges.add(rows.span.extracting((3 * width)...), stride: width, rowCount: 1)
            let length = 32 / run.pitch
            for (index, start) in stride(from: 0, to: width, by: length).enumerated() {
                let first = max(0, start - run.margin)
                let end = min(width, start + length + run.margin)
                let samples = (0..<4).flatMap { rows[($0 * width + first)..<($0 * width + end)] }
                #expect(ranges[index].least == samples.min())
                #expect(ranges[index].greatest == samples.max())
            }
        }
    }
}
