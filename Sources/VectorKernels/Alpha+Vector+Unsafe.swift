// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Everywhere in this file: `withRow` has checked that the samples of a whole row exist; loops stop
// while a whole vector fits into the row, and a plain loop takes what is left.

extension VectorKernels {
    package static func premultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        // SAFETY: the row is checked for all that is touched, and the pointer stays inside.
        unsafe planes.withRow(shape.spanCount) { row in
            let alphaRow = unsafe row + (shape.channelCount - 1) * shape.planeStride
            if unsafe isOpaque(alphaRow, shape.width) { return }
            for channel in 0..<(shape.channelCount - 1) {
                let color = unsafe row + channel * shape.planeStride
                var x = 0
                while x + 8 <= shape.width {
                    let alpha = unsafe cv_widen_u16x8(alphaRow.vector(SIMD8<UInt16>.self, at: x))
                    let straight = unsafe cv_widen_u16x8(color.vector(SIMD8<UInt16>.self, at: x))
                    unsafe color.store(cv_narrow_u32x8(normalized(alpha &* straight)), at: x)
                    x &+= 8
                }
                while x < shape.width {
                    let product = unsafe UInt32(color[x]) * UInt32(alphaRow[x])
                    unsafe color[x] = normalized(product)
                    x += 1
                }
            }
        }
    }

    package static func unpremultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        // SAFETY: the row is checked for all that is touched, and the pointer stays inside.
        unsafe planes.withRow(shape.spanCount) { row in
            let alphaRow = unsafe row + (shape.channelCount - 1) * shape.planeStride
            if unsafe isOpaque(alphaRow, shape.width) { return }
            var x = 0
            while x + 8 <= shape.width {
                let alpha = unsafe cv_double_u16x8(alphaRow.vector(SIMD8<UInt16>.self, at: x))
                let scale = (65_535 / alpha).replacing(with: 0, where: alpha .== 0)
                for channel in 0..<(shape.channelCount - 1) {
                    let index = channel * shape.planeStride + x
                    let color = unsafe cv_double_u16x8(row.vector(SIMD8<UInt16>.self, at: index))
                    let quotient = cv_min_f64x8(
                        color * scale + Self.half,
                        SIMD8(repeating: 65_535)
                    )
                    unsafe row.store(cv_truncate_f64x8(quotient), at: index)
                }
                x &+= 8
            }
            while x < shape.width {
                let alpha = unsafe Double(alphaRow[x])
                let scale = alpha == 0 ? 0 : 65_535 / alpha
                for channel in 0..<(shape.channelCount - 1) {
                    let index = channel * shape.planeStride + x
                    let quotient = unsafe Double(row[index]) * scale + Self.half
                    unsafe row[index] = UInt16(min(quotient, 65_535))
                }
                x += 1
            }
        }
    }

    package static func composite(
        _ color: Span<UInt16>,
        alpha: Span<UInt16>,
        background: UInt16,
        into result: inout MutableSpan<UInt16>
    ) {
        let width = result.count
        // SAFETY: the rows are checked for all that is touched, and the pointers stay inside.
        unsafe color.withRow(width) { color in
            unsafe alpha.withRow(width) { alpha in
                unsafe result.withRow(width) { result in
                    let behind = SIMD8<UInt32>(repeating: UInt32(background))
                    var x = 0
                    while x + 8 <= width {
                        let opacity = unsafe alpha.vector(SIMD8<UInt16>.self, at: x)
                        let front = unsafe color.vector(SIMD8<UInt16>.self, at: x)
                        let sum =
                            cv_widen_u16x8(front) &* cv_widen_u16x8(opacity)
                            &+ behind &* cv_widen_u16x8(~opacity)
                        unsafe result.store(cv_narrow_u32x8(normalized(sum)), at: x)
                        x &+= 8
                    }
                    while x < width {
                        let opacity = unsafe alpha[x]
                        let sum =
                            unsafe UInt32(color[x]) * UInt32(opacity)
                            + UInt32(background) * UInt32(~opacity)
                        unsafe result[x] = normalized(sum)
                        x += 1
                    }
                }
            }
        }
    }

    /// Whether all of a row of alpha is 1, as it is in most pictures: nothing is to be done then.
    private static func isOpaque(_ alpha: UnsafeMutablePointer<UInt16>, _ width: Int) -> Bool {
        var common = SIMD16<UInt16>(repeating: 65_535)
        var x = 0
        while x &+ 16 <= width {
            // SAFETY: 16 samples from `x` lie inside the row.
            unsafe common &= alpha.vector(SIMD16<UInt16>.self, at: x)
            x &+= 16
        }
        while x < width {
            // SAFETY: `x` lies inside the row.
            unsafe common[0] &= alpha[x]
            x &+= 1
        }
        return common == SIMD16(repeating: 65_535)
    }

    /// One half, and so much that a product rounded down from a tie is one still: quotients
    /// *p* × 65,535 / *a* that are no ties lie 2^-17 or more away from them, and the error of the
    /// product is below 2^-20 where the result is not clamped.
    private static var half: Double { 0.5 + 0x1p-20 }

    /// A product of samples divided by 65,535 and rounded to nearest, for all up to 65,535².
    @inline(__always)
    private static func normalized(_ product: SIMD8<UInt32>) -> SIMD8<UInt32> {
        let biased = product &+ 32_768
        return (biased &+ biased &>> 16) &>> 16
    }

    private static func normalized(_ product: UInt32) -> UInt16 {
        let biased = product &+ 32_768
        return UInt16(truncatingIfNeeded: (biased &+ biased >> 16) >> 16)
    }
}
