// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Sixteen rows are transposed, so that a vector holds the samples of one column, and each result is a sum
// of whole vectors with one weight each.

extension VectorKernels {
    package static func addRuns(
        _ rows: Span<Float>,
        starts: Span<Int>,
        runs: WeightedRuns,
        bias: Float,
        scratch: inout MutableSpan<Float>,
        into result: inout MutableSpan<UInt16>,
        stride: Int
    ) {
        let (count, width, rowCount) = (runs.firsts.count, runs.width, starts.count)
        guard count > 0, rowCount > 0 else { return }
        precondition(rowCount <= WeightedRuns.rowCount, "too many rows")
        precondition(stride >= count, "the results overlap")
        var end = 0
        for row in 0..<rowCount {
            precondition(starts[row] >= 0, "a row starts before the buffer")
            end = max(end, starts[row] + width)
        }
        check(runs)
        // SAFETY: `withRow` checks all samples from each start on, the scratch buffer and all results; runs
        // are checked to lie inside of the rows.
        unsafe rows.withRow(end) { rows in
            unsafe scratch.withRow(WeightedRuns.scratchCount(width: width)) { scratch in
                unsafe result.withRow((rowCount - 1) * stride + count) { result in
                    unsafe transpose(rows, starts, width, into: scratch)
                    let tile = unsafe scratch + WeightedRuns.rowCount * width
                    var x = 0
                    while x < count {
                        let columns = min(4, count &- x)
                        for column in 0..<columns {
                            unsafe add(runs, x &+ column, bias, scratch, into: tile + 16 &* column)
                        }
                        unsafe store(tile, columns, result + x, rowCount, stride)
                        x &+= 4
                    }
                }
            }
        }
    }

    private static func check(_ runs: borrowing WeightedRuns) {
        for x in 0..<runs.firsts.count {
            let (first, length) = (runs.firsts[x], runs.offsets[x + 1] - runs.offsets[x])
            precondition(
                first >= 0 && length >= 0 && Int(first) + Int(length) <= runs.width,
                "a run lies outside of the row"
            )
        }
        precondition(
            runs.offsets[0] >= 0 && Int(runs.offsets[runs.firsts.count]) <= runs.weights.count,
            "a run has no weights"
        )
    }

    /// Transposes up to sixteen rows to columns of sixteen samples; the first row replaces missing
    /// ones.
    @inline(__always)
    private static func transpose(
        _ rows: UnsafePointer<Float>,
        _ starts: Span<Int>,
        _ width: Int,
        into columns: UnsafeMutablePointer<Float>
    ) {
        for four in Swift.stride(from: 0, to: WeightedRuns.rowCount, by: 4) {
            // SAFETY: the caller has checked each row.
            @inline(__always)
            func source(_ row: Int) -> UnsafePointer<Float> {
                unsafe rows + starts[row < starts.count ? row : 0]
            }
            let (a, b, c, d) = unsafe (
                source(four), source(four + 1), source(four + 2), source(four + 3)
            )
            var target = unsafe columns + four
            var x = 0
            // SAFETY: each row has `width` samples, and each column sixteen.
            while x &+ 4 <= width {
                let tile = unsafe Tile(
                    a.vector(SIMD4<Float>.self, at: x),
                    b.vector(SIMD4<Float>.self, at: x),
                    c.vector(SIMD4<Float>.self, at: x),
                    d.vector(SIMD4<Float>.self, at: x)
                )
                unsafe target.store(tile.a, at: 0)
                unsafe target.store(tile.b, at: 16)
                unsafe target.store(tile.c, at: 32)
                unsafe target.store(tile.d, at: 48)
                unsafe target += 64
                x &+= 4
            }
            while x < width {
                unsafe target.store(SIMD4(a[x], b[x], c[x], d[x]), at: 0)
                unsafe target += 16
                x &+= 1
            }
        }
    }

    /// Adds up one weighted run of samples in each of sixteen rows; the caller has checked its
    /// bounds.
    @inline(__always)
    private static func add(
        _ runs: borrowing WeightedRuns,
        _ x: Int,
        _ bias: Float,
        _ columns: UnsafePointer<Float>,
        into sums: UnsafeMutablePointer<Float>
    ) {
        let step = lanes / 2
        // SAFETY: the caller has checked the run, and sixteen sums.
        let first = unsafe Int(runs.firsts[unchecked: x])
        let offsets = unsafe Int(runs.offsets[unchecked: x])..<Int(runs.offsets[unchecked: x &+ 1])
        for part in Swift.stride(from: 0, to: 16, by: step) {
            var sum = cv_floats(repeating: bias)
            var column = unsafe columns + (16 &* first &+ part)
            for offset in offsets {
                let weight = unsafe runs.weights[unchecked: offset]
                sum += unsafe column.vector(cv_floats.self, at: 0) * weight
                unsafe column += 16
            }
            unsafe sums.store(cv_limit_floats(sum), at: part)
        }
    }

    /// Stores up to four results of each row; the caller has checked their bounds.
    @inline(__always)
    private static func store(
        _ sums: UnsafePointer<Float>,
        _ count: Int,
        _ result: UnsafeMutablePointer<UInt16>,
        _ rowCount: Int,
        _ stride: Int
    ) {
        // SAFETY: the caller has checked `count` results of each row, and four times sixteen sums.
        guard count == 4 else {
            for row in 0..<rowCount {
                for column in 0..<count {
                    let sum = unsafe sums[16 &* column &+ row]
                    unsafe result[row &* stride &+ column] = UInt16(
                        truncatingIfNeeded: sum.bitPattern
                    )
                }
            }
            return
        }
        for four in Swift.stride(from: 0, to: rowCount, by: 4) {
            let tile = unsafe Tile(
                sums.vector(SIMD4<Float>.self, at: four),
                sums.vector(SIMD4<Float>.self, at: four &+ 16),
                sums.vector(SIMD4<Float>.self, at: four &+ 32),
                sums.vector(SIMD4<Float>.self, at: four &+ 48)
            )
            let start = unsafe result + four &* stride
            unsafe start.store(cv_mantissas_f32x4(tile.a), at: 0)
            if four &+ 1 < rowCount { unsafe start.store(cv_mantissas_f32x4(tile.b), at: stride) }
            if four &+ 2 < rowCount {
                unsafe start.store(cv_mantissas_f32x4(tile.c), at: 2 &* stride)
            }
            if four &+ 3 < rowCount {
                unsafe start.store(cv_mantissas_f32x4(tile.d), at: 3 &* stride)
            }
        }
    }
}

/// Four rows of four floats, transposed.
private struct Tile {
    let a, b, c, d: SIMD4<Float>

    @inline(__always)
    init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) {
        let (low, high) = (cv_zip_low_f32x4(a, c), cv_zip_high_f32x4(a, c))
        let (nextLow, nextHigh) = (cv_zip_low_f32x4(b, d), cv_zip_high_f32x4(b, d))
        self.a = cv_zip_low_f32x4(low, nextLow)
        self.b = cv_zip_high_f32x4(low, nextLow)
        self.c = cv_zip_low_f32x4(high, nextHigh)
        self.d = cv_zip_high_f32x4(high, nextHigh)
    }
}
