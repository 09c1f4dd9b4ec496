// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Everywhere in this file: `withRow` has checked that all that is touched exists; loops stop while
// a whole vector fits into the row, and a plain loop takes what is left.

extension VectorKernels {
    package static func sumSteps(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        steps: Int,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        at starts: (newer: Int, older: Int),
        shift: Int,
        into averages: inout MutableSpan<Int16>,
        averageStride: Int
    ) {
        let run = StepRun(shape, steps, weights, starts, shift, averageStride)
        let width = run.width(rows.count, averages.count)
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe rows.withRow(run.rowsReach(width)) { rows in
            unsafe sums.withRow(run.sumsReach(width)) { sums in
                unsafe averages.withRow(run.averagesReach(width)) { averages in
                    unsafe add(rows, run, weights, width, sums, averages) { row in
                        cv_flip_w(unsafe row.vector(Wide.self, at: 0), .min)
                    } sample: {
                        Int32($0) - 32_768
                    }
                }
            }
        }
    }

    package static func sumSteps(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        steps: Int,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        at starts: (newer: Int, older: Int),
        shift: Int,
        into averages: inout MutableSpan<Int16>,
        averageStride: Int
    ) {
        let run = StepRun(shape, steps, weights, starts, shift, averageStride)
        let width = run.width(rows.count, averages.count)
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe rows.withRow(run.rowsReach(width)) { rows in
            unsafe sums.withRow(run.sumsReach(width)) { sums in
                unsafe averages.withRow(run.averagesReach(width)) { averages in
                    unsafe add(rows, run, weights, width, sums, averages) { row in
                        cv_center_bytes_w(unsafe row.vector(cv_half_bytes.self, at: 0))
                    } sample: {
                        Int32($0) * 257 - 32_768
                    }
                }
            }
        }
    }

    /// Steps that follow each other, and where everything of them lies.
    private struct StepRun {
        let shape: RowsShape
        let steps: Int
        let starts: (newer: Int, older: Int)
        let shift: Int
        let averageStride: Int

        @inline(__always)
        init(
            _ shape: RowsShape,
            _ steps: Int,
            _ weights: Span<Int32>,
            _ starts: (newer: Int, older: Int),
            _ shift: Int,
            _ averageStride: Int
        ) {
            precondition(steps > 0 && shape.count % 2 == 0, "no steps of pairs of rows")
            precondition(weights.count >= 3 * (shape.count / 2), "a weight for every row")
            precondition(min(starts.newer, starts.older) >= 0, "sums before the buffer")
            precondition((1...31).contains(shift), "no shift of sums")
            precondition(steps == 1 || averageStride >= shape.width, "averages that overlap")
            (self.shape, self.steps, self.starts) = (shape, steps, starts)
            (self.shift, self.averageStride) = (shift, averageStride)
        }

        /// The width to work on: what lies behind the rows may be summed as well where it can be read
        /// and its averages can be written.
        func width(_ rowsCount: Int, _ averagesCount: Int) -> Int {
            let padded = padded(shape.width)
            let fits = rowsReach(padded) <= rowsCount && averagesReach(padded) <= averagesCount
            let overlaps = steps > 1 && averageStride < padded
            return fits && !overlaps ? padded : shape.width
        }

        func rowsReach(_ width: Int) -> Int { (steps * shape.count - 1) * shape.stride + width }

        func sumsReach(_ width: Int) -> Int { max(starts.newer, starts.older) + padded(width) }

        func averagesReach(_ width: Int) -> Int { (steps - 1) * averageStride + width }
    }

