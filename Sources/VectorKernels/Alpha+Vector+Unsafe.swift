// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked that the samples of a whole row exist. Loops run while a
// whole vector fits into the row; the rest is loaded and stored as a part of a vector.

extension VectorKernels {
    package static func premultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        // SAFETY: the row is checked for every access, and no pointer escapes.
        unsafe planes.withRow(shape.spanCount) { row in
            let alphaRow = unsafe row + (shape.channelCount - 1) * shape.planeStride
            if unsafe isOpaque(alphaRow, shape.width) { return }
            for channel in 0..<(shape.channelCount - 1) {
                let color = unsafe row + channel * shape.planeStride
                let step = cv_samples.scalarCount
                var x = 0
                while x &+ step <= shape.width {
                    let alpha = unsafe alphaRow.vector(cv_samples.self, at: x)
                    let straight = unsafe color.vector(cv_samples.self, at: x)
                    unsafe color.store(cv_product(straight, alpha), at: x)
                    x &+= step
                }
                if x < shape.width {
                    let rest = shape.width &- x
                    let alpha = unsafe alphaRow.vector(cv_samples.self, at: x, count: rest)
                    let straight = unsafe color.vector(cv_samples.self, at: x, count: rest)
                    unsafe color.store(cv_product(straight, alpha), at: x, count: rest)
                }
            }
        }
    }

    package static func unpremultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        // SAFETY: the row is checked for every access, and no pointer escapes.
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
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe color.withRow(width) { color in
            unsafe alpha.withRow(width) { alpha in
                unsafe result.withRow(width) { result in
                    let behind = cv_samples(repeating: background)
                    let step = cv_samples.scalarCount
                    var x = 0
                    while x &+ step <= width {
                        let opacity = unsafe alpha.vector(cv_samples.self, at: x)
                        let front = unsafe color.vector(cv_samples.self, at: x)
                        unsafe result.store(cv_mix(front, behind, opacity), at: x)
                        x &+= step
                    }
                    if x < width {
                        let rest = width &- x
                        let opacity = unsafe alpha.vector(cv_samples.self, at: x, count: rest)
                        let front = unsafe color.vector(cv_samples.self, at: x, count: rest)
                        unsafe result.store(cv_mix(front, behind, opacity), at: x, count: rest)
                    }
                }
            }
        }
    }

    package static func mix(
        _ front: Span<UInt16>,
        weights: Span<UInt16>,
        into result: inout MutableSpan<UInt16>
    ) {
        let width = result.count
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe front.withRow(width) { front in
            unsafe weights.withRow(width) { weights in
                unsafe result.withRow(width) { result in
                    let step = cv_samples.scalarCount
                    var x = 0
                    while x &+ step <= width {
                        let weight = unsafe weights.vector(cv_samples.self, at: x)
                        let over = unsafe front.vector(cv_samples.self, at: x)
                        let under = unsafe result.vector(cv_samples.self, at: x)
                        unsafe result.store(cv_mix(over, under, weight), at: x)
                        x &+= step
                    }
                    if x < width {
                        let rest = width &- x
                        let weight = unsafe weights.vector(cv_samples.self, at: x, count: rest)
                        let over = unsafe front.vector(cv_samples.self, at: x, count: rest)
                        let under = unsafe result.vector(cv_samples.self, at: x, count: rest)
                        unsafe result.store(cv_mix(over, under, weight), at: x, count: rest)
                    }
                }
            }
        }
    }

    /// Whether a whole row of alpha is opaque, as in most images, so that nothing needs to be
    /// done.
    private static func isOpaque(_ alpha: UnsafeMutablePointer<UInt16>, _ width: Int) -> Bool {
        let step = cv_samples.scalarCount
        var common = cv_samples(repeating: 65_535)
        var x = 0
        while x &+ step <= width {
            // SAFETY: `step` samples from `x` lie inside the row.
            unsafe common = cv_and(common, alpha.vector(cv_samples.self, at: x))
            x &+= step
        }
        while x < width {
            // SAFETY: `x` lies inside the row.
            unsafe common[0] &= alpha[x]
            x &+= 1
        }
        return common == cv_samples(repeating: 65_535)
    }

    /// One half, raised by 2^-20 so that a product rounded down from a tie still counts as a tie.
    ///
    /// Quotients *p* × 65,535 / *a* that are no ties lie at least 2^-17 away from one, and the
    /// error of the product is below 2^-20 where the result is not clamped.
    private static var half: Double { 0.5 + 0x1p-20 }
}
