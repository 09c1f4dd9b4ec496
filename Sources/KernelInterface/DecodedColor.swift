// SPDX-License-Identifier: Apache-2.0

/// A color as a decoder converts it from YCbCr, before red, green and blue are limited to 0...255.
///
/// Reference: ITU-T T.871, 7; libjpeg-turbo 2.1.5, `ycc_rgb_convert`, which rounds fractions of 16
/// bits.
package struct DecodedColor {
    /// Red, green and blue in 8-bit levels, possibly less than 0 or more than 255.
    package let samples: SIMD3<Int16>

    /// Converts a pixel from YCbCr to RGB without limiting the result.
    ///
    /// - Parameters:
    ///   - y: The luma.
    ///   - cb: The blue difference, 128 for none.
    ///   - cr: The red difference, 128 for none.
    package init(y: UInt8, cb: UInt8, cr: UInt8) {
        let (y, b, r) = (Int32(y), Int32(cb) - 128, Int32(cr) - 128)
        func rounded(_ share: Int32) -> Int32 { (share + 32_768) >> 16 }
        samples = SIMD3(
            truncatingIfNeeded: SIMD3(
                y + rounded(91_881 * r),
                y + rounded(-22_554 * b - 46_802 * r),
                y + rounded(116_130 * b)
            )
        )
    }

    /// The difference that limiting to 0...255 makes to red, green and blue.
    package var change: SIMD3<Int16> {
        samples.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255)) &- samples
    }
}
