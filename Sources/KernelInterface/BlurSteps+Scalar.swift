// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func sumSteps(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        steps: Int,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        at starts: (newer: Int, older: Int),
        shift: Int,
        into averages: inout MutableSpan<Int16>,
        averageStride: Int
    ) {
        for step in 0..<steps {
            var fresh = [Int32](repeating: 0, count: shape.width)
            let part = rows.extracting(droppingFirst: step * shape.count * shape.stride)
            for x in 0..<shape.width {
                var total = (newest: Int32(0), newer: Int32(0), older: Int32(0))
                for row in 0..<shape.count {
                    let sample = Int32(part[row * shape.stride + x]) - 32_768
                    let pair = row / 2 * 3
                    total.newest += half(row % 2, of: weights[pair]) * sample
                    total.newer += half(row % 2, of: weights[pair + 1]) * sample
                    total.older += half(row % 2, of: weights[pair + 2]) * sample
                }
                fresh[x] = total.newest
                let complete = sums[starts.older + x] + total.older
                averages[step * averageStride + x] = Int16(mean(complete, shift))
                sums[starts.older + x] = sums[starts.newer + x] + total.newer
            }
            for x in 0..<shape.width { sums[starts.newer + x] = fresh[x] }
        }
    }

    package static func sumSteps(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        steps: Int,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        at starts: (newer: Int, older: Int),
        shift: Int,
        into averages: inout MutableSpan<Int16>,
        averageStride: Int
    ) {
        let samples = rows.indices.map { UInt16(rows[$0]) * 257 }
        sumSteps(
            samples.span,
            shape: shape,
            steps: steps,
            weights: weights,
            sums: &sums,
            at: starts,
            shift: shift,
            into: &averages,
            averageStride: averageStride
        )
    }
}
