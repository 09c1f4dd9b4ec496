// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Scalar loops over pointers without branches, of which the compiler makes vectors.

extension VectorKernels {
    package static func markBends(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        limits: BendLimits,
        in marks: inout MutableSpan<UInt8>
    ) {
        let (floor, ceiling) = (limits.least, limits.greatest)
        let tolerance = UInt32(limits.tolerance)
        @inline(__always) func errs(_ least: UInt16, _ greatest: UInt16, _ limit: UInt16) -> UInt8 {
            let below = UInt32(max(least, limit) &- least)
            let above = UInt32(greatest &- min(greatest, limit))
            return below &* above > tolerance &* (below &+ above) ? 1 : 0
        }
        // SAFETY: the columns `x`, `one` and `two` lie in all rows.
        unsafe forEachWindow(row, above, top, &marks) { row, above, top, x, one, two in
            func least(_ row: UnsafePointer<UInt16>) -> UInt16 {
                unsafe min(row[x], row[one], row[two])
            }
            func greatest(_ row: UnsafePointer<UInt16>) -> UInt16 {
                unsafe max(row[x], row[one], row[two])
            }
            let low = unsafe min(least(row), least(above), least(top))
            let high = unsafe max(greatest(row), greatest(above), greatest(top))
            return errs(low, high, floor) | errs(low, high, ceiling)
        }
    }

    package static func markSteps(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        limit: UInt16,
        in marks: inout MutableSpan<UInt8>
    ) {
        @inline(__always) func differ(_ one: UInt16, _ other: UInt16) -> UInt8 {
            max(one, other) &- min(one, other) > limit ? 1 : 0
        }
        // SAFETY: the columns `x`, `one` and `two` lie in all rows.
        unsafe forEachWindow(row, above, top, &marks) { row, above, top, x, one, two in
            func along(_ row: UnsafePointer<UInt16>) -> UInt8 {
                unsafe differ(row[x], row[one]) | differ(row[one], row[two])
            }
            func across(_ x: Int) -> UInt8 {
                unsafe differ(row[x], above[x]) | differ(above[x], top[x])
            }
            return unsafe along(row) | along(above) | along(top) | across(x) | across(one)
                | across(two)
        }
    }

    /// Calls a function with each window of three by three samples; columns before the first repeat
    /// it.
    @inline(__always)
    private static func forEachWindow(
        _ row: Span<UInt16>,
        _ above: Span<UInt16>,
        _ top: Span<UInt16>,
        _ marks: inout MutableSpan<UInt8>,
        _ mark: (
            _ row: UnsafePointer<UInt16>, _ above: UnsafePointer<UInt16>,
            _ top: UnsafePointer<UInt16>, _ x: Int, _ one: Int, _ two: Int
        ) -> UInt8
    ) {
        let count = marks.count
        // SAFETY: all rows are checked for `count` elements, and no column before the first is read.
        unsafe row.withRow(count) { row in
            unsafe above.withRow(count) { above in
                unsafe top.withRow(count) { top in
                    unsafe marks.withRow(count) { marks in
                        for x in 0..<min(2, count) {
                            unsafe marks[x] |= mark(row, above, top, x, max(x &- 1, 0), 0)
                        }
                        var x = 2
                        while x < count {
                            unsafe marks[x] |= mark(row, above, top, x, x &- 1, x &- 2)
                            x &+= 1
                        }
                    }
                }
            }
        }
    }
}
