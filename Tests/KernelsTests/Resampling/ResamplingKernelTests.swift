// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// The kernels of changes of size, on rows of exactly the size they ask for.
@Suite struct ResamplingKernelTests {
    @Test(arguments: InstructionSet.supported, [1, 2, 7, 16])
    func `adds the same runs as scalar code`(set: InstructionSet, rowCount: Int) {
        var generator = SeededGenerator(seed: 92)
        for (width, count) in [(1, 1), (3, 9), (40, 13), (67, 20), (128, 4)] {
            let rows = GuardedRow(
                (0..<(width * rowCount)).map { _ in Float.random(in: -9e3...9e4, using: &generator)
                }
            )
            var (firsts, offsets): ([Int32], [Int32]) = ([], [0])
            for _ in 0..<count {
                let first = Int.random(in: 0..<width, using: &generator)
                let length = Int.random(in: 0...(width - first), using: &generator)
                firsts.append(Int32(first))
                offsets.append(offsets[offsets.count - 1] + Int32(length))
            }
            let weights = (0..<Int(offsets[count])).map { _ in
                Float.random(in: -0.3...0.4, using: &generator)
            }
            let starts = (0..<rowCount).map { $0 * width }
            func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                let length = (rowCount - 1) * (count + 3) + count
                var row = GuardedRow([UInt16](repeating: 7, count: length))
                var scratch = GuardedRow<Float>(count: WeightedRuns.scratchCount(width: width))
                var span = row.mutableSpan
                var room = scratch.mutableSpan
                kernels.addRuns(
                    rows.span,
                    starts: starts.span,
                    runs: WeightedRuns(
                        firsts: firsts.span,
                        offsets: offsets.span,
                        weights: weights.span,
                        width: width
                    ),
                    bias: 321,
                    scratch: &room,
                    into: &span,
                    stride: count + 3
                )
                return row.prefix(length)
            }
            #expect(result(set.kernels) == result(ScalarKernels.self), "\(width) \(count)")
        }
    }
}
