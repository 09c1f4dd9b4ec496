// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Everywhere in this file: `withRow` has checked that all that is touched exists, including the
// elements up to the next multiple of 32 behind the width of rows at low resolution.

extension VectorKernels {
    package static func decimate(
        _ row: Span<Float>,
        by decimation: borrowing Decimation,
        scratch: inout MutableSpan<Float>,
        count: Int,
        into low: inout MutableSpan<Float>
    ) {
        let (step, stride) = (decimation.step, decimation.phaseStride)
        let (weights, starts) = (decimation.weights.span, decimation.starts.span)
        let blocks = row.count / step
        let count = (count + 15) & ~15
        precondition(blocks <= stride && count + 2 <= stride, "phases that overlap")
        precondition(weights.count * 2 == starts.count, "weights for half of the spline")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside: phases
        // have `stride` elements each, and starts lie at most 2 behind the start of a phase.
        unsafe scratch.withRow(step * stride) { scratch in
            unsafe row.withRow(blocks * step) { row in
                unsafe sort(row, into: scratch, step: step, stride: stride, blocks: blocks)
            }
            unsafe low.withRow(count) { low in
                var x = 0
                while x < count {
                    unsafe low.store(average(scratch + x, weights, starts), at: x)
                    x &+= 8
                }
            }
        }
    }

    /// 8 results of the spline.
    @inline(__always)
    private static func average(
        _ scratch: UnsafeMutablePointer<Float>,
        _ weights: Span<Float>,
        _ starts: Span<Int>
    ) -> SIMD8<Float> {
        var sum = SIMD8<Float>()
        let last = starts.count - 1
        for q in weights.indices {
            // SAFETY: the caller has checked that 8 elements follow each start.
            let outer = unsafe scratch.vector(SIMD8<Float>.self, at: starts[unchecked: q])
            let other = unsafe scratch.vector(SIMD8<Float>.self, at: starts[unchecked: last &- q])
            unsafe sum += weights[unchecked: q] * (outer + other)
        }
        return sum
    }

    /// Puts every `step`-th element beside the one before.
    @inline(__always)
    private static func sort(
        _ row: UnsafePointer<Float>,
        into scratch: UnsafeMutablePointer<Float>,
        step: Int,
        stride: Int,
        blocks: Int
    ) {
        var block = 0
        if step == 2 {
            while block + 4 <= blocks {
                // SAFETY: 8 elements from 2 × `block` lie inside the row, 4 from `block` inside
                // each phase.
                let a = unsafe row.vector(SIMD4<Float>.self, at: 2 * block)
                let b = unsafe row.vector(SIMD4<Float>.self, at: 2 * block + 4)
                unsafe scratch.store(cv_even_f32x4(a, b), at: block)
                unsafe scratch.store(cv_odd_f32x4(a, b), at: stride + block)
                block += 4
            }
        } else {
            while block + 4 <= blocks {
                for phase in Swift.stride(from: 0, to: step, by: 4) {
                    // SAFETY: 4 elements of each of 4 blocks lie inside the row, 4 from `block`
                    // inside each phase.
                    unsafe transpose(
                        row + block * step + phase,
                        step,
                        into: scratch + phase * stride + block,
                        stride
                    )
                }
                block += 4
            }
        }
        while block < blocks {
            for phase in 0..<step {
                // SAFETY: a block inside the row.
                unsafe scratch[phase * stride + block] = row[block * step + phase]
            }
            block += 1
        }
    }