    @inline(__always)
    private static func add<Sample>(
        _ rows: UnsafePointer<Sample>,
        _ run: StepRun,
        _ weights: Span<Int32>,
        _ width: Int,
        _ sums: UnsafeMutablePointer<Int32>,
        _ averages: UnsafeMutablePointer<Int16>,
        load: (UnsafePointer<Sample>) -> Wide,
        sample: (Sample) -> Int32
    ) {
        // Steps of 2 and of 4 rows are most of all, and their weights stay in registers.
        let first = PairWeights(weights, at: 0)
        let second = run.shape.count == 2 ? first : PairWeights(weights, at: 3)
        let stride = run.shape.stride
        let whole = width & ~(lanes &- 1)
        // SAFETY: the caller has checked the rows, the sums and the averages up to the width; pairs
        // of rows lie inside of steps.
        switch run.shape.count {
        case 2:
            unsafe add(run, whole, sums, averages, rows) { row, sums in
                unsafe sums.add(load(row), load(row + stride), first)
            }
        case 4:
            unsafe add(run, whole, sums, averages, rows) { row, sums in
                unsafe sums.add(load(row), load(row + stride), first)
                let next = unsafe row + 2 &* stride
                unsafe sums.add(load(next), load(next + stride), second)
            }
        default:
            let pairs = run.shape.count / 2
            unsafe add(run, whole, sums, averages, rows) { row, sums in
                var row = unsafe row
                for pair in 0..<pairs {
                    let weights = PairWeights(weights, at: 3 &* pair)
                    unsafe sums.add(load(row), load(row + stride), weights)
                    // Behind the last pair there may be nothing to point at.
                    if pair &+ 1 < pairs { unsafe row += 2 &* stride }
                }
            }
        }
        for x in whole..<width {
            unsafe addColumn(rows, run, weights, x, sums, averages, sample: sample)
        }
    }

    /// Steps down a vector of columns after the other.
    @inline(__always)
    private static func add<Sample>(
        _ run: StepRun,
        _ whole: Int,
        _ sums: UnsafeMutablePointer<Int32>,
        _ averages: UnsafeMutablePointer<Int16>,
        _ rows: UnsafePointer<Sample>,
        step: (UnsafePointer<Sample>, inout ColumnSums) -> Void
    ) {
        let shift = Int32(truncatingIfNeeded: run.shift)
        let half = Int32(1) << (shift &- 1)
        let stepStride = run.shape.count &* run.shape.stride
        var x = 0
        while x < whole {
            // SAFETY: a vector from `x` lies inside all rows.
            let (newer, older) = unsafe (
                sums + (run.starts.newer + x), sums + (run.starts.older + x)
            )
            var three = ColumnSums(
                newest: (.zero, .zero),
                newer: unsafe VectorKernels.sums(newer),
                older: unsafe VectorKernels.sums(older)
            )
            for index in 0..<run.steps {
                unsafe step(rows + (index &* stepStride &+ x), &three)
                let low = cv_shift_right_w(three.older.low &+ half, shift)
                let high = cv_shift_right_w(three.older.high &+ half, shift)
                unsafe averages.store(cv_pack_w(low, high), at: index &* run.averageStride &+ x)
                three.older = three.newer
                three.newer = three.newest
                three.newest = (.zero, .zero)
            }
            unsafe store(three.newer, newer)
            unsafe store(three.older, older)
            x &+= lanes
        }
    }

    /// Steps down one column.
    private static func addColumn<Sample>(
        _ rows: UnsafePointer<Sample>,
        _ run: StepRun,
        _ weights: Span<Int32>,
        _ x: Int,
        _ sums: UnsafeMutablePointer<Int32>,
        _ averages: UnsafeMutablePointer<Int16>,
        sample: (Sample) -> Int32
    ) {
        let place = place(of: x)
        let half = Int32(1) << (Int32(run.shift) &- 1)
        // SAFETY: `x` lies inside the rows, and its place inside the padded sums.
        var (newer, older) = unsafe (
            sums[run.starts.newer + place], sums[run.starts.older + place]
        )
        for step in 0..<run.steps {
            var newest: Int32 = 0
            for row in 0..<run.shape.count {
                let index = (step &* run.shape.count &+ row) &* run.shape.stride &+ x
                let value = unsafe sample(rows[index])
                func weight(_ tap: Int) -> Int32 {
                    let pair = unsafe weights[unchecked: row / 2 * 3 + tap]
                    return Int32(Int16(truncatingIfNeeded: pair >> Int32(row % 2 * 16)))
                }
                newest &+= weight(0) &* value
                newer &+= weight(1) &* value
                older &+= weight(2) &* value
            }
            let average = (older &+ half) >> Int32(run.shift)
            unsafe averages[step &* run.averageStride &+ x] = Int16(truncatingIfNeeded: average)
            (older, newer) = (newer, newest)
        }
        unsafe sums[run.starts.newer + place] = newer
        unsafe sums[run.starts.older + place] = older
    }
}
