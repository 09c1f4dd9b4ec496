// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked the bounds of all elements. The last vector of a row begins
// early enough to end with the row.

extension VectorKernels {
    package static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>,
        shape: RowsShape
    ) {
        checkStarts(starts, weights, ring.count, shape)
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe ring.withRow(ring.count) { ring in
            unsafe result.withRow(shape.spanCount) { result in
                unsafe blur(ring, starts, weights, into: result, shape, flip: 0)
            }
        }
    }

    package static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<UInt16>,
        shape: RowsShape
    ) {
        checkStarts(starts, weights, ring.count, shape)
        // SAFETY: the rows are checked for every access, and no pointer escapes; unsigned
        // samples are as large as signed ones, and the results are flipped to unsigned.
        unsafe ring.withRow(ring.count) { ring in
            unsafe result.withRow(shape.spanCount) { result in
                unsafe result.withMemoryRebound(to: Int16.self, capacity: shape.spanCount) {
                    unsafe blur(ring, starts, weights, into: $0, shape, flip: .min)
                }
            }
        }
    }

    private static func checkStarts(
        _ starts: Span<Int>,
        _ weights: Span<Int32>,
        _ count: Int,
        _ shape: RowsShape
    ) {
        precondition(shape.count == 1 || shape.count == 2, "one or two results are possible")
        precondition(starts.count == weights.count + shape.count - 2, "every weight needs a row")
        let width = max(shape.width, lanes)
        for index in starts.indices {
            precondition(
                starts[index] >= 0 && starts[index] + width <= count,
                "a row is outside the ring"
            )
        }
    }

    @inline(__always)
    private static func blur(
        _ ring: UnsafePointer<Int16>,
        _ starts: Span<Int>,
        _ weights: Span<Int32>,
        into result: UnsafeMutablePointer<Int16>,
        _ shape: RowsShape,
        flip: Int16
    ) {
        let last = max(0, shape.width - lanes)
        let count = min(shape.width, lanes)
        var x = 0
        while true {
            // SAFETY: a vector from `x` lies inside each row, or all of the row does.
            let column = unsafe ring + x
            if shape.count == 2 {
                let (first, second) = unsafe bothResults(column, starts, weights)
                unsafe store(cv_flip_w(first, flip), to: result + x, count)
                unsafe store(cv_flip_w(second, flip), to: result + (shape.stride + x), count)
            } else {
                let first = unsafe oneResult(column, starts, weights)
                unsafe store(cv_flip_w(first, flip), to: result + x, count)
            }
            if x == last { break }
            x = min(x &+ lanes, last)
        }
    }

    /// Stores a vector, or only its first elements where the row is shorter than a vector.
    @inline(__always)
    static func store(_ vector: Wide, to result: UnsafeMutablePointer<Int16>, _ count: Int) {
        // SAFETY: the caller has checked as many elements as are written.
        if count == lanes {
            unsafe result.store(vector, at: 0)
        } else {
            for index in 0..<count { unsafe result[index] = vector[index] }
        }
    }

    @inline(__always)
    private static func oneResult(
        _ column: UnsafePointer<Int16>,
        _ starts: Span<Int>,
        _ weights: Span<Int32>
    ) -> Wide {
        // SAFETY: the caller has checked a vector from each start.
        if weights.count == 2 { return unsafe column.vector(Wide.self, at: starts[unchecked: 0]) }
        let half = WideSums(repeating: 1 << 14)
        var (low, high) = (half, half)
        var index = 0
        while index < weights.count {
            let second = min(index &+ 1, starts.count &- 1)
            let a = unsafe column.vector(Wide.self, at: starts[unchecked: index])
            let b = unsafe column.vector(Wide.self, at: starts[unchecked: second])
            let pair = cv_repeat_pair_w(unsafe weights[unchecked: index])
            low &+= cv_multiply_add_w(cv_zip_low_w(a, b), pair)
            high &+= cv_multiply_add_w(cv_zip_high_w(a, b), pair)
            index &+= 2
        }
        return cv_pack_w(cv_shift_right_w(low, 15), cv_shift_right_w(high, 15))
    }

    /// Computes a vector of columns in two neighboring result rows from the same pairs of rows.
    @inline(__always)
    private static func bothResults(
        _ column: UnsafePointer<Int16>,
        _ starts: Span<Int>,
        _ weights: Span<Int32>
    ) -> (Wide, Wide) {
        // SAFETY: the caller has checked a vector from each start.
        if weights.count == 2 {
            return unsafe (
                column.vector(Wide.self, at: starts[unchecked: 0]),
                column.vector(Wide.self, at: starts[unchecked: 1])
            )
        }
        let half = WideSums(repeating: 1 << 14)
        var (low0, high0, low1, high1) = (half, half, half, half)
        var index = 0
        while index < weights.count {
            let a = unsafe column.vector(Wide.self, at: starts[unchecked: index])
            let b = unsafe column.vector(Wide.self, at: starts[unchecked: index &+ 1])
            let (low, high) = (cv_zip_low_w(a, b), cv_zip_high_w(a, b))
            let pair0 = cv_repeat_pair_w(unsafe weights[unchecked: index])
            let pair1 = cv_repeat_pair_w(unsafe weights[unchecked: index &+ 1])
            low0 &+= cv_multiply_add_w(low, pair0)
            high0 &+= cv_multiply_add_w(high, pair0)
            low1 &+= cv_multiply_add_w(low, pair1)
            high1 &+= cv_multiply_add_w(high, pair1)
            index &+= 2
        }
        return (
            cv_pack_w(cv_shift_right_w(low0, 15), cv_shift_right_w(high0, 15)),
            cv_pack_w(cv_shift_right_w(low1, 15), cv_shift_right_w(high1, 15))
        )
    }
}
