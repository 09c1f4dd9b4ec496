// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func widenRanges(
        toContain rows: Span<UInt8>,
        _ shape: SampleRuns,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        let count = shape.count
        // SAFETY: the rows are checked for all of their samples, which the runs do not leave, and both
        // ends for one of each run.
        unsafe rows.withRow(shape.spanCount) { rows in
            unsafe least.withRow(count) { least in
                unsafe greatest.withRow(count) { greatest in
                    for run in 0..<count {
                        let samples = shape.samples(ofRun: run)
                        let start = unsafe rows + samples.lowerBound
                        if samples.count < 16 {
                            unsafe widen(start, samples.count, shape, least + run, greatest + run)
                        } else {
                            unsafe widenWide(
                                start,
                                samples.count,
                                shape,
                                least + run,
                                greatest + run
                            )
                        }
                    }
                }
            }
        }
    }

    /// Widens a range to contain the samples of a run shorter than a vector.
    @inline(__always)
    private static func widen(
        _ samples: UnsafePointer<UInt8>,
        _ count: Int,
        _ shape: SampleRuns,
        _ least: UnsafeMutablePointer<UInt8>,
        _ greatest: UnsafeMutablePointer<UInt8>
    ) {
        for row in 0..<shape.rowCount {
            for x in 0..<count {
                // SAFETY: the caller has checked the samples of all rows, and both ends.
                let sample = unsafe samples[row &* shape.stride &+ x]
                unsafe least.pointee = min(least.pointee, sample)
                unsafe greatest.pointee = max(greatest.pointee, sample)
            }
        }
    }

    /// Widens a range to contain the samples of a run of a vector or more.
    @inline(__always)
    private static func widenWide(
        _ samples: UnsafePointer<UInt8>,
        _ count: Int,
        _ shape: SampleRuns,
        _ least: UnsafeMutablePointer<UInt8>,
        _ greatest: UnsafeMutablePointer<UInt8>
    ) {
        // SAFETY: the caller has checked both ends.
        var low = unsafe SIMD16<UInt8>(repeating: least.pointee)
        var high = unsafe SIMD16<UInt8>(repeating: greatest.pointee)
        for row in 0..<shape.rowCount {
            var x = 0
            while x < count {
                // The last vector overlaps the one before it.
                let start = row &* shape.stride &+ min(x, count &- 16)
                // SAFETY: the caller has checked the samples of all rows.
                let vector = unsafe samples.vector(SIMD16<UInt8>.self, at: start)
                low = cv_min_u8x16(low, vector)
                high = cv_max_u8x16(high, vector)
                x &+= 16
            }
        }
        // SAFETY: as above.
        unsafe least.pointee = cv_least_u8x16(low)
        // SAFETY: as above.
        unsafe greatest.pointee = cv_greatest_u8x16(high)
    }
}