    /// Turns 4 columns of 4 rows into 4 rows.
    @inline(__always)
    private static func transpose(
        _ source: UnsafePointer<Float>,
        _ sourceStride: Int,
        into target: UnsafeMutablePointer<Float>,
        _ targetStride: Int
    ) {
        // SAFETY: the caller has checked 4 elements of 4 rows on both sides.
        let a = unsafe source.vector(SIMD4<Float>.self, at: 0)
        let b = unsafe source.vector(SIMD4<Float>.self, at: sourceStride)
        let c = unsafe source.vector(SIMD4<Float>.self, at: 2 * sourceStride)
        let d = unsafe source.vector(SIMD4<Float>.self, at: 3 * sourceStride)
        let (ab0, ab1) = (cv_low_pairs_f32x4(a, b), cv_high_pairs_f32x4(a, b))
        let (cd0, cd1) = (cv_low_pairs_f32x4(c, d), cv_high_pairs_f32x4(c, d))
        unsafe target.store(cv_even_f32x4(ab0, cd0), at: 0)
        unsafe target.store(cv_odd_f32x4(ab0, cd0), at: targetStride)
        unsafe target.store(cv_even_f32x4(ab1, cd1), at: 2 * targetStride)
        unsafe target.store(cv_odd_f32x4(ab1, cd1), at: 3 * targetStride)
    }
}

extension VectorKernels {
    package static func blurRow(
        _ row: Span<Float>,
        weights: Span<Float>,
        into result: inout MutableSpan<Float>
    ) {
        let radius = weights.count - 1
        let count = (result.count + 31) & ~31
        precondition(radius >= 0, "at least one weight")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe row.withRow(count + 2 * radius) { row in
            unsafe result.withRow(count) { result in
                var x = 0
                while x < count {
                    let center = unsafe row + (x &+ radius)
                    var sum = unsafe ColumnSums(from: center, times: weights[unchecked: 0])
                    var (before, behind) = unsafe (center, center)
                    var n = 1
                    while n <= radius {
                        unsafe before -= 1
                        unsafe behind += 1
                        unsafe sum.add(before, behind, times: weights[unchecked: n])
                        n &+= 1
                    }
                    unsafe sum.store(to: result, at: x)
                    x &+= 32
                }
            }
        }
    }

    package static func blurColumns(
        _ ring: Span<Float>,
        starts: Span<Int>,
        weights: Span<Float>,
        into result: inout MutableSpan<Float>
    ) {
        let radius = weights.count - 1
        let count = (result.count + 31) & ~31
        precondition(radius >= 0 && starts.count == 2 * radius + 1, "a row for every weight")
        for row in starts.indices {
            precondition(starts[row] >= 0 && starts[row] + count <= ring.count, "outside the ring")
            precondition(starts[row] % 32 == 0, "a row that is not aligned")
        }
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe ring.withRow(ring.count) { ring in
            precondition(Int(bitPattern: ring) % 64 == 0, "a ring that is not aligned")
            unsafe result.withRow(count) { result in
                var x = 0
                while x < count {
                    let column = unsafe ring + x
                    let center = unsafe column + starts[unchecked: radius]
                    var sum = unsafe ColumnSums(from: center, times: weights[unchecked: 0])
                    var n = 1
                    while n <= radius {
                        unsafe sum.addAligned(
                            column + starts[unchecked: radius &- n],
                            column + starts[unchecked: radius &+ n],
                            times: weights[unchecked: n]
                        )
                        n &+= 1
                    }
                    unsafe sum.store(to: result, at: x)
                    x &+= 32
                }
            }
        }
    }

    package static func mix(
        _ rows: Span<Float>,
        starts: (Int, Int, Int),
        weights: SIMD3<Float>,
        into result: inout MutableSpan<Float>
    ) {
        let count = (result.count + 15) & ~15
        precondition(min(starts.0, starts.1, starts.2) >= 0, "rows before the buffer")
        precondition((starts.0 | starts.1 | starts.2) & 31 == 0, "a row that is not aligned")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe rows.withRow(max(starts.0, starts.1, starts.2) + count) { rows in
            precondition(Int(bitPattern: rows) % 64 == 0, "rows that are not aligned")
            unsafe result.withRow(count) { result in
                let (a, b, c) = unsafe (rows + starts.0, rows + starts.1, rows + starts.2)
                var x = 0
                while x < count {
                    let mixed =
                        unsafe weights[0] * a.alignedVector(SIMD8<Float>.self, at: x)
                        + weights[1] * b.alignedVector(SIMD8<Float>.self, at: x)
                        + weights[2] * c.alignedVector(SIMD8<Float>.self, at: x)
                    unsafe result.store(mixed, at: x)
                    x &+= 8
                }
            }
        }
    }
}
