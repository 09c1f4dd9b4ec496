// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

extension VectorKernels {
    package static func combine(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        weights: (first: Float, second: Float),
        into line: inout MutableSpan<Float>
    ) {
        let count = line.count
        // SAFETY: all rows are checked for `count` elements.
        unsafe first.withRow(count) { first in
            unsafe second.withRow(count) { second in
                unsafe line.withRow(count) { line in
                    var x = 0
                    while x < count {
                        let (a, b) = unsafe (Int32(first[x]), Int32(second[x]))
                        unsafe line[x] = weights.first * Float(a) + weights.second * Float(b)
                        x &+= 1
                    }
                }
            }
        }
    }

    package static func add(
        _ line: Span<Float>,
        at indices: Span<Int32>,
        rests: Span<Float>,
        to sums: inout MutableSpan<Float>
    ) {
        let (count, length) = (sums.count, line.count)
        // SAFETY: all rows are checked for every element; `addEight` and `addOne` check the indices.
        unsafe line.withRow(length) { line in
            unsafe indices.withRow(count) { indices in
                unsafe rests.withRow(count) { rests in
                    unsafe sums.withRow(count) { sums in
                        var x = 0
                        while x &+ 8 <= count {
                            unsafe addEight(line, length, indices + x, rests + x, to: sums + x)
                            x &+= 8
                        }
                        while x < count {
                            unsafe addOne(line, length, indices[x], rests[x], to: sums + x)
                            x &+= 1
                        }
                    }
                }
            }
        }
    }

    /// Adds eight values, which are consecutive in the line but for a repeated one.
    @inline(__always)
    private static func addEight(
        _ line: UnsafePointer<Float>,
        _ length: Int,
        _ indices: UnsafePointer<Int32>,
        _ rests: UnsafePointer<Float>,
        to sums: UnsafeMutablePointer<Float>
    ) {
        // SAFETY: the caller has checked eight elements of each row but the line, of which ten are
        // checked here.
        let first = unsafe Int(indices[0])
        let advance = unsafe Int(indices[7]) &- first
        guard advance >= 6, first >= 1, first &+ 9 <= length else {
            for lane in 0..<8 {
                unsafe addOne(line, length, indices[lane], rests[lane], to: sums + lane)
            }
            return
        }
        var left = unsafe line.vector(SIMD8<Float>.self, at: first)
        var right = unsafe line.vector(SIMD8<Float>.self, at: first &+ 1)
        if advance == 6 {
            let steps = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
            let places = unsafe indices.vector(SIMD8<Int32>.self, at: 0)
            let isLate = (places &- Int32(truncatingIfNeeded: first)) .!= steps
            right = right.replacing(with: left, where: isLate)
            left = left.replacing(
                with: unsafe line.vector(SIMD8<Float>.self, at: first &- 1),
                where: isLate
            )
        }
        let rest = unsafe rests.vector(SIMD8<Float>.self, at: 0)
        let sum = unsafe sums.vector(SIMD8<Float>.self, at: 0) + (left + (right - left) * rest)
        unsafe sums.store(sum, at: 0)
    }

    @inline(__always)
    private static func addOne(
        _ line: UnsafePointer<Float>,
        _ length: Int,
        _ index: Int32,
        _ rest: Float,
        to sum: UnsafeMutablePointer<Float>
    ) {
        let index = Int(index)
        precondition(index >= 0 && index < length, "the index is outside of the line")
        // SAFETY: the index was checked, and the next one is limited; the caller has checked the sum.
        let value = unsafe line[index]
        let next = unsafe line[index &+ 1 < length ? index &+ 1 : index]
        unsafe sum.pointee += value + (next - value) * rest
    }

    package static func round(_ sums: Span<Float>, into result: inout MutableSpan<UInt16>) {
        let count = sums.count
        // SAFETY: both rows are checked for `count` elements.
        unsafe sums.withRow(count) { sums in
            unsafe result.withRow(count) { result in
                var x = 0
                while x < count {
                    let sum = unsafe sums[x]
                    let positive = sum > 0 ? sum : 0
                    let limited = positive < 65_535 ? positive : 65_535
                    // Near 2^23, floats are integers, half to even.
                    let whole = limited + 0x1p23
                    let isHalf = limited - (whole - 0x1p23) == 0.5
                    let rounded = whole.bitPattern &+ (isHalf ? 1 : 0)
                    unsafe result[x] = UInt16(truncatingIfNeeded: rounded)
                    x &+= 1
                }
            }
        }
    }
}
