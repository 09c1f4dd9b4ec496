// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Everywhere in this file: `withRow` has checked that all that is touched exists; loops stop while
// a whole vector fits into the row, and a plain loop takes what is left.

extension VectorKernels {
    package static func accumulate(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        weights: AccumulationWeights,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        let width = first.count
        precondition(min(starts.0, starts.1, starts.2) >= 0, "sums before the buffer")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe first.withRow(width) { first in
            unsafe second.withRow(width) { second in
                unsafe sums.withRow(max(starts.0, starts.1, starts.2) + width) { sums in
                    let rows = unsafe (sums + starts.0, sums + starts.1, sums + starts.2)
                    let pair = unsafe RowPair(first, second, weights)
                    if fresh {
                        unsafe accumulate(pair, nil, fresh: true, rows, width)
                    } else {
                        unsafe accumulate(pair, nil, fresh: false, rows, width)
                    }
                }
            }
        }
    }

    package static func accumulate(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        _ third: Span<UInt16>,
        _ fourth: Span<UInt16>,
        weights: (AccumulationWeights, AccumulationWeights),
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        let width = first.count
        precondition(min(starts.0, starts.1, starts.2) >= 0, "sums before the buffer")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe first.withRow(width) { first in
            unsafe second.withRow(width) { second in
                unsafe third.withRow(width) { third in
                    unsafe fourth.withRow(width) { fourth in
                        unsafe sums.withRow(max(starts.0, starts.1, starts.2) + width) { sums in
                            let rows =
                                unsafe (sums + starts.0, sums + starts.1, sums + starts.2)
                            let pair = unsafe RowPair(first, second, weights.0)
                            let other = unsafe RowPair(third, fourth, weights.1)
                            if fresh {
                                unsafe accumulate(pair, other, fresh: true, rows, width)
                            } else {
                                unsafe accumulate(pair, other, fresh: false, rows, width)
                            }
                        }
                    }
                }
            }
        }
    }

    private typealias Sums = (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    )

    /// Adds one pair of rows, or two; `fresh` and the second pair are constant where this is
    /// inlined, so that each combination has a loop of its own.
    @inline(__always)
    private static func accumulate(
        _ pair: RowPair,
        _ other: RowPair?,
        fresh: Bool,
        _ sums: Sums,
        _ width: Int
    ) {
        var x = 0
        while x &+ 8 <= width {
            // SAFETY: 8 samples and sums from `x` lie inside the rows.
            let (low, high) = unsafe interleaved(pair.first, pair.second, x)
            var sum0 = unsafe fresh ? SIMD8() : sums.0.vector(SIMD8<Int32>.self, at: x)
            var sum1 = unsafe sums.1.vector(SIMD8<Int32>.self, at: x)
            var sum2 = unsafe sums.2.vector(SIMD8<Int32>.self, at: x)
            unsafe add(low, high, pair.weights.0, to: &sum0)
            unsafe add(low, high, pair.weights.1, to: &sum1)
            unsafe add(low, high, pair.weights.2, to: &sum2)
            if let other = unsafe other {
                let (low, high) = unsafe interleaved(other.first, other.second, x)
                unsafe add(low, high, other.weights.0, to: &sum0)
                unsafe add(low, high, other.weights.1, to: &sum1)
                unsafe add(low, high, other.weights.2, to: &sum2)
            }
            unsafe sums.0.store(sum0, at: x)
            unsafe sums.1.store(sum1, at: x)
            unsafe sums.2.store(sum2, at: x)
            x &+= 8
        }
        while x < width {
            // SAFETY: `x` lies inside the rows.
            if fresh { unsafe sums.0[x] = 0 }
            unsafe pair.add(x, to: sums)
            if let other = unsafe other { unsafe other.add(x, to: sums) }
            x &+= 1
        }
    }

    /// Two rows and their weights in three sums.
    @unsafe private struct RowPair {
        let first: UnsafePointer<UInt16>
        let second: UnsafePointer<UInt16>
        let scalars: AccumulationWeights
        let weights: (SIMD8<Int16>, SIMD8<Int16>, SIMD8<Int16>)

