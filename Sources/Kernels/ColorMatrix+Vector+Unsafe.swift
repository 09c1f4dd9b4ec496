// SPDX-License-Identifier: Apache-2.0

import CVector

extension VectorKernels {
    static func applyMatrix(
        _ matrix: ColorMatrix.Coefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        let whole = shape.width & ~7
        // SAFETY: the row is checked for all that is touched; vectors end at `whole`.
        unsafe planes.withRow(shape.spanCount) { row in
            let stride = shape.planeStride
            var x = 0
            while x < whole {
                let red = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: x))
                let green = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: stride + x))
                let blue = unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: 2 * stride + x))
                let alpha =
                    shape.channelCount == 4
                    ? unsafe cv_float_u16x8(row.vector(SIMD8<UInt16>.self, at: 3 * stride + x))
                    : SIMD8(repeating: 65_535)
                let pixels = (red, green, blue, alpha)
                unsafe row.store(channel(matrix.red, pixels), at: x)
                unsafe row.store(channel(matrix.green, pixels), at: stride + x)
                unsafe row.store(channel(matrix.blue, pixels), at: 2 * stride + x)
                if shape.channelCount == 4, let alphaRow = matrix.alpha {
                    unsafe row.store(channel(alphaRow, pixels), at: 3 * stride + x)
                }
                x += 8
            }
        }
        ScalarKernels.applyMatrix(matrix, to: &planes, shape: shape, columns: whole..<shape.width)
    }

    @inline(__always)
    private static func channel(
        _ row: ColorMatrix.Coefficients.Row,
        _ pixels: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)
    ) -> SIMD8<UInt16> {
        let (red, green, blue, alpha) = pixels
        let sum =
            row.gray * green + row.red * (red - green) + row.blue * (blue - green)
            + row.alpha * alpha + row.bias
        let clamped = cv_min_f32x8(cv_max_f32x8(sum, SIMD8()), SIMD8(repeating: 65_535))
        return cv_round_f32x8(clamped)
    }
}
