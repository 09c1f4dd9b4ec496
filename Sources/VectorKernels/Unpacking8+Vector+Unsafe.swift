// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked that the bytes and samples of a whole row exist. Loops run
// while a whole step fits into the row, and a scalar loop handles the rest. Bytes of wider elements
// are in little-endian order, as on all platforms of Swift on Linux.

extension VectorKernels {
    /// The distance in bytes at which memory is prefetched ahead of reads and writes.
    @inline(__always)
    static var prefetchDistance: Int { 2048 }

    package static func unpack8(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for every access, and no pointer escapes.
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

    /// Unpacks pixels of 2 or 4 bytes.
    private static func unpackPairs(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ shape: RowShape
    ) -> Int {
        if shape.channelCount == 4, cv_permutes_pixels() {
            // SAFETY: the rows belong to the caller.
            return unsafe unpackRGBA(source, target, shape)
        }
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
            // Perfect shuffles of 64 bytes: four of them move byte 4j + c to j + 16c.
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

    /// Unpacks pixels of 4 bytes where one instruction permutes the bytes of a long vector.
    @inline(__always)
    private static func unpackRGBA(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ shape: RowShape
    ) -> Int {
        let (step, stride) = (cv_samples.scalarCount / 2, shape.planeStride)
        var x = 0
        while x &+ step <= shape.width {
            // SAFETY: a vector of bytes from 4 × `x`, and half of one of samples from `x` in the
            // row of every plane, lie inside.
            unsafe cv_prefetch(source, 4 &* x &+ prefetchDistance)
            let pixels = unsafe source.vector(cv_bytes.self, at: 4 &* x)
            let redGreen = cv_red_green_of_4(pixels)
            let blueAlpha = cv_blue_alpha_of_4(pixels)
            unsafe target.store(cv_first_half(redGreen), at: x)
            unsafe target.store(cv_last_half(redGreen), at: stride &+ x)
            unsafe target.store(cv_first_half(blueAlpha), at: 2 &* stride &+ x)
            unsafe target.store(cv_last_half(blueAlpha), at: 3 &* stride &+ x)
            x &+= step
        }
        return x
    }

    /// Unpacks pixels of 3 bytes where one instruction permutes bytes.
    ///
    /// A quarter of each vector read is not used, and the last pixels are left to the scalar loop.
    @inline(__always)
    private static func unpackThrees(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ width: Int,
        _ planeStride: Int
    ) -> Int {
        let step = cv_samples.scalarCount / 2
        var x = 0
        while 3 &* x &+ 4 &* step <= 3 &* width {
            // SAFETY: a vector of bytes from 3 × `x`, and half of one of samples from `x` in the
            // row of every plane, lie inside.
            unsafe cv_prefetch(source, 3 &* x &+ prefetchDistance)
            let pixels = unsafe cv_spread_thirds(source.vector(cv_bytes.self, at: 3 &* x))
            let redGreen = cv_red_green_of_3(pixels)
            unsafe target.store(cv_first_half(redGreen), at: x)
            unsafe target.store(cv_last_half(redGreen), at: planeStride &+ x)
            unsafe target.store(cv_first_half(cv_blue_of_3(pixels)), at: 2 &* planeStride &+ x)
            x &+= step
        }
        return x
    }

    /// Unpacks pixels of 3 bytes by four perfect shuffles of 48 bytes.
    ///
    /// A shuffle moves byte *i* to 2*i* mod 47, four of them to 16*i* mod 47. So byte 3*j* + *c*
    /// moves to 48*j* + 16*c* = *j* + 16*c*: sorted by channel.
    private static func unpackRGB(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ width: Int,
        _ planeStride: Int
    ) -> Int {
        var x = 0
        // SAFETY: the rows belong to the caller.
        if cv_permutes_bytes() { x = unsafe unpackThrees(source, target, width, planeStride) }
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
