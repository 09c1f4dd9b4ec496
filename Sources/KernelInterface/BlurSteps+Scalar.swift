// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func sumSteps(
        _ rows: Span<UInt16>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    ) {
        let (lines, starts) = (shape.rows, shape.sums)
        for step in 0..<shape.count {
            var fresh = [Int32](repeating: 0, count: lines.width)
            let part = rows.extracting(droppingFirst: step * lines.count * lines.stride)
            for x in 0..<lines.width {
                var total = (newest: Int32(0), newer: Int32(0), older: Int32(0))
                for row in 0..<lines.count {
                    let sample = Int32(part[row * lines.stride + x]) - 32_768
                    let pair = row / 2 * 3
                    total.newest += half(row % 2, of: weights[pair]) * sample
                    total.newer += half(row % 2, of: weights[pair + 1]) * sample
                    total.older += half(row % 2, of: weights[pair + 2]) * sample
                }
                fresh[x] = total.newest
                let complete = sums[starts.older + x] + total.older
                averages[step * shape.averageStride + x] = Int16(mean(complete, shape.shift))
                sums[starts.older + x] = sums[starts.newer + x] + total.newer
            }
            for x in 0..<lines.width { sums[starts.newer + x] = fresh[x] }
        }
    }

    package static func sumSteps(
        _ rows: Span<UInt8>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    ) {
        let samples = rows.indices.map { UInt16(rows[$0]) * 257 }
        sumSteps(
            samples.span,
            shape: shape,
            weights: weights,
            sums: &sums,
            into: &averages
        )
    }
}
