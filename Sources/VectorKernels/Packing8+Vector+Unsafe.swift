// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// In this file, `withRow` has checked that the bytes and samples of a whole row exist. Loops run
// while a whole step fits into the row, and a scalar loop handles the rest. Bytes of wider elements
// are in little-endian order, as on all platforms of Swift on Linux.

extension VectorKernels {
    package static func pack8(
        _ planes: Span<UInt16>,
        addends: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        precondition(addends.count == 16, "16 addends are needed")
        // SAFETY: the rows are checked for every access, and no pointer escapes.
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

    /// The numbers added to alpha before division by 257, so that it is rounded to nearest.
    @inline(__always)
    private static var alphaAddends: cv_samples { cv_samples(repeating: byteRounding) }

    /// Returns the numbers added before division to a vector of samples that starts at a multiple
    /// of its length.
    @inline(__always)
    private static func addends(_ sixteen: SIMD16<UInt16>, at x: Int) -> cv_samples {
        // SAFETY: twice the 16 addends, of which 8, 16 or 32 are read from 8 or from the start.
        unsafe withUnsafeBytes(of: (sixteen, sixteen)) { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: 2 &* (x & 8), as: cv_samples.self)
        }
    }

    /// Returns a vector of samples rounded to 8 bits, in the low bytes of its elements.
    @inline(__always)
    private static func bytes(
        _ source: UnsafePointer<UInt16>,
        _ index: Int,
        _ addends: cv_samples
    ) -> cv_samples {
        // SAFETY: the callers keep a vector from `index` inside the row.
        cv_round_to_bytes(unsafe source.vector(cv_samples.self, at: index), addends)
    }

    /// Prefetches the memory to which later pixels will be written.
    @inline(__always)
    private static func prefetch(_ target: UnsafeMutablePointer<UInt8>, _ index: Int) {
        // SAFETY: nothing is touched.
        unsafe cv_prefetch_to_write(target, index &+ prefetchDistance)
        // The pixels of a step take up to 128 bytes, two cache lines.
        if cv_samples.scalarCount > 16 {
            unsafe cv_prefetch_to_write(target, index &+ prefetchDistance &+ 64)
        }
    }

    private static func packGray(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ width: Int,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        let step = cv_samples.scalarCount
        var x = 0
        while x &+ 2 &* step <= width {
            // SAFETY: two vectors of samples, and as many bytes, from `x` lie inside the rows.
            let first = unsafe bytes(source, x, Self.addends(addends, at: x))
            let second = unsafe bytes(source, x &+ step, Self.addends(addends, at: x &+ step))
            unsafe target.store(cv_narrow(first, second), at: x)
            x &+= 2 &* step
        }
        return x
    }

    private static func packGrayAlpha(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ shape: RowShape,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        let step = cv_samples.scalarCount
        var x = 0
        while x &+ step <= shape.width {
            // SAFETY: a vector of samples from `x`, and one of bytes from 2 × `x`, lie inside.
            let gray = unsafe bytes(source, x, Self.addends(addends, at: x))
            let alpha = unsafe bytes(source, shape.planeStride &+ x, alphaAddends)
            unsafe target.store(cv_pair_bytes(gray, alpha), at: 2 &* x)
            x &+= step
        }
        return x
    }

    /// Packs pixels of 3 bytes.
    ///
    /// Without byte permutations, pairs of pixels are joined in 6 of 8 bytes, and each store
    /// overwrites the 2 unused bytes of the one before; so the last pixels are left to the scalar
    /// loop.
    private static func packRGB(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ shape: RowShape,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        let step = cv_samples.scalarCount
        let needed = cv_permutes_bytes() ? step : step &+ 1
        var x = 0
        while x &+ needed <= shape.width {
            let addends = Self.addends(addends, at: x)
            // SAFETY: a vector from `x` lies inside the row of every plane, and what is written
            // ends with the pixels of that, or 2 bytes after them where there is one more.
            let red = unsafe bytes(source, x, addends)
            let green = unsafe bytes(source, shape.planeStride &+ x, addends)
            let blue = unsafe bytes(source, 2 &* shape.planeStride &+ x, addends)
            unsafe prefetch(target, 3 &* x)
            let redGreen = cv_pair_bytes(red, green)
            let (first, last) = (cv_zip_first(redGreen, blue), cv_zip_last(redGreen, blue))
            if cv_permutes_bytes() {
                unsafe storeThrees(cv_drop_fourth(first), target + 3 &* x)
                unsafe storeThrees(cv_drop_fourth(last), target + (3 &* x &+ 3 &* step / 2))
            } else {
                unsafe storePairs(first, target + 3 &* x)
                unsafe storePairs(last, target + (3 &* x &+ 3 &* step / 2))
            }
            x &+= step
        }
        return x
    }

    /// Stores the first three quarters of a vector.
    @inline(__always)
    private static func storeThrees(_ bytes: cv_bytes, _ target: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the caller has checked them.
        unsafe target.store(cv_first_half(bytes), at: 0)
        unsafe target.store(cv_third_quarter(bytes), at: bytes.scalarCount / 2)
    }

    /// Stores pixels of 4 bytes as 3 bytes each, followed by 2 bytes that are overwritten later.
    @inline(__always)
    private static func storePairs(_ pixels: cv_bytes, _ target: UnsafeMutablePointer<UInt8>) {
        let pairs = cv_close_pairs(pixels)
        for pair in 0..<pairs.scalarCount {
            // SAFETY: the caller has checked 6 bytes for each pair, and 2.
            unsafe target.store(pairs[pair], at: 6 &* pair)
        }
    }

    private static func packRGBA(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ shape: RowShape,
        _ addends: SIMD16<UInt16>
    ) -> Int {
        let step = cv_samples.scalarCount
        var x = 0
        while x &+ step <= shape.width {
            let addends = Self.addends(addends, at: x)
            // SAFETY: a vector from `x` lies inside the row of every plane, and two of bytes from
            // 4 × `x` in the row of bytes.
            let red = unsafe bytes(source, x, addends)
            let green = unsafe bytes(source, shape.planeStride &+ x, addends)
            let blue = unsafe bytes(source, 2 &* shape.planeStride &+ x, addends)
            let alpha = unsafe bytes(source, 3 &* shape.planeStride &+ x, alphaAddends)
            unsafe prefetch(target, 4 &* x)
            let (redGreen, blueAlpha) = (cv_pair_bytes(red, green), cv_pair_bytes(blue, alpha))
            unsafe target.store(cv_zip_first(redGreen, blueAlpha), at: 4 &* x)
            unsafe target.store(cv_zip_last(redGreen, blueAlpha), at: 4 &* x &+ 2 &* step)
            x &+= step
        }
        return x
    }
}
