// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func widenRanges(
        toContain rows: Span<UInt8>,
        _ shape: RowsShape,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        for row in 0..<shape.count {
            for x in 0..<shape.width {
                least[x] = min(least[x], rows[row * shape.stride + x])
                greatest[x] = max(greatest[x], rows[row * shape.stride + x])
            }
        }
    }

    package static func enlargePairs(
        _ near: Span<UInt8>,
        _ far: Span<UInt8>,
        samples: Range<Int>,
        biases: SIMD2<Int16>,
        into result: inout MutableSpan<UInt8>
    ) {
        func mixed(_ x: Int) -> Int16 {
            let x = min(max(x, 0), near.count - 1)
            return 3 * Int16(near[x]) + Int16(far[x])
        }
        for (index, x) in samples.enumerated() {
            result[2 * index] = UInt8((3 * mixed(x) + mixed(x - 1) + biases[0]) >> 4)
            result[2 * index + 1] = UInt8((3 * mixed(x) + mixed(x + 1) + biases[1]) >> 4)
        }
    }

    package static func limitColors(
        luma: Span<UInt8>,
        cb: Span<UInt8>,
        cr: Span<UInt8>,
        changes: inout MutableSpan<Int16>,
        marks: inout MutableSpan<UInt8>
    ) {
        for run in 0..<marks.count {
            marks[run] = 0
            let start = run * ColorRun.changeCount
            for lane in 0..<ColorRun.width {
                let x = run * ColorRun.width + lane
                let change =
                    x < luma.count
                    ? DecodedColor(y: luma[x], cb: cb[x], cr: cr[x]).change : SIMD3()
                for channel in 0..<3 {
                    changes[start + channel * ColorRun.width + lane] = change[channel]
                }
                if change != SIMD3() { marks[run] = 1 }
            }
        }
    }

    package static func addMultiples(
        of changes: Span<Int16>,
        _ weights: SIMD4<Int32>,
        to sums: inout MutableSpan<Int32>,
        stride: Int
    ) {
        for row in 0..<3 {
            for x in 0..<changes.count {
                sums[row * stride + x] += Int32(changes[x]) * weights[row]
            }
        }
    }
}
