// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func multiply(
        _ factors: Span<Float>,
        _ rows: Span<Float>,
        shape: ProductShape,
        into result: inout MutableSpan<Float>
    ) {
        let depth = shape.depth
        // SAFETY: all three matrices are checked for their last element.
        unsafe factors.withRow(shape.count &* depth) { factors in
            unsafe rows.withRow(shape.rowsCount) { rows in
                unsafe result.withRow(shape.resultCount) { result in
                    for row in 0..<shape.count {
                        let factors = unsafe factors + row &* depth
                        var column = 0
                        while column < shape.width {
                            var sum = unsafe rows.vector(SIMD8<Float>.self, at: column) * factors[0]
                            var term = 1
                            while term < depth {
                                let start = term &* shape.stride &+ column
                                unsafe sum +=
                                    rows.vector(SIMD8<Float>.self, at: start) * factors[term]
                                term &+= 1
                            }
                            unsafe result.store(sum, at: row &* shape.resultStride &+ column)
                            column &+= 8
                        }
                    }
                }
            }
        }
    }

    package static func quantize(
        _ coefficients: Span<Float>,
        by factors: Span<Float>,
        into result: inout MutableSpan<Int16>
    ) -> UInt64 {
        var mask: UInt64 = 0
        // SAFETY: all three are checked for 64 elements.
        unsafe coefficients.withRow(64) { coefficients in
            unsafe factors.withRow(64) { factors in
                unsafe result.withRow(64) { result in
                    @inline(__always) func products(_ index: Int) -> SIMD8<Int16> {
                        unsafe cv_round_f32x8(
                            coefficients.vector(SIMD8<Float>.self, at: index)
                                * factors.vector(SIMD8<Float>.self, at: index)
                        )
                    }
                    for pair in 0..<4 {
                        let (first, second) = (products(16 &* pair), products(16 &* pair &+ 8))
                        unsafe result.store(first, at: 16 &* pair)
                        unsafe result.store(second, at: 16 &* pair &+ 8)
                        mask |= cv_nonzero_i16x8(first, second) << UInt64(16 &* pair)
                    }
                }
            }
        }
        return mask
    }

    package static func average(
        _ rows: Span<UInt16>,
        stride: Int,
        pitch: Int,
        into means: inout MutableSpan<Float>
    ) {
        let factor = 1 / Float(256 &* pitch &* pitch)
        sum(rows, stride, pitch, into: &means) { Float($0) * factor - 128 }
    }

    package static func average(
        _ rows: Span<UInt16>,
        stride: Int,
        pitch: Int,
        into bytes: inout MutableSpan<UInt8>
    ) {
        let (half, shift): (Int32, Int32) = pitch == 1 ? (128, 8) : (512, 10)
        sum(rows, stride, pitch, into: &bytes) {
            UInt8(truncatingIfNeeded: ($0 &+ half) &>> shift)
        }
    }

    /// Adds up the pixels of each square and stores a value computed from the sum.
    @inline(__always)
    private static func sum<Element: BitwiseCopyable>(
        _ rows: Span<UInt16>,
        _ stride: Int,
        _ pitch: Int,
        into result: inout MutableSpan<Element>,
        _ element: (Int32) -> Element
    ) {
        precondition(pitch == 1 || pitch == 2, "the pitch is not supported")
        let count = result.count
        // SAFETY: the rows are checked for the last pixel of the last square, and the result for one
        // element of each.
        unsafe rows.withRow((pitch &- 1) &* stride &+ count &* pitch) { rows in
            unsafe result.withRow(count) { result in
                @inline(__always) func pixel(_ index: Int) -> Int32 {
                    unsafe Int32(min(rows[index], 255 * 256))
                }
                var x = 0
                if pitch == 1 {
                    while x < count {
                        unsafe result[x] = element(pixel(x))
                        x &+= 1
                    }
                    return
                }
                while x < count {
                    unsafe result[x] = element(
                        pixel(2 &* x) &+ pixel(2 &* x &+ 1) &+ pixel(stride &+ 2 &* x)
                            &+ pixel(stride &+ 2 &* x &+ 1)
                    )
                    x &+= 1
                }
            }
        }
    }
}
