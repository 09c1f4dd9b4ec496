// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

// Scalar loops over pointers without branches, of which the compiler makes vectors.

extension VectorKernels {
    package static func markCrossings(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        least: UInt16,
        greatest: UInt16,
        in marks: inout MutableSpan<UInt8>
    ) {
        @inline(__always) func differ(_ one: UInt16, _ other: UInt16) -> UInt8 {
            let below: UInt8 = (one < least) != (other < least) ? 1 : 0
            let above: UInt8 = (one > greatest) != (other > greatest) ? 1 : 0
            return below | above
        }
        mark(row, above, &marks, differ)
    }

    package static func markSteps(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        limit: UInt16,
        in marks: inout MutableSpan<UInt8>
    ) {
        @inline(__always) func differ(_ one: UInt16, _ other: UInt16) -> UInt8 {
            max(one, other) &- min(one, other) > limit ? 1 : 0
        }
        mark(row, above, &marks, differ)
    }

    @inline(__always)
    private static func mark(
        _ row: Span<UInt16>,
        _ above: Span<UInt16>,
        _ marks: inout MutableSpan<UInt8>,
        _ differ: (UInt16, UInt16) -> UInt8
    ) {
        let count = marks.count
        // SAFETY: all rows are checked for `count` elements, and `x` - 1 is read from the second on.
        unsafe row.withRow(count) { row in
            unsafe above.withRow(count) { above in
                unsafe marks.withRow(count) { marks in
                    unsafe marks[0] |= differ(row[0], above[0])
                    var x = 1
                    while x < count {
                        unsafe marks[x] |= differ(row[x], above[x]) | differ(row[x], row[x &- 1])
                        x &+= 1
                    }
                }
            }
        }
    }
}
