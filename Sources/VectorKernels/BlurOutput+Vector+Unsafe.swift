// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked the bounds of all elements. The last vector of a row begins
// early enough to end with the row; low rows are padded to whole vectors.

extension VectorKernels {
    package static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into samples: inout MutableSpan<UInt16>,
        shape: RowsShape
    ) {
        let width = max(shape.width, lanes)
        precondition(min(starts.0, min(starts.1, starts.2)) >= 0, "rows start before the buffer")
        // SAFETY: the rows are checked for every access, and no pointer escapes; unsigned
        // samples are as large as signed ones, and the results are flipped to unsigned.
        unsafe rows.withRow(max(starts.0, max(starts.1, starts.2)) + width) { rows in
            unsafe samples.withRow(shape.spanCount) { samples in
                unsafe samples.withMemoryRebound(to: Int16.self, capacity: shape.spanCount) {
                    let samples = unsafe $0
                    unsafe expand(rows, starts, curve, shape, Int32(curve.shift)) {
                        vector,
                        index,
                        count in
                        unsafe store(cv_flip_w(vector, .min), to: samples + index, count)
                    }
                }
            }
        }
    }

    package static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowsShape
    ) {
        let width = max(shape.width, lanes)
        precondition(min(starts.0, min(starts.1, starts.2)) >= 0, "rows start before the buffer")
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe rows.withRow(max(starts.0, max(starts.1, starts.2)) + width) { rows in
            unsafe bytes.withRow(shape.spanCount) { bytes in
                unsafe expand(rows, starts, curve, shape, Int32(curve.shift) + 8) {
                    vector,
                    index,
                    count in
                    let limited = cv_bytes_w(vector)
                    if count == lanes {
                        unsafe bytes.store(limited, at: index)
                    } else {
                        for lane in 0..<count { unsafe bytes[index + lane] = limited[lane] }
                    }
                }
            }
        }
    }

    /// Interpolates rows by adding differences from row to row, one vector of columns after the
    /// other.
    @inline(__always)
    private static func expand(
        _ rows: UnsafePointer<Int16>,
        _ starts: (Int, Int, Int),
        _ curve: ExpansionCurve,
        _ shape: RowsShape,
        _ shift: Int32,
        _ store: (_ vector: Wide, _ index: Int, _ count: Int) -> Void
    ) {
        let half = shift == 0 ? 0 : Int32(1) << (shift &- 1)
        let last = max(0, shape.width - lanes)
        let count = min(shape.width, lanes)
        var x = 0
        while true {
            // SAFETY: the caller has checked a vector from `x` in all rows.
            let triple = unsafe Triple(
                rows.vector(Wide.self, at: starts.0 &+ x),
                rows.vector(Wide.self, at: starts.1 &+ x),
                rows.vector(Wide.self, at: starts.2 &+ x)
            )
            var sums = triple.sums(curve.weights, from: half)
            var slopes = triple.sums(curve.slopes)
            // A step of two rows has no second differences.
            let bends = shape.count > 2 ? triple.sums(curve.bends) : (.zero, .zero)
            var (row, index) = (1, x)
            while true {
                let low = cv_shift_right_w(sums.low, shift)
                let high = cv_shift_right_w(sums.high, shift)
                store(cv_pack_w(low, high), index, count)
                if row == shape.count { break }
                sums.low &+= slopes.low
                sums.high &+= slopes.high
                slopes.low &+= bends.low
                slopes.high &+= bends.high
                row &+= 1
                index &+= shape.stride
            }
            if x == last { break }
            x = min(x &+ lanes, last)
        }
    }
}

/// A vector of columns of three rows, zipped in pairs for multiplication.
private struct Triple {
    let low: (Wide, Wide)
    let high: (Wide, Wide)

    @inline(__always)
    init(_ a: Wide, _ b: Wide, _ c: Wide) {
        low = (cv_zip_low_w(a, b), cv_zip_low_w(c, .zero))
        high = (cv_zip_high_w(a, b), cv_zip_high_w(c, .zero))
    }

    /// The weighted sums for the lower and upper halves of lanes, plus a constant.
    @inline(__always)
    func sums(_ weights: (Int16, Int16, Int16), from start: Int32 = 0) -> ColumnSums.Sums {
        let first = UInt32(UInt16(bitPattern: weights.0))
        let second = UInt32(UInt16(bitPattern: weights.1))
        let ab = cv_repeat_pair_w(Int32(bitPattern: second << 16 | first))
        let c = cv_repeat_pair_w(Int32(UInt16(bitPattern: weights.2)))
        // In this order, one instruction does a multiplication and an addition.
        var sums = (low: WideSums(repeating: start), high: WideSums(repeating: start))
        sums.low &+= cv_multiply_add_w(low.0, ab)
        sums.low &+= cv_multiply_add_w(low.1, c)
        sums.high &+= cv_multiply_add_w(high.0, ab)
        sums.high &+= cv_multiply_add_w(high.1, c)
        return sums
    }
}
