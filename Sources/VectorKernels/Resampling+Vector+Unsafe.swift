// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func addBlocks(
        _ blocks: Span<Int16>,
        times factors: Span<Int16>,
        weights: Span<Int32>,
        shape: BlockSums,
        to sums: inout MutableSpan<Int32>
    ) {
        let groups = blocks.count / shape.groupCount
        guard groups > 0, shape.count > 0 else { return }
        precondition(shape.stride >= 32 * groups, "the rows overlap")
        let sumCount = (shape.slotCount - 1) * shape.stride + 32 * groups
        // SAFETY: `withRow` checks the coefficients of each group, factors for all pairs of rows, all pairs of
        // weights, and 32 sums for each group in each row; `start` is the start of a row.
        unsafe blocks.withRow(shape.groupCount * groups) { blocks in
            unsafe factors.withRow(64 * shape.pairCount) { factors in
                unsafe weights.withRow(shape.count * shape.pairCount) { weights in
                    unsafe sums.withRow(sumCount) { sums in
                        for column in stride(from: 0, to: 32 * groups, by: lanes) {
                            let place = column & 31
                            let pairs = unsafe Pairs(
                                blocks + (column &>> 5) &* shape.groupCount + place,
                                factors + place,
                                shape.pairCount
                            )
                            var row = unsafe sums + (shape.start(of: 0) + column)
                            var weight = unsafe weights
                            var left = shape.slotCount - shape.first % shape.slotCount
                            for _ in 0..<shape.count {
                                if left == 0 { unsafe row = sums + column }
                                left &-= 1
                                unsafe pairs.add(to: row, weight, shape.pairCount)
                                unsafe weight += shape.pairCount
                                unsafe row += shape.stride
                            }
                        }
                    }
                }
            }
        }
    }

    package static func convert(
        _ sums: Span<Int32>,
        times factor: Float,
        into row: inout MutableSpan<Float>
    ) {
        let count = sums.count
        precondition(count % lanes == 0, "sums come in groups")
        // SAFETY: both rows are checked for `count` elements: whole vectors.
        unsafe sums.withRow(count) { sums in
            unsafe row.withRow(count) { row in
                var x = 0
                while x < count {
                    let both = unsafe self.sums(sums + x)
                    unsafe row.store(cv_first_sums(both.low, both.high) * factor, at: x)
                    unsafe row.store(cv_last_sums(both.low, both.high) * factor, at: x + lanes / 2)
                    x &+= lanes
                }
            }
        }
    }
}

/// A vector of columns of eight rows of coefficients, with the rows interleaved in pairs.
private struct Pairs {
    private var low: (Wide, Wide, Wide, Wide)
    private var high: (Wide, Wide, Wide, Wide)

    /// Loads and dequantizes coefficients; the caller has checked that all pairs of rows of 32 are
    /// there.
    @inline(__always)
    init(_ source: UnsafePointer<Int16>, _ factors: UnsafePointer<Int16>, _ pairCount: Int) {
        @inline(__always)
        func pair(_ index: Int) -> (low: Wide, high: Wide) {
            @inline(__always)
            func row(_ y: Int) -> Wide {
                // SAFETY: the caller has checked the rows; beyond, the first pair is loaded again.
                let values = unsafe source.vector(Wide.self, at: 32 &* y)
                return unsafe values &* factors.vector(Wide.self, at: 32 &* y)
            }
            let first = index < pairCount ? 2 &* index : 0
            let (a, b) = (row(first), row(first &+ 1))
            return (cv_zip_low_w(a, b), cv_zip_high_w(a, b))
        }
        let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3))
        low = (a.low, b.low, c.low, d.low)
        high = (a.high, b.high, c.high, d.high)
    }

    /// Adds weighted pairs of rows to a vector of sums; the caller has checked sums and weights.
    @inline(__always)
    func add(
        to row: UnsafeMutablePointer<Int32>,
        _ weights: UnsafePointer<Int32>,
        _ pairCount: Int
    ) {
        let half = VectorKernels.lanes / 2
        // SAFETY: the caller has checked a vector of sums, and as many weights.
        var first = unsafe row.vector(WideSums.self, at: 0)
        var last = unsafe row.vector(WideSums.self, at: half)
        @inline(__always)
        func add(_ low: Wide, _ high: Wide, _ index: Int) {
            let weight = unsafe cv_repeat_pair_w(weights[index])
            first &+= cv_multiply_add_w(low, weight)
            last &+= cv_multiply_add_w(high, weight)
        }
        add(low.0, high.0, 0)
        if pairCount > 1 { add(low.1, high.1, 1) }
        if pairCount > 2 { add(low.2, high.2, 2) }
        if pairCount > 3 { add(low.3, high.3, 3) }
        unsafe row.store(first, at: 0)
        unsafe row.store(last, at: half)
    }
}
