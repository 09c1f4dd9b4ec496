// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

// Scalar loops over pointers; the compiler vectorizes them.

extension VectorKernels {
    package static func add(
        _ samples: Span<UInt16>,
        times weight: Float,
        to sums: inout MutableSpan<Float>
    ) {
        let count = samples.count
        // SAFETY: both rows are checked for `count` elements.
        unsafe samples.withRow(count) { samples in
            unsafe sums.withRow(count) { sums in
                var x = 0
                while x < count {
                    unsafe sums[x] += weight * Float(Int32(samples[x]))
                    x &+= 1
                }
            }
        }
    }

    package static func settle(_ sums: Span<Float>, into samples: inout MutableSpan<UInt16>) {
        let count = sums.count
        // SAFETY: both rows are checked for `count` elements.
        unsafe sums.withRow(count) { sums in
            unsafe samples.withRow(count) { samples in
                var x = 0
                while x < count {
                    let sum = unsafe sums[x]
                    // From 2^23 on, the integer is in the lowest bits of the mantissa.
                    let whole = (sum < 65_535 ? sum : 65_535) + 0x1p23
                    unsafe samples[x] = UInt16(truncatingIfNeeded: whole.bitPattern)
                    x &+= 1
                }
            }
        }
    }
}
