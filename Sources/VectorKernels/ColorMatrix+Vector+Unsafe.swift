// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func applyMatrix(
        _ matrix: ColorCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        let whole = shape.width & ~7
        // SAFETY: the row is checked for all that is touched; vectors end at `whole`.
        unsafe planes.withRow(shape.spanCount) { row in
            if matrix.isPlain {
                unsafe mixColor(matrix, row, shape.planeStride, whole)
            } else {
                unsafe mixAll(matrix, row, shape, whole)
            }
        }
        ScalarKernels.applyMatrix(matrix, to: &planes, shape: shape, columns: whole..<shape.width)
    }

    /// Without alpha and bias, whose terms would be zero and change no bit of a sum.
    private static func mixColor(
        _ matrix: ColorCoefficients,
        _ row: UnsafeMutablePointer<UInt16>,
        _ stride: Int,
        _ whole: Int
    ) {
        var x = 0
        while x < whole {
            // SAFETY: 8 samples from `x` lie inside the row of every plane.
            let red = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: x))
            let green = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: stride &+ x))
            let blue = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: 2 &* stride &+ x))
            let (toRed, toBlue) = (red - green, blue - green)
            @inline(__always) func mixed(_ row: ColorCoefficients.Row) -> SIMD8<UInt16> {
                samples(row.gray * green + row.red * toRed + row.blue * toBlue)
            }
            unsafe row.store(mixed(matrix.red), at: x)
            unsafe row.store(mixed(matrix.green), at: stride &+ x)
            unsafe row.store(mixed(matrix.blue), at: 2 &* stride &+ x)
            x &+= 8
        }
    }

    private static func mixAll(
        _ matrix: ColorCoefficients,
        _ row: UnsafeMutablePointer<UInt16>,
        _ shape: RowShape,
        _ whole: Int
    ) {
        let stride = shape.planeStride
        var x = 0
        while x < whole {
            // SAFETY: 8 samples from `x` lie inside the row of every plane.
            let red = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: x))
            let green = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: stride &+ x))
            let blue = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: 2 &* stride &+ x))
            let alpha =
                shape.channelCount == 4
                ? unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: 3 &* stride &+ x))
                : SIMD8(repeating: 65_535)
            let (toRed, toBlue) = (red - green, blue - green)
            @inline(__always) func mixed(_ row: ColorCoefficients.Row) -> SIMD8<UInt16> {
                let color = row.gray * green + row.red * toRed + row.blue * toBlue
                return samples(color + row.alpha * alpha + row.bias)
            }
            unsafe row.store(mixed(matrix.red), at: x)
            unsafe row.store(mixed(matrix.green), at: stride &+ x)
            unsafe row.store(mixed(matrix.blue), at: 2 &* stride &+ x)
            if shape.channelCount == 4, let alphaRow = matrix.alpha {
                unsafe row.store(mixed(alphaRow), at: 3 &* stride &+ x)
            }
            x &+= 8
        }
    }

    /// The nearest samples; the rounding saturates by itself from -2^23 on.
    @inline(__always)
    private static func samples(_ sum: SIMD8<Float>) -> SIMD8<UInt16> {
        cv_round_f32x8(cv_max_f32x8(sum, SIMD8(repeating: -65_536)))
    }
}
