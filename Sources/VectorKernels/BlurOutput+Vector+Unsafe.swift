// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

// Everywhere in this file: `withRow` has checked that all that is touched exists; loops stop while
// a whole step fits into the row, and the scalar kernel's arithmetic takes what is left.

extension VectorKernels {
    package static func interpolate(
        _ low: Span<Float>,
        weights: Span<Float>,
        phase: Int,
        scales: Span<Float>,
        scale: Float,
        into samples: inout MutableSpan<UInt16>
    ) {
        let width = samples.count
        let step = weights.count / 3
        let row = InterpolatedRow(width: width, step: step, phase: phase, scale: scale)
        precondition(phase >= 0 && phase < step && weights.count == 3 * step, "a phase of the step")
        precondition(scales.isEmpty || scales.count >= width, "a scale for every sample")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe low.withRow((width - 1 + phase) / step + 3) { low in
            unsafe weights.withRow(weights.count) { weights in
                unsafe samples.withRow(width) { samples in
                    if scales.isEmpty {
                        unsafe row.fill(samples, from: low, weights, scales: nil)
                    } else {
                        unsafe scales.withRow(width) { scales in
                            unsafe row.fill(samples, from: low, weights, scales: scales)
                        }
                    }
                }
            }
        }
    }

    package static func round(
        _ row: Span<Float>,
        scales: Span<Float>,
        scale: Float,
        into samples: inout MutableSpan<UInt16>
    ) {
        let width = samples.count
        precondition(scales.isEmpty || scales.count >= width, "a scale for every sample")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe row.withRow(width) { row in
            unsafe samples.withRow(width) { samples in
                let whole = width & ~7
                var x = 0
                while x < whole {
                    var value = unsafe row.vector(SIMD8<Float>.self, at: x)
                    if !scales.isEmpty {
                        for lane in 0..<8 {
                            unsafe value[lane] *= scale * scales[unchecked: x + lane]
                        }
                    }
                    unsafe samples.store(cv_round_f32x8(value), at: x)
                    x &+= 8
                }
                while x < width {
                    let factor = scales.isEmpty ? 1 : scale * scales[x]
                    unsafe samples[x] = InterpolatedRow.rounded(row[x] * factor)
                    x += 1
                }
            }
        }
    }
}

/// One row that is brought back to full resolution.
private struct InterpolatedRow {
    let width: Int
    let step: Int
    let phase: Int
    let scale: Float

    /// Samples before the first whole step.
    var head: Int { min(width, (step - phase) % step) }

    @inline(__always)
    func fill(
        _ samples: UnsafeMutablePointer<UInt16>,
        from low: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        scales: UnsafePointer<Float>?
    ) {
        // SAFETY: the caller has checked the rows; each loop stays inside the width.
        unsafe fill(0..<head, samples, low, weights, scales)
        let done =
            switch step {
            case 2: unsafe fillByTwo(samples, low, weights, scales)
            case 4: unsafe fillByFour(samples, low, weights, scales)
            default: unsafe fillByEight(samples, low, weights, scales)
            }
        unsafe fill(done..<width, samples, low, weights, scales)
    }

    /// Sample by sample, as the scalar kernel does.
    private func fill(
        _ range: Range<Int>,
        _ samples: UnsafeMutablePointer<UInt16>,
        _ low: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        _ scales: UnsafePointer<Float>?
    ) {
        for x in range {
            let (whole, phase) = (x + phase).quotientAndRemainder(dividingBy: step)
            // SAFETY: inside the row, whose low samples the caller has checked.
            var value =
                unsafe weights[phase] * low[whole + 2] + weights[step + phase] * low[whole + 1]
                + weights[2 * step + phase] * low[whole]
            if let scales = unsafe scales { unsafe value *= scale * scales[x] }
            unsafe samples[x] = Self.rounded(value)
        }
    }

