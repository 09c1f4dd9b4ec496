// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

extension VectorKernels {
    package static func add(_ samples: Span<UInt16>, to sums: inout MutableSpan<UInt32>) {
        let count = samples.count
        // SAFETY: both rows are checked for `count` elements; the compiler makes vectors of this.
        unsafe samples.withRow(count) { samples in
            unsafe sums.withRow(count) { sums in
                var x = 0
                while x < count {
                    unsafe sums[x] &+= UInt32(samples[x])
                    x &+= 1
                }
            }
        }
    }

    package static func addRuns(
        _ sums: Span<UInt32>,
        length: Int,
        to totals: inout MutableSpan<UInt64>
    ) {
        let count = sums.count
        // SAFETY: both rows are checked for all accesses: whole runs, then the rest of the sums.
        unsafe sums.withRow(count) { sums in
            unsafe totals.withRow((count + length - 1) / length) { totals in
                @inline(__always) func addWhole(_ length: Int) {
                    for run in 0..<(count / length) {
                        var total: UInt64 = 0
                        for offset in 0..<length {
                            unsafe total &+= UInt64(sums[run &* length &+ offset])
                        }
                        unsafe totals[run] &+= total
                    }
                }
                // The usual lengths are unrolled.
                switch length {
                case 2: addWhole(2)
                case 4: addWhole(4)
                case 8: addWhole(8)
                default: addWhole(length)
                }
                for x in (count / length * length)..<count {
                    unsafe totals[count / length] &+= UInt64(sums[x])
                }
            }
        }
    }

    package static func divide(
        _ sums: Span<UInt64>,
        by count: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        let width = sums.count
        let half = UInt64(count) / 2
        // A quotient lies at least half of 1 / count away from the next integer, far more than the
        // two roundings of this product.
        let scale = 1 / Double(count)
        // SAFETY: both rows are checked for `width` elements.
        unsafe sums.withRow(width) { sums in
            unsafe result.withRow(width) { result in
                var x = 0
                while x < width {
                    let quotient = unsafe (Double(Int64(sums[x] &+ half)) + 0.5) * scale
                    unsafe result[x] = UInt16(truncatingIfNeeded: Int32(quotient))
                    x &+= 1
                }
            }
        }
    }

    package static func repeatSamples(
        _ samples: Span<UInt16>,
        times: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        let width = result.count
        let step = 8
        // SAFETY: both rows are checked; a vector is written only where all of it fits, and what it
        // writes too much is written again by the next.
        unsafe samples.withRow((width + times - 1) / times) { samples in
            unsafe result.withRow(width) { result in
                var (x, index) = (0, 0)
                while x < width {
                    let sample = unsafe samples[index]
                    let end = min(x &+ times, width)
                    let vector = SIMD8(repeating: sample)
                    while x < end, x &+ step <= width {
                        unsafe result.store(vector, at: x)
                        x &+= step
                    }
                    while x < end {
                        unsafe result[x] = sample
                        x &+= 1
                    }
                    x = end
                    index &+= 1
                }
            }
        }
    }
}
