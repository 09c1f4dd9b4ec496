// SPDX-License-Identifier: Apache-2.0

import CVector

// Everywhere in this file: `withRow` has checked that the bytes and the samples of a whole row
// exist; loops stop while a whole step fits into the row, and a plain loop takes what is left.
// Bytes of wider elements are taken as little-endian, which all platforms of Swift on Linux are.

extension VectorKernels {
    static func unpack8(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe bytes.withRow(shape.width * shape.channelCount) { source in
            unsafe planes.withRow(shape.spanCount) { target in
                let done =
                    switch shape.channelCount {
                    case 1: unsafe unpackGray(source, target, shape.width)
                    case 3: unsafe unpackRGB(source, target, shape.width, shape.planeStride)
                    default: unsafe unpackPairs(source, target, shape)
                    }
                for channel in 0..<shape.channelCount {
                    for x in done..<shape.width {
                        unsafe target[channel * shape.planeStride + x] =
                            UInt16(source[x * shape.channelCount + channel]) * 257
                    }
                }
            }
        }
    }

    // SAFETY: `width` bytes and samples exist.
    private static func unpackGray(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ width: Int
    ) -> Int {
        var x = 0
        while x + 16 <= width {
            // SAFETY: 16 bytes and samples from `x` lie inside the rows.
            unsafe target.store(
                cv_replicate_u8x16(source.vector(SIMD16<UInt8>.self, at: x)),
                at: x
            )
            x &+= 16
        }
        return x
    }

    /// Pixels of 2 or 4 bytes.
    private static func unpackPairs(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ shape: RowShape
    ) -> Int {
        var x = 0
        if shape.channelCount == 2 {
            while x + 8 <= shape.width {
                // SAFETY: 16 bytes from 2 × `x` and 8 samples from `x` lie inside the rows.
                let pixels = unsafe source.vector(SIMD8<UInt16>.self, at: 2 * x)
                let (low, high) = (pixels & 255, pixels &>> 8)
                unsafe target.store(low | low &<< 8, at: x)
                unsafe target.store(high | high &<< 8, at: shape.planeStride + x)
                x &+= 8
            }
            return x
        }
        while x + 16 <= shape.width {
            // SAFETY: 64 bytes from 4 × `x` lie inside the row.
            var a = unsafe source.vector(SIMD16<UInt8>.self, at: 4 * x)
            var b = unsafe source.vector(SIMD16<UInt8>.self, at: 4 * x + 16)
            var c = unsafe source.vector(SIMD16<UInt8>.self, at: 4 * x + 32)
            var d = unsafe source.vector(SIMD16<UInt8>.self, at: 4 * x + 48)
            // Riffles of 64 bytes: four of them bring byte 4j + c to j + 16c.
            for _ in 0..<4 {
                (a, b, c, d) = (
                    cv_zip_low_u8x16(a, c), cv_zip_high_u8x16(a, c),
                    cv_zip_low_u8x16(b, d), cv_zip_high_u8x16(b, d)
                )
            }
            // SAFETY: 16 samples from `x` lie inside the row of every plane.
            unsafe target.store(cv_replicate_u8x16(a), at: x)
            unsafe target.store(cv_replicate_u8x16(b), at: shape.planeStride + x)
            unsafe target.store(cv_replicate_u8x16(c), at: 2 * shape.planeStride + x)
            unsafe target.store(cv_replicate_u8x16(d), at: 3 * shape.planeStride + x)
            x &+= 16
        }
        return x
    }

    /// Pixels of 3 bytes: four riffles of 48 bytes.
    ///
    /// A riffle moves byte *i* to 2*i* mod 47, four of them to 16*i* mod 47; so byte 3*j* + *c*
    /// comes to 48*j* + 16*c* = *j* + 16*c*: sorted by channel.
    private static func unpackRGB(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ width: Int,
        _ planeStride: Int
    ) -> Int {
        var x = 0
        while x + 16 <= width {
            // SAFETY: 48 bytes from 3 × `x` lie inside the row.
            var a = unsafe source.vector(SIMD16<UInt8>.self, at: 3 * x)
            var b = unsafe source.vector(SIMD16<UInt8>.self, at: 3 * x + 16)
            var c = unsafe source.vector(SIMD16<UInt8>.self, at: 3 * x + 32)
            for _ in 0..<4 {
                let middle = cv_straddle_u8x16(b, c)
                let last = cv_zip_low_u8x16(b, cv_straddle_u8x16(c, c))
                b = cv_zip_high_u8x16(a, middle)
                a = cv_zip_low_u8x16(a, middle)
                c = last
            }
            // SAFETY: 16 samples from `x` lie inside the row of every plane.
            unsafe target.store(cv_replicate_u8x16(a), at: x)
            unsafe target.store(cv_replicate_u8x16(b), at: planeStride + x)
            unsafe target.store(cv_replicate_u8x16(c), at: 2 * planeStride + x)
            x &+= 16
        }
        return x
    }
}

extension VectorKernels {
    static func pack8(
        _ planes: Span<UInt16>,
        addends: SIMD16<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
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
                    for x in done..<shape.width {
                        let sample = unsafe UInt32(source[channel * shape.planeStride + x])
                        unsafe target[x * shape.channelCount + channel] =
                            UInt8(min(255, (sample + UInt32(addends[x & 15])) / 257))
                    }
                }
            }
        }
    }

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
            let alpha = unsafe bytes(source, shape.planeStride + x, addends)
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
            let alpha = unsafe bytes(source, 3 * shape.planeStride + x, addends)
            let (redGreen, blueAlpha) = (red | green &<< 8, blue | alpha &<< 8)
            unsafe target.store(cv_zip_low_u16x8(redGreen, blueAlpha), at: 4 * x)
            unsafe target.store(cv_zip_high_u16x8(redGreen, blueAlpha), at: 4 * x + 16)
            x &+= 8
        }
        return x
    }
}

extension VectorKernels {
    // 16-bit pictures are rare, and zlib takes a hundred times longer: plain loops do.

    static func unpack16(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe bytes.withRow(2 * shape.width * shape.channelCount) { source in
            unsafe planes.withRow(shape.spanCount) { target in
                for channel in 0..<shape.channelCount {
                    for x in 0..<shape.width {
                        let index = 2 * (x * shape.channelCount + channel)
                        unsafe target[channel * shape.planeStride + x] =
                            UInt16(source[index]) << 8 | UInt16(source[index + 1])
                    }
                }
            }
        }
    }

    static func pack16(
        _ planes: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for all that is touched, and pointers stay inside.
        unsafe planes.withRow(shape.spanCount) { source in
            unsafe bytes.withRow(2 * shape.width * shape.channelCount) { target in
                for channel in 0..<shape.channelCount {
                    for x in 0..<shape.width {
                        let index = 2 * (x * shape.channelCount + channel)
                        let sample = unsafe source[channel * shape.planeStride + x]
                        unsafe target.store(sample.bigEndian, at: index)
                    }
                }
            }
        }
    }
}
