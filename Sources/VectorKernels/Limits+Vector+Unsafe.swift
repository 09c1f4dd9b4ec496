// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Scalar loops over pointers without branches, of which the compiler makes vectors.

extension VectorKernels {
    package static func widenRanges(
        toContain rows: Span<UInt8>,
        _ shape: RowsShape,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        // SAFETY: the rows are checked for all of their samples, and both ends for all columns.
        unsafe rows.withRow(shape.spanCount) { rows in
            unsafe least.withRow(shape.width) { least in
                unsafe greatest.withRow(shape.width) { greatest in
                    for row in 0..<shape.count {
                        let samples = unsafe rows + row &* shape.stride
                        for x in 0..<shape.width {
                            unsafe least[x] = min(least[x], samples[x])
                            unsafe greatest[x] = max(greatest[x], samples[x])
                        }
                    }
                }
            }
        }
    }

    package static func enlargePairs(
        _ near: Span<UInt8>,
        _ far: Span<UInt8>,
        samples: Range<Int>,
        biases: SIMD2<Int16>,
        into result: inout MutableSpan<UInt8>
    ) {
        let (first, count, last) = (samples.lowerBound, samples.count, near.count &- 1)
        precondition(first >= 0 && samples.upperBound <= last &+ 1, "samples that do not exist")
        let (even, odd) = (biases[0], biases[1])
        // SAFETY: the rows are checked for all of their samples, beyond which `pair` is not called, and
        // the result for two of each. Bytes of wider elements are in little-endian order.
        unsafe near.withRow(last &+ 1) { near in
            unsafe far.withRow(last &+ 1) { far in
                unsafe result.withRow(2 &* count) { result in
                    @inline(__always) func mixed(_ x: Int) -> Int16 {
                        unsafe 3 &* Int16(near[x]) &+ Int16(far[x])
                    }
                    @inline(__always) func pair(_ left: Int, _ x: Int, _ right: Int) -> UInt16 {
                        let center = 3 &* mixed(x)
                        let bytes = (
                            (center &+ mixed(left) &+ even) &>> 4,
                            (center &+ mixed(right) &+ odd) &>> 4
                        )
                        return UInt16(bitPattern: bytes.0 | bytes.1 &<< 8)
                    }
                    var index = 0
                    if first == 0, count > 0 {
                        unsafe result.store(pair(0, 0, min(1, last)), at: 0)
                        index = 1
                    }
                    let end = samples.upperBound > last ? count &- 1 : count
                    while index < end {
                        let x = first &+ index
                        unsafe result.store(pair(x &- 1, x, x &+ 1), at: 2 &* index)
                        index &+= 1
                    }
                    if index < count {
                        unsafe result.store(pair(last &- 1, last, last), at: 2 &* index)
                    }
                }
            }
        }
    }

    package static func limitColors(
        luma: Span<UInt8>,
        cb: Span<UInt8>,
        cr: Span<UInt8>,
        changes: inout MutableSpan<Int16>,
        marks: inout MutableSpan<UInt8>
    ) {
        let (count, runCount) = (luma.count, marks.count)
        // SAFETY: the rows are checked for all pixels, the changes and marks for all runs.
        unsafe luma.withRow(count) { luma in
            unsafe cb.withRow(count) { cb in
                unsafe cr.withRow(count) { cr in
                    unsafe changes.withRow(runCount &* ColorRun.changeCount) { changes in
                        unsafe marks.withRow(runCount) { marks in
                            for run in 0..<runCount {
                                let x = run &* ColorRun.width
                                unsafe marks[run] = limitRun(
                                    luma + x,
                                    cb + x,
                                    cr + x,
                                    count &- x,
                                    changes + run &* ColorRun.changeCount
                                )
                            }
                        }
                    }
                }
            }
        }
    }

    /// Computes the differences that clipping to RGB makes in a run of pixels, possibly cut
    /// short.
    ///
    /// - Returns: 1 if a color changes.
    @inline(__always)
    private static func limitRun(
        _ luma: UnsafePointer<UInt8>,
        _ cb: UnsafePointer<UInt8>,
        _ cr: UnsafePointer<UInt8>,
        _ count: Int,
        _ changes: UnsafeMutablePointer<Int16>
    ) -> UInt8 {
        @inline(__always) func change(_ y: Int32, _ share: Int32) -> Int16 {
            let sample = y &+ (share &+ 32_768) &>> 16
            return Int16(truncatingIfNeeded: min(max(sample, 0), 255) &- sample)
        }
        var any: Int16 = 0
        @inline(__always) func limit(_ lane: Int) {
            // SAFETY: the caller has checked all pixels, and the changes of a whole run.
            let y = unsafe Int32(luma[lane])
            let (b, r) = unsafe (Int32(cb[lane]) &- 128, Int32(cr[lane]) &- 128)
            let red = change(y, 91_881 &* r)
            let green = change(y, -22_554 &* b &- 46_802 &* r)
            let blue = change(y, 116_130 &* b)
            unsafe changes[lane] = red
            unsafe changes[ColorRun.width &+ lane] = green
            unsafe changes[2 &* ColorRun.width &+ lane] = blue
            any |= red | green | blue
        }
        if count >= ColorRun.width {
            for lane in 0..<ColorRun.width { limit(lane) }
        } else {
            // SAFETY: as before.
            unsafe changes.update(repeating: 0, count: ColorRun.changeCount)
            for lane in 0..<max(0, count) { limit(lane) }
        }
        return any == 0 ? 0 : 1
    }

    package static func addMultiples(
        of changes: Span<Int16>,
        _ weights: SIMD4<Int32>,
        to sums: inout MutableSpan<Int32>,
        stride: Int
    ) {
        let count = changes.count
        // SAFETY: the changes are checked, and so are the sums up to the end of the last row.
        unsafe changes.withRow(count) { changes in
            unsafe sums.withRow(2 &* stride &+ count) { sums in
                for row in 0..<3 {
                    let weight = weights[row]
                    let sums = unsafe sums + row &* stride
                    var x = 0
                    while x < count {
                        unsafe sums[x] &+= Int32(changes[x]) &* weight
                        x &+= 1
                    }
                }
            }
        }
    }
}
