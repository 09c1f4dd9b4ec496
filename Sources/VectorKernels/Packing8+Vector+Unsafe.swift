// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Everywhere in this file: `withRow` has checked that the bytes and the samples of a whole row
// exist; loops stop while a whole step fits into the row, and a plain loop takes what is left.
// Bytes of wider elements are taken as little-endian, which all platforms of Swift on Linux are.

extension VectorKernels {
    package static func pack8(
        _ planes: Span<UInt16>,
        addends: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        precondition(addends.count == 16, "addends for 16 samples")
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        let addends = unsafe addends.withUnsafeBufferPointer { buffer in
            unsafe UnsafeRawBufferPointer(buffer).loadUnaligned(as: SIMD16<UInt16>.self)
        }
        unsafe planes.withRow(shape.spanCount) { source in
            unsafe bytes.withRow(shape.width * shape.channelCount) { target in
                let done =
                    switch shape.channelCount {
                    case 1: unsafe packGray(source, target, shape.width, addends)
                    case 2: unsafe packGrayAlpha(source, target, shape, addends)
                    case 3: unsafe packRGB(source, target, shape, addends)
                    default: unsafe packRGBA(source, target, shape, addends)
                    }
                for channel in 0..<shape.channelCount {
                    let isColor = channel < shape.colorChannelCount
                    let addends = isColor ? addends : SIMD16(repeating: byteRounding)
                    for x in done..<shape.width {
                        let sample = unsafe UInt32(source[channel * shape.planeStride + x])
                        unsafe target[x * shape.channelCount + channel] =
                            UInt8(min(255, (sample + UInt32(addends[x & 15])) / 257))
                    }
                }
            }
        }
    }

    /// Alpha is rounded to nearest, however color is.
    private static var alphaAddends: SIMD8<UInt16> { SIMD8(repeating: byteRounding) }

    /// 8 samples rounded to 8 bits, in the lower bytes.
    @inline(__always)
    private static func bytes(
        _ source: UnsafePointer<UInt16>,
        _ index: Int,
        _ addends: SIMD8<UInt16>
    ) -> SIMD8<UInt16> {
        // SAFETY: the callers keep `index` + 8 inside the row.
        cv_bytes_u16x8(unsafe source.vector(SIMD8<UInt16>.self, at: index), addends)
    }

    private static func packGray(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ width: Int,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        var x = 0
        while x + 16 <= width {
            // SAFETY: 16 samples and bytes from `x` lie inside the rows.
            let first = unsafe bytes(source, x, addends.lowHalf)
            let second = unsafe bytes(source, x + 8, addends.highHalf)
            unsafe target.store(
                cv_narrow_u16x16(SIMD16(lowHalf: first, highHalf: second)),
                at: x
            )
            x &+= 16
        }
        return x
    }

    private static func packGrayAlpha(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ shape: RowShape,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        var x = 0
        while x + 8 <= shape.width {
            let addends = x & 8 == 0 ? addends.lowHalf : addends.highHalf
            // SAFETY: 8 samples from `x` and 16 bytes from 2 × `x` lie inside the rows.
            let gray = unsafe bytes(source, x, addends)
            let alpha = unsafe bytes(source, shape.planeStride + x, alphaAddends)
            unsafe target.store(gray | alpha &<< 8, at: 2 * x)
            x &+= 8
        }
        return x
    }

    /// Pixels of 3 bytes: pairs of them are brought together in 6 of 8 bytes, and each store
    /// overwrites the 2 empty bytes of the one before; so the last pixels are left to the caller.
    private static func packRGB(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ shape: RowShape,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        var x = 0
        while x + 9 <= shape.width {
            let addends = x & 8 == 0 ? addends.lowHalf : addends.highHalf
            // SAFETY: 8 samples from `x` lie inside the row of every plane, and the last of the
            // bytes written is byte 3 × `x` + 25 of at least 3 × `x` + 27.
            let red = unsafe bytes(source, x, addends)
            let green = unsafe bytes(source, shape.planeStride + x, addends)
            let blue = unsafe bytes(source, 2 * shape.planeStride + x, addends)
            let redGreen = red | green &<< 8
            unsafe storePairs(cv_zip_low_u16x8(redGreen, blue), target + 3 * x)
            unsafe storePairs(cv_zip_high_u16x8(redGreen, blue), target + 3 * x + 12)
            x &+= 8
        }
        return x
    }

    /// Writes 4 pixels of 3 bytes each, and 2 bytes more.
    @inline(__always)
    private static func storePairs(_ pixels: SIMD4<UInt32>, _ target: UnsafeMutablePointer<UInt8>) {
        let pairs = cv_pairs_u32x4(pixels)
        let packed = (pairs & 0xFF_FFFF) | ((pairs &>> 8) & 0xFFFF_FF00_0000)
        // SAFETY: the caller has checked 14 bytes.
        unsafe target.store(packed[0], at: 0)
        unsafe target.store(packed[1], at: 6)
    }

    private static func packRGBA(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ shape: RowShape,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        var x = 0
        while x + 8 <= shape.width {
            let addends = x & 8 == 0 ? addends.lowHalf : addends.highHalf
            // SAFETY: 8 samples from `x` lie inside the row of every plane, and 32 bytes from
            // 4 × `x` in the row of bytes.
            let red = unsafe bytes(source, x, addends)
            let green = unsafe bytes(source, shape.planeStride + x, addends)
            let blue = unsafe bytes(source, 2 * shape.planeStride + x, addends)
            let alpha = unsafe bytes(source, 3 * shape.planeStride + x, alphaAddends)
            let (redGreen, blueAlpha) = (red | green &<< 8, blue | alpha &<< 8)
            unsafe target.store(cv_zip_low_u16x8(redGreen, blueAlpha), at: 4 * x)
            unsafe target.store(cv_zip_high_u16x8(redGreen, blueAlpha), at: 4 * x + 16)
            x &+= 8
        }
        return x
    }
}