    /// Even and odd samples of 4 steps apart, then side by side in the halves of 4 integers.
    @inline(__always)
    private func fillByTwo(
        _ samples: UnsafeMutablePointer<UInt16>,
        _ low: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        _ scales: UnsafePointer<Float>?
    ) -> Int {
        var x = head
        // SAFETY: the weights are six; 8 samples from `x` lie inside the row, whose low samples
        // the caller has checked.
        let even = unsafe SIMD3(weights[0], weights[2], weights[4])
        let odd = unsafe SIMD3(weights[1], weights[3], weights[5])
        while x + 8 <= width {
            let first = unsafe low + (x &+ phase) &>> 1
            let c = unsafe first.vector(SIMD4<Float>.self, at: 0)
            let b = unsafe first.vector(SIMD4<Float>.self, at: 1)
            let a = unsafe first.vector(SIMD4<Float>.self, at: 2)
            var evens = even[0] * a + even[1] * b + even[2] * c
            var odds = odd[0] * a + odd[1] * b + odd[2] * c
            if let scales = unsafe scales {
                let s0 = unsafe scales.vector(SIMD4<Float>.self, at: x) * scale
                let s1 = unsafe scales.vector(SIMD4<Float>.self, at: x + 4) * scale
                evens *= cv_even_f32x4(s0, s1)
                odds *= cv_odd_f32x4(s0, s1)
            }
            unsafe samples.store(cv_round_zip_f32x4(evens, odds), at: x)
            x &+= 8
        }
        return x
    }

    @inline(__always)
    private func fillByFour(
        _ samples: UnsafeMutablePointer<UInt16>,
        _ low: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        _ scales: UnsafePointer<Float>?
    ) -> Int {
        var x = head
        // SAFETY: the weights are twelve; 8 samples from `x` lie inside the row, whose low samples
        // the caller has checked.
        let wa = unsafe weights.vector(SIMD4<Float>.self, at: 0)
        let wb = unsafe weights.vector(SIMD4<Float>.self, at: 4)
        let wc = unsafe weights.vector(SIMD4<Float>.self, at: 8)
        while x + 8 <= width {
            let first = unsafe low + (x &+ phase) &>> 2
            let (a, b, c, d) = unsafe (first[3], first[2], first[1], first[0])
            var low = wa * b + wb * c + wc * d
            var high = wa * a + wb * b + wc * c
            if let scales = unsafe scales {
                low *= unsafe scales.vector(SIMD4<Float>.self, at: x) * scale
                high *= unsafe scales.vector(SIMD4<Float>.self, at: x + 4) * scale
            }
            unsafe samples.store(cv_round_f32x4(low, high), at: x)
            x &+= 8
        }
        return x
    }

    @inline(__always)
    private func fillByEight(
        _ samples: UnsafeMutablePointer<UInt16>,
        _ low: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        _ scales: UnsafePointer<Float>?
    ) -> Int {
        var x = head
        var whole = (x + phase) / step
        while x + step <= width {
            // SAFETY: `step` samples from `x` lie inside the row, whose low samples and weights
            // the caller has checked.
            let (a, b, c) = unsafe (low[whole + 2], low[whole + 1], low[whole])
            var offset = 0
            while offset < step {
                var value =
                    unsafe weights.vector(SIMD8<Float>.self, at: offset) * a
                    + weights.vector(SIMD8<Float>.self, at: step &+ offset) * b
                    + weights.vector(SIMD8<Float>.self, at: 2 &* step &+ offset) * c
                if let scales = unsafe scales {
                    value *= unsafe scales.vector(SIMD8<Float>.self, at: x &+ offset) * scale
                }
                unsafe samples.store(cv_round_f32x8(value), at: x &+ offset)
                offset &+= 8
            }
            x &+= step
            whole &+= 1
        }
        return x
    }

    @inline(__always)
    package static func rounded(_ value: Float) -> UInt16 {
        UInt16(min(value, 65_535).rounded(.toNearestOrEven))
    }
}
