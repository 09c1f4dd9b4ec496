// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func addRuns(
        _ rows: Span<Float>,
        starts: Span<Int>,
        runs: WeightedRuns,
        bias: Float,
        scratch: inout MutableSpan<Float>,
        into result: inout MutableSpan<UInt16>,
        stride: Int
    ) {
        for row in 0..<starts.count {
            for x in 0..<runs.firsts.count {
                var sum = bias
                var index = starts[row] + Int(runs.firsts[x])
                for offset in runs.offsets[x]..<runs.offsets[x + 1] {
                    sum += runs.weights[Int(offset)] * rows[index]
                    index += 1
                }
                let positive = sum > 0 ? sum : 0
                let limited = positive < 65_535 ? positive : 65_535
                // Sums from 2^23 to 2^24 are whole numbers: the addition rounds, half to even.
                result[row * stride + x] = UInt16(limited + 0x1p23 - 0x1p23)
            }
        }
    }
}
