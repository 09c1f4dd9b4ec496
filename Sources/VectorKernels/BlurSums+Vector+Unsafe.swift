// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked the bounds of all elements. Loops run while a whole vector
// fits into the row, and a scalar loop handles the rest.

extension VectorKernels {
    package static func accumulate(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        let width = reach(rows.count, shape)
        precondition(min(starts.0, min(starts.1, starts.2)) >= 0, "sums start before the buffer")
        precondition(weights.count >= 3 * ((shape.count + 1) / 2), "every row needs a weight")
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe rows.withRow((shape.count - 1) * shape.stride + width) { rows in
            unsafe sums.withRow(max(starts.0, max(starts.1, starts.2)) + padded(width)) { sums in
                let targets = unsafe (sums + starts.0, sums + starts.1, sums + starts.2)
                unsafe accumulate(rows, shape, width, weights, fresh, targets) { row in
                    cv_flip_w(unsafe row.vector(Wide.self, at: 0), .min)
                } sample: {
                    Int32($0) - 32_768
                }
            }
        }
    }

    package static func accumulate(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        let width = reach(rows.count, shape)
        precondition(min(starts.0, min(starts.1, starts.2)) >= 0, "sums start before the buffer")
        precondition(weights.count >= 3 * ((shape.count + 1) / 2), "every row needs a weight")
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe rows.withRow((shape.count - 1) * shape.stride + width) { rows in
            unsafe sums.withRow(max(starts.0, max(starts.1, starts.2)) + padded(width)) { sums in
                let targets = unsafe (sums + starts.0, sums + starts.1, sums + starts.2)
                unsafe accumulate(rows, shape, width, weights, fresh, targets) { row in
                    cv_center_bytes_w(unsafe row.vector(cv_half_bytes.self, at: 0))
                } sample: {
                    Int32($0) * 257 - 32_768
                }
            }
        }
    }

    /// Returns the number of columns to process, with padding to whole vectors where it can be
    /// read; the sums of the padding are ignored.
    private static func reach(_ available: Int, _ shape: RowsShape) -> Int {
        let width = padded(shape.width)
        return (shape.count - 1) * shape.stride + width <= available ? width : shape.width
    }

    private typealias Targets = (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    )

    @inline(__always)
    private static func accumulate<Sample>(
        _ rows: UnsafePointer<Sample>,
        _ shape: RowsShape,
        _ width: Int,
        _ weights: Span<Int32>,
        _ fresh: Bool,
        _ targets: Targets,
        load: (UnsafePointer<Sample>) -> Wide,
        sample: (Sample) -> Int32
    ) {
        var x = 0
        while x &+ lanes <= width {
            // SAFETY: a vector from `x` lies inside each row, and inside each row of sums.
            var three = unsafe ColumnSums(
                newest: fresh ? (.zero, .zero) : sums(targets.0 + x),
                newer: sums(targets.1 + x),
                older: sums(targets.2 + x)
            )
            var row = unsafe rows + x
            var (left, index) = (shape.count, 0)
            while left > 0 {
                let first = unsafe load(row)
                let second = left > 1 ? unsafe load(row + shape.stride) : first
                three.add(first, second, PairWeights(weights, at: index))
                if left > 2 { unsafe row += 2 &* shape.stride }
                left &-= 2
                index &+= 3
            }
            unsafe store(three.newest, targets.0 + x)
            unsafe store(three.newer, targets.1 + x)
            unsafe store(three.older, targets.2 + x)
            x &+= lanes
        }
        while x < width {
            // SAFETY: `x` lies inside the rows, and its place inside the padded sums.
            let place = place(of: x)
            if fresh { unsafe targets.0[place] = 0 }
            for row in 0..<shape.count {
                let value = unsafe sample(rows[row &* shape.stride &+ x])
                let index = row / 2 * 3
                let shift = Int32(row % 2 * 16)
                func weight(_ tap: Int) -> Int32 {
                    unsafe Int32(
                        Int16(truncatingIfNeeded: weights[unchecked: index + tap] >> shift)
                    )
                }
                unsafe targets.0[place] &+= weight(0) &* value
                unsafe targets.1[place] &+= weight(1) &* value
                unsafe targets.2[place] &+= weight(2) &* value
            }
            x &+= 1
        }
    }

    package static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        shift: Int,
        into row: inout MutableSpan<Int16>
    ) {
        let width = row.count
        let shift = Int32(shift)
        let bias = bias &+ 1 << (shift &- 1)
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe sums.withRow(padded(width)) { sums in
            unsafe row.withRow(width) { row in
                var x = 0
                while x &+ lanes <= width {
                    let both = unsafe self.sums(sums + x)
                    let low = cv_shift_right_w(both.low &+ bias, shift)
                    let high = cv_shift_right_w(both.high &+ bias, shift)
                    unsafe row.store(cv_pack_w(low, high), at: x)
                    x &+= lanes
                }
                while x < width {
                    let sum = unsafe sums[place(of: x)]
                    unsafe row[x] = Int16(truncatingIfNeeded: (sum &+ bias) >> shift)
                    x &+= 1
                }
            }
        }
    }

    // Only the few rows near an edge need this kernel, so it is not vectorized.
    package static func average(
        _ sums: Span<Int32>,
        divisor: Int32,
        into row: inout MutableSpan<Int16>
    ) {
        for x in row.indices {
            row[x] = Int16(truncatingIfNeeded: ScalarKernels.quotient(sums[place(of: x)], divisor))
        }
    }

    package static func center(_ samples: Span<UInt16>, into row: inout MutableSpan<Int16>) {
        let width = row.count
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe samples.withRow(width) { samples in
            unsafe row.withRow(width) { row in
                var x = 0
                while x &+ lanes <= width {
                    let vector = unsafe samples.vector(Wide.self, at: x)
                    unsafe row.store(cv_flip_w(vector, .min), at: x)
                    x &+= lanes
                }
                while x < width {
                    unsafe row[x] = Int16(truncatingIfNeeded: Int32(samples[x]) - 32_768)
                    x &+= 1
                }
            }
        }
    }

    package static func center(_ samples: Span<UInt8>, into row: inout MutableSpan<Int16>) {
        let width = row.count
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe samples.withRow(width) { samples in
            unsafe row.withRow(width) { row in
                var x = 0
                while x &+ lanes <= width {
                    let bytes = unsafe samples.vector(cv_half_bytes.self, at: x)
                    unsafe row.store(cv_center_bytes_w(bytes), at: x)
                    x &+= lanes
                }
                while x < width {
                    unsafe row[x] = Int16(truncatingIfNeeded: Int32(samples[x]) * 257 - 32_768)
                    x &+= 1
                }
            }
        }
    }
}
