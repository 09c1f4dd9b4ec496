// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func transformRow(
        _ low: Span<Float>,
        weights: Span<Float>,
        row: BlockRow,
        into coefficients: inout MutableSpan<Float>
    ) {
        for block in 0..<row.count {
            let (start, phase) = (row.start(of: block), block % row.starts.count)
            for u in 0..<8 {
                coefficients[8 * block + u] = sum(row.taps) { tap in
                    weights[(phase * row.taps + tap) * 8 + u] * low[start + tap]
                }
            }
        }
    }

    package static func quantizeBlocks(
        _ rows: Span<Float>,
        at starts: Span<Int>,
        weights: Span<Float>,
        limits: Span<Float>,
        masks: inout MutableSpan<UInt64>,
        into blocks: inout MutableSpan<Int16>
    ) {
        for block in 0..<masks.count {
            var mask: UInt64 = 0
            for index in 0..<64 {
                let (v, u) = (index / 8, index % 8)
                let sum = sum(starts.count) { tap in
                    weights[(v * starts.count + tap) * 8 + u] * rows[starts[tap] + 8 * block + u]
                }
                let coefficient = Int16(sum.rounded(.toNearestOrEven))
                blocks[64 * block + index] = coefficient
                if coefficient != 0 { mask |= 1 << index }
            }
            masks[block] = mask
        }
    }

    private static func sum(_ count: Int, _ term: (Int) -> Float) -> Float {
        (1..<count).reduce(term(0)) { $0 + term($1) }
    }
}
