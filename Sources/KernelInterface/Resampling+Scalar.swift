// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func addBlocks(
        _ blocks: Span<Int16>,
        times factors: Span<Int16>,
        weights: Span<Int32>,
        shape: BlockSums,
        to sums: inout MutableSpan<Int32>
    ) {
        for group in 0..<(blocks.count / shape.groupCount) {
            for row in 0..<shape.count {
                for column in 0..<32 {
                    var sum: Int32 = 0
                    for line in 0..<(2 * shape.pairCount) {
                        let pair = weights[row * shape.pairCount + line / 2]
                        let weight = Int16(truncatingIfNeeded: line % 2 == 0 ? pair : pair >> 16)
                        let place = 32 * line + column
                        let value = blocks[shape.groupCount * group + place] &* factors[place]
                        sum &+= Int32(weight) &* Int32(value)
                    }
                    sums[shape.start(of: row) + 32 * group + column] &+= sum
                }
            }
        }
    }

    package static func convert(
        _ sums: Span<Int32>,
        times factor: Float,
        into row: inout MutableSpan<Float>
    ) {
        for x in 0..<sums.count { row[x] = Float(sums[x]) * factor }
    }

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
