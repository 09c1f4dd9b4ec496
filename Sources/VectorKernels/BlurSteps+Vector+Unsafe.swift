// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked the bounds of all elements. Loops run while a whole vector
// fits into the row, and a scalar loop handles the rest.

extension VectorKernels {
    package static func sumSteps(
        _ rows: Span<UInt16>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    ) {
        precondition(weights.count >= 3 * (shape.rows.count / 2), "every row needs a weight")
        let width = width(of: shape, rows.count, averages.count)
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe rows.withRow(shape.rowsReach(width)) { rows in
            unsafe sums.withRow(shape.sumsReach(width)) { sums in
                unsafe averages.withRow(shape.averagesReach(width)) { averages in
                    unsafe add(rows, shape, weights, width, sums, averages) { row in
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
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    ) {
        precondition(weights.count >= 3 * (shape.rows.count / 2), "every row needs a weight")
        let width = width(of: shape, rows.count, averages.count)
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe rows.withRow(shape.rowsReach(width)) { rows in
            unsafe sums.withRow(shape.sumsReach(width)) { sums in
                unsafe averages.withRow(shape.averagesReach(width)) { averages in
                    unsafe add(rows, shape, weights, width, sums, averages) { row in
                        cv_center_bytes_w(unsafe row.vector(cv_half_bytes.self, at: 0))
                    } sample: {
                        Int32($0) * 257 - 32_768
                    }
                }
            }
        }
    }

    /// Returns the number of columns to process, with padding to whole vectors where there is room
    /// for it.
    private static func width(
        of shape: StepsShape,
        _ rowsCount: Int,
        _ averagesCount: Int
    ) -> Int {
        let padded = padded(shape.rows.width)
        let fits =
            shape.rowsReach(padded) <= rowsCount && shape.averagesReach(padded) <= averagesCount
        let overlaps = shape.count > 1 && shape.averageStride < padded
        return fits && !overlaps ? padded : shape.rows.width
    }

    @inline(__always)
    private static func add<Sample>(
        _ rows: UnsafePointer<Sample>,
        _ shape: StepsShape,
        _ weights: Span<Int32>,
        _ width: Int,
        _ sums: UnsafeMutablePointer<Int32>,
        _ averages: UnsafeMutablePointer<Int16>,
        load: (UnsafePointer<Sample>) -> Wide,
        sample: (Sample) -> Int32
    ) {
        // Steps of 2 and 4 rows are the most common, and their weights stay in registers.
        let first = PairWeights(weights, at: 0)
        let second = shape.rows.count == 2 ? first : PairWeights(weights, at: 3)
        let stride = shape.rows.stride
        let whole = width & ~(lanes &- 1)
        // SAFETY: the caller has checked the rows, the sums and the averages up to the width; pairs
        // of rows lie inside of steps.
        switch shape.rows.count {
        case 2:
            unsafe add(shape, whole, sums, averages, rows) { row, sums in
                unsafe sums.add(load(row), load(row + stride), first)
            }
        case 4:
            unsafe add(shape, whole, sums, averages, rows) { row, sums in
                unsafe sums.add(load(row), load(row + stride), first)
                let next = unsafe row + 2 &* stride
                unsafe sums.add(load(next), load(next + stride), second)
            }
        default:
            let pairs = shape.rows.count / 2
            unsafe add(shape, whole, sums, averages, rows) { row, sums in
                var row = unsafe row
                for pair in 0..<pairs {
                    let weights = PairWeights(weights, at: 3 &* pair)
                    unsafe sums.add(load(row), load(row + stride), weights)
                    // After the last pair there may be no row to point at.
                    if pair &+ 1 < pairs { unsafe row += 2 &* stride }
                }
            }
        }
        for x in whole..<width {
            unsafe addColumn(rows, shape, weights, x, sums, averages, sample: sample)
        }
    }

    /// Adds the rows of all steps to the sums, one vector of columns after the other.
    @inline(__always)
    private static func add<Sample>(
        _ shape: StepsShape,
        _ whole: Int,
        _ sums: UnsafeMutablePointer<Int32>,
        _ averages: UnsafeMutablePointer<Int16>,
        _ rows: UnsafePointer<Sample>,
        step: (UnsafePointer<Sample>, inout ColumnSums) -> Void
    ) {
        let shift = Int32(truncatingIfNeeded: shape.shift)
        let half = Int32(1) << (shift &- 1)
        let stepStride = shape.rows.count &* shape.rows.stride
        var x = 0
        while x < whole {
            // SAFETY: a vector from `x` lies inside all rows.
            let (newer, older) = unsafe (
                sums + (shape.sums.newer + x), sums + (shape.sums.older + x)
            )
            var three = ColumnSums(
                newest: (.zero, .zero),
                newer: unsafe VectorKernels.sums(newer),
                older: unsafe VectorKernels.sums(older)
            )
            for index in 0..<shape.count {
                unsafe step(rows + (index &* stepStride &+ x), &three)
                let low = cv_shift_right_w(three.older.low &+ half, shift)
                let high = cv_shift_right_w(three.older.high &+ half, shift)
                unsafe averages.store(cv_pack_w(low, high), at: index &* shape.averageStride &+ x)
                three.older = three.newer
                three.newer = three.newest
                three.newest = (.zero, .zero)
            }
            unsafe store(three.newer, newer)
            unsafe store(three.older, older)
            x &+= lanes
        }
    }

    /// Adds the rows of all steps to the sums of one column.
    private static func addColumn<Sample>(
        _ rows: UnsafePointer<Sample>,
        _ shape: StepsShape,
        _ weights: Span<Int32>,
        _ x: Int,
        _ sums: UnsafeMutablePointer<Int32>,
        _ averages: UnsafeMutablePointer<Int16>,
        sample: (Sample) -> Int32
    ) {
        let place = place(of: x)
        let half = Int32(1) << (Int32(shape.shift) &- 1)
        // SAFETY: `x` lies inside the rows, and its place inside the padded sums.
        var (newer, older) = unsafe (
            sums[shape.sums.newer + place], sums[shape.sums.older + place]
        )
        for step in 0..<shape.count {
            var newest: Int32 = 0
            for row in 0..<shape.rows.count {
                let index = (step &* shape.rows.count &+ row) &* shape.rows.stride &+ x
                let value = unsafe sample(rows[index])
                func weight(_ tap: Int) -> Int32 {
                    let pair = unsafe weights[unchecked: row / 2 * 3 + tap]
                    return Int32(Int16(truncatingIfNeeded: pair >> Int32(row % 2 * 16)))
                }
                newest &+= weight(0) &* value
                newer &+= weight(1) &* value
                older &+= weight(2) &* value
            }
            let average = (older &+ half) >> Int32(shape.shift)
            unsafe averages[step &* shape.averageStride &+ x] = Int16(truncatingIfNeeded: average)
            (older, newer) = (newer, newest)
        }
        unsafe sums[shape.sums.newer + place] = newer
        unsafe sums[shape.sums.older + place] = older
    }
}

extension StepsShape {
    /// Returns the least number of samples in a buffer that holds all rows of a given width.
    fileprivate func rowsReach(_ width: Int) -> Int {
        (count * rows.count - 1) * rows.stride + width
    }

    /// Returns the least number of elements in a buffer that holds both rows of sums.
    fileprivate func sumsReach(_ width: Int) -> Int {
        max(sums.newer, sums.older) + VectorKernels.padded(width)
    }

    /// Returns the least number of elements in a buffer that holds the averages of all steps.
    fileprivate func averagesReach(_ width: Int) -> Int { (count - 1) * averageStride + width }
}
