// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

// Scalar loops over pointers, of which the compiler makes vectors.

extension VectorKernels {
    package static func widen(
        toContain samples: Span<UInt8>,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        let count = samples.count
        // SAFETY: all rows are checked for `count` elements.
        unsafe samples.withRow(count) { samples in
            unsafe least.withRow(count) { least in
                unsafe greatest.withRow(count) { greatest in
                    var x = 0
                    while x < count {
                        unsafe least[x] = min(least[x], samples[x])
                        unsafe greatest[x] = max(greatest[x], samples[x])
                        x &+= 1
                    }
                }
            }
        }
    }

    package static func widen(
        byDistance distance: Int,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        precondition(distance > 0, "the distance must be positive")
        let count = least.count
        // SAFETY: both rows are checked for `count` elements, and `x` + `distance` stays below that.
        unsafe least.withRow(count) { least in
            unsafe greatest.withRow(count) { greatest in
                var x = 0
                while x &+ distance < count {
                    unsafe least[x] = min(least[x], least[x &+ distance])
                    unsafe greatest[x] = max(greatest[x], greatest[x &+ distance])
                    x &+= 1
                }
            }
        }
    }
}
