// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

// Scalar loops over pointers; the compiler vectorizes them where sums do not depend on earlier
// ones.

extension VectorKernels {
    package static func add(
        _ samples: Span<UInt16>,
        times factor: Int32,
        to sums: inout MutableSpan<Int32>
    ) {
        let count = samples.count
        // SAFETY: both rows are checked for `count` elements.
        unsafe samples.withRow(count) { samples in
            unsafe sums.withRow(count) { sums in
                var x = 0
                while x < count {
                    unsafe sums[x] &+= factor &* Int32(samples[x])
                    x &+= 1
                }
            }
        }
    }

    package static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<UInt64>) {
        let width = line.count
        // SAFETY: the rows are checked for `width` elements, and three times as many.
        unsafe line.withRow(width) { line in
            unsafe sums.withRow(3 * width) { sums in
                let (second, third) = unsafe (sums + width, sums + 2 * width)
                var x = 0
                while x < width {
                    let first = unsafe sums[x] &+ UInt64(bitPattern: Int64(line[x]))
                    unsafe sums[x] = first
                    let next = unsafe second[x] &+ first
                    unsafe second[x] = next
                    unsafe third[x] &+= next
                    x &+= 1
                }
            }
        }
    }

    package static func sumBoxes(
        _ samples: Span<UInt16>,
        delays: Span<Int>,
        factors: Span<Int32>,
        into sums: inout MutableSpan<UInt64>
    ) {
        let (count, taps) = (samples.count, delays.count)
        var start = 0
        for tap in 0..<taps {
            precondition(delays[tap] >= 0, "a delay is negative")
            start = max(start, delays[tap])
        }
        let first = count - sums.count
        precondition(first >= start, "the samples before the first result are missing")
        // SAFETY: all rows are checked for every access. Sums begin at `start`, and no delay is
        // longer, nor negative, so that each sample lies from 0 until `count`; results are written from
        // `first` on, no earlier than `start`, and there are as many as up to `count`.
        unsafe samples.withRow(count) { samples in
            unsafe sums.withRow(count - first) { sums in
                unsafe delays.withRow(taps) { delays in
                    unsafe factors.withRow(taps) { factors in
                        var (sum, sumOfSums, result): (UInt64, UInt64, UInt64) = (0, 0, 0)
                        var x = start
                        while x < count {
                            var change: Int32 = 0
                            var tap = 0
                            while tap < taps {
                                let sample = unsafe Int32(samples[x &- delays[tap]])
                                unsafe change &+= factors[tap] &* sample
                                tap &+= 1
                            }
                            sum &+= UInt64(bitPattern: Int64(change))
                            sumOfSums &+= sum
                            result &+= sumOfSums
                            if x >= first { unsafe sums[x &- first] = result }
                            x &+= 1
                        }
                    }
                }
            }
        }
    }

    package static func accumulate(_ sums: inout MutableSpan<Int32>) {
        let count = sums.count
        // SAFETY: the row is checked for `count` elements.
        unsafe sums.withRow(count) { sums in
            var (x, total) = (0, Int32(0))
            while x &+ 8 <= count {
                let eight = unsafe cv_running_sums_i32x8(sums.vector(SIMD8<Int32>.self, at: x))
                let next = eight &+ total
                unsafe sums.store(next, at: x)
                total = next[7]
                x &+= 8
            }
            while x < count {
                unsafe total &+= sums[x]
                unsafe sums[x] = total
                x &+= 1
            }
        }
    }

    package static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<Int32>) {
        let width = line.count
        // SAFETY: the rows are checked for `width` elements, and three times as many.
        unsafe line.withRow(width) { line in
            unsafe sums.withRow(3 * width) { sums in
                let (second, third) = unsafe (sums + width, sums + 2 * width)
                var x = 0
                while x < width {
                    let first = unsafe sums[x] &+ line[x]
                    unsafe sums[x] = first
                    let next = unsafe second[x] &+ first
                    unsafe second[x] = next
                    unsafe third[x] &+= next
                    x &+= 1
                }
            }
        }
    }

    package static func divide(
        _ sums: Span<Int32>,
        by count: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        precondition((1...(1 << 24)).contains(count), "the count is out of range")
        let width = sums.count
        let (divisor, half) = (Int32(count), Int32(count / 2))
        let scale = 2 / Float(count)
        // SAFETY: both rows are checked for `width` elements.
        unsafe sums.withRow(width) { sums in
            unsafe result.withRow(width) { result in
                var x = 0
                while x < width {
                    let sum = unsafe UInt32(bitPattern: sums[x] &+ half)
                    // Off by less than 2, as half of a sum is a positive integer of 32 bits. Near 2^23,
                    // floats are integers.
                    let near = Float(Int32(truncatingIfNeeded: sum &>> 1)) * scale + 0x1p23
                    let quotient = Int32(truncatingIfNeeded: near.bitPattern & 0x7F_FFFF)
                    let rest = Int32(bitPattern: sum) &- quotient &* divisor
                    let change: Int32 = rest < 0 ? -1 : rest >= divisor ? 1 : 0
                    unsafe result[x] = UInt16(truncatingIfNeeded: quotient &+ change)
                    x &+= 1
                }
            }
        }
    }
}
