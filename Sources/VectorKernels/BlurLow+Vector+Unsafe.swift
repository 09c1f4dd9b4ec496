// SPDX-License-Identifier: Apache-2.0

import CVector

// In this file, `withRow` has checked the bounds of all elements, including the padding up to the
// next multiple of a vector.

extension VectorKernels {
    package static func halve(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int) {
        let padded = (count + lanes - 1) & ~(lanes - 1)
        // SAFETY: the row is checked for every access, and no pointer escapes: whole
        // vectors are read before the place where they are written.
        unsafe row.withRow(2 * padded + lanes) { row in
            var x = 0
            while x < padded {
                let source = unsafe row + 2 &* x
                let (first, last) =
                    if boxes == 3 {
                        unsafe (thirds(source), thirds(source + lanes))
                    } else {
                        unsafe (fifths(source), fifths(source + lanes))
                    }
                unsafe row.store(cv_narrow_w(first, last), at: x)
                x &+= lanes
            }
        }
    }

    @inline(__always)
    private static func thirds(_ source: UnsafeMutablePointer<Int16>) -> WideSums {
        // SAFETY: the caller has checked two elements more than a vector.
        let sums = unsafe weighted(source, 0, 1, 3) &+ weighted(source, 2, 3, 1)
        return cv_shift_right_w(sums &+ 4, 3)
    }

    @inline(__always)
    private static func fifths(_ source: UnsafeMutablePointer<Int16>) -> WideSums {
        // SAFETY: the caller has checked four elements more than a vector.
        let outer = unsafe weighted(source, 0, 1, 5) &+ weighted(source, 4, 5, 1)
        return cv_shift_right_w(unsafe outer &+ weighted(source, 2, 10, 10) &+ 16, 5)
    }

    /// Returns the weighted sums of pairs of neighboring samples.
    @inline(__always)
    private static func weighted(
        _ row: UnsafeMutablePointer<Int16>,
        _ index: Int,
        _ first: Int32,
        _ second: Int32
    ) -> WideSums {
        // SAFETY: the caller has checked a vector.
        let pairs = unsafe row.vector(Wide.self, at: index)
        return cv_multiply_add_w(pairs, cv_repeat_pair_w(second << 16 | first))
    }

    package static func double(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int) {
        let padded = (count + lanes - 1) & ~(lanes - 1)
        // SAFETY: the row is checked for every access, and no pointer escapes: from the
        // last vector to the first, each is read before its place is written.
        unsafe row.withRow(max(2 * padded, padded + 2)) { row in
            var x = padded &- lanes
            while x >= 0 {
                unsafe double(row + x, boxes, into: row + 2 &* x)
                x &-= lanes
            }
        }
    }

    package static func double(
        _ row: Span<Int16>,
        count: Int,
        boxes: Int,
        into result: inout MutableSpan<Int16>
    ) {
        let padded = (count + lanes - 1) & ~(lanes - 1)
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe row.withRow(padded + 2) { row in
            unsafe result.withRow(2 * padded) { result in
                var x = 0
                while x < padded {
                    unsafe double(row + x, boxes, into: result + 2 &* x)
                    x &+= lanes
                }
            }
        }
    }

    /// Interpolates one vector of samples to two; also reads one or two samples after it.
    @inline(__always)
    private static func double(
        _ row: UnsafePointer<Int16>,
        _ boxes: Int,
        into result: UnsafeMutablePointer<Int16>
    ) {
        // SAFETY: the caller has checked the elements read, and two vectors of results.
        let (first, last) =
            boxes == 3 ? unsafe doubledByThirds(row) : unsafe doubledByFifths(row)
        unsafe result.store(first, at: 0)
        unsafe result.store(last, at: lanes)
    }

    @inline(__always)
    private static func doubledByThirds(_ row: UnsafePointer<Int16>) -> (Wide, Wide) {
        // SAFETY: the caller has checked one element more than a vector.
        let a = unsafe row.vector(Wide.self, at: 0)
        let b = unsafe row.vector(Wide.self, at: 1)
        let (even, odd) = (cv_quarters_w(a, b), cv_quarters_w(b, a))
        return (cv_zip_first_w(even, odd), cv_zip_last_w(even, odd))
    }