        @inline(__always)
        init(
            _ first: UnsafePointer<UInt16>,
            _ second: UnsafePointer<UInt16>,
            _ weights: AccumulationWeights
        ) {
            // SAFETY: pointers that live as long as the kernel that makes this.
            unsafe self.first = first
            unsafe self.second = second
            unsafe scalars = weights
            unsafe self.weights = (
                pair(weights.first[0], weights.second[0]),
                pair(weights.first[1], weights.second[1]),
                pair(weights.first[2], weights.second[2])
            )
        }

        @inline(__always)
        func add(_ x: Int, to sums: Sums) {
            // SAFETY: the caller keeps `x` inside the rows.
            let (a, b) = unsafe (Int32(first[x]) - 32_768, Int32(second[x]) - 32_768)
            let (one, two) = unsafe (scalars.first, scalars.second)
            unsafe sums.0[x] += Int32(one[0]) * a + Int32(two[0]) * b
            unsafe sums.1[x] += Int32(one[1]) * a + Int32(two[1]) * b
            unsafe sums.2[x] += Int32(one[2]) * a + Int32(two[2]) * b
        }
    }

    package static func accumulate(
        _ row: Span<UInt16>,
        weight: Int16,
        into sums: inout MutableSpan<Int32>
    ) {
        let width = row.count
        let pairs = pair(weight, 0)
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe row.withRow(width) { row in
            unsafe sums.withRow(width) { sums in
                var x = 0
                while x + 8 <= width {
                    let (low, high) = unsafe interleaved(row, row, x)
                    var sum = unsafe sums.vector(SIMD8<Int32>.self, at: x)
                    add(low, high, pairs, to: &sum)
                    unsafe sums.store(sum, at: x)
                    x += 8
                }
                while x < width {
                    unsafe sums[x] += Int32(weight) * (Int32(row[x]) - 32_768)
                    x += 1
                }
            }
        }
    }

    /// A weight of the first and one of the second row, four times.
    @inline(__always)
    private static func pair(_ first: Int16, _ second: Int16) -> SIMD8<Int16> {
        cv_zip_low_i16x8(SIMD8(repeating: first), SIMD8(repeating: second))
    }

    /// 8 samples of each of two rows less 32,768, taking turns.
    @inline(__always)
    private static func interleaved(
        _ first: UnsafePointer<UInt16>,
        _ second: UnsafePointer<UInt16>,
        _ x: Int
    ) -> (SIMD8<Int16>, SIMD8<Int16>) {
        // SAFETY: the callers keep `x` + 8 inside the rows.
        let a = unsafe first.vector(SIMD8<Int16>.self, at: x) ^ .min
        let b = unsafe second.vector(SIMD8<Int16>.self, at: x) ^ .min
        return (cv_zip_low_i16x8(a, b), cv_zip_high_i16x8(a, b))
    }

    @inline(__always)
    private static func add(
        _ low: SIMD8<Int16>,
        _ high: SIMD8<Int16>,
        _ weights: SIMD8<Int16>,
        to sum: inout SIMD8<Int32>
    ) {
        sum &+= SIMD8(
            lowHalf: cv_multiply_add_pairs_i16x8(low, weights),
            highHalf: cv_multiply_add_pairs_i16x8(high, weights)
        )
    }
}

extension VectorKernels {
    package static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        scale: Float,
        into row: inout MutableSpan<Float>
    ) {
        let width = sums.count
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe sums.withRow(width) { sums in
            unsafe row.withRow(width) { row in
                var x = 0
                while x + 8 <= width {
                    let sum = unsafe sums.vector(SIMD8<Int32>.self, at: x) &+ bias
                    unsafe row.store(cv_float_i32x8(sum) * scale, at: x)
                    x += 8
                }
                while x < width {
                    unsafe row[x] = Float(sums[x] + bias) * scale
                    x += 1
                }
            }
        }
    }

    package static func widen(_ samples: Span<UInt16>, into row: inout MutableSpan<Float>) {
        let width = samples.count
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe samples.withRow(width) { samples in
            unsafe row.withRow(width) { row in
                var x = 0
                while x + 8 <= width {
                    let vector = unsafe samples.vector(SIMD8<UInt16>.self, at: x)
                    unsafe row.store(cv_float_u16x8(vector), at: x)
                    x += 8
                }
                while x < width {
                    unsafe row[x] = Float(samples[x])
                    x += 1
                }
            }
        }
    }
}