    @inline(__always)
    private static func doubledByFifths(_ row: UnsafePointer<Int16>) -> (Wide, Wide) {
        // SAFETY: the caller has checked two elements more than a vector.
        let a = unsafe row.vector(Wide.self, at: 0)
        let b = unsafe row.vector(Wide.self, at: 1)
        let c = unsafe row.vector(Wide.self, at: 2)
        let low = (cv_zip_low_w(a, b), cv_zip_low_w(c, Wide(repeating: 1)))
        let high = (cv_zip_high_w(a, b), cv_zip_high_w(c, Wide(repeating: 1)))
        let even = cv_pack_w(sixteenths(low, 5, 10, 1), sixteenths(high, 5, 10, 1))
        let odd = cv_pack_w(sixteenths(low, 1, 10, 5), sixteenths(high, 1, 10, 5))
        return (cv_zip_first_w(even, odd), cv_zip_last_w(even, odd))
    }

    /// Returns the weighted sums of three samples, divided by 16 and rounded.
    ///
    /// The samples come as two pairs, the last of which has a one that serves for rounding.
    @inline(__always)
    private static func sixteenths(
        _ pairs: (Wide, Wide),
        _ a: Int32,
        _ b: Int32,
        _ c: Int32
    ) -> WideSums {
        let sum =
            cv_multiply_add_w(pairs.0, cv_repeat_pair_w(b << 16 | a))
            &+ cv_multiply_add_w(pairs.1, cv_repeat_pair_w(8 << 16 | c))
        return cv_shift_right_w(sum, 4)
    }

    package static func blurRow(
        _ row: Span<Int16>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>
    ) {
        let count = result.count
        precondition(count % 64 == 0, "the row must be padded to whole vectors")
        precondition(
            weights.count >= 2 && weights.count % 2 == 0,
            "weights must come in pairs for two results"
        )
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe row.withRow(count + weights.count) { row in
            unsafe result.withRow(count) { result in
                if weights.count == 2 {
                    unsafe result.update(from: row, count: count)
                    return
                }
                var x = 0
                while x < count {
                    unsafe blur(row + x, weights, into: result + x)
                    x &+= 2 &* lanes
                }
            }
        }
    }

    /// Blurs a row to two vectors of samples; even and odd ones use the same pairs of samples.
    @inline(__always)
    private static func blur(
        _ row: UnsafePointer<Int16>,
        _ weights: Span<Int32>,
        into result: UnsafeMutablePointer<Int16>
    ) {
        let half = WideSums(repeating: 1 << 14)
        var (even0, even1, odd0, odd1) = (half, half, half, half)
        // SAFETY: the caller has checked two vectors and as many elements as there are weights.
        var source = unsafe row
        var index = 0
        while index < weights.count {
            let pairs0 = unsafe source.vector(Wide.self, at: 0)
            let pairs1 = unsafe source.vector(Wide.self, at: lanes)
            let even = cv_repeat_pair_w(unsafe weights[unchecked: index])
            let odd = cv_repeat_pair_w(unsafe weights[unchecked: index &+ 1])
            even0 &+= cv_multiply_add_w(pairs0, even)
            even1 &+= cv_multiply_add_w(pairs1, even)
            odd0 &+= cv_multiply_add_w(pairs0, odd)
            odd1 &+= cv_multiply_add_w(pairs1, odd)
            unsafe source += 2
            index &+= 2
        }
        func shifted(_ sums: WideSums) -> WideSums { cv_shift_right_w(sums, 15) }
        // SAFETY: the caller has checked two vectors.
        unsafe result.store(cv_join_w(shifted(even0), shifted(odd0)), at: 0)
        unsafe result.store(cv_join_w(shifted(even1), shifted(odd1)), at: lanes)
    }
}
