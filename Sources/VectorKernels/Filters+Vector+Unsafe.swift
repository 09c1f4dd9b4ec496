// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

// Scalar loops over pointers; the compiler vectorizes them, but for the look-up of factors.

extension VectorKernels {
    package static func scaleColors(
        _ planes: inout MutableSpan<UInt16>,
        by kind: ScalingKind,
        factors: Span<Float>,
        shape: RowShape
    ) {
        let count = shape.colorChannelCount
        let stride = count == 3 ? shape.planeStride : 0
        let width = shape.width
        let isByLuminance =
            switch kind {
            case .luminance: true
            case .vividness: false
            }
        // SAFETY: the planes are checked for every color channel, and a key has 16 bits.
        unsafe planes.withRow((count - 1) * shape.planeStride + width) { row in
            unsafe factors.withRow(65_536) { factors in
                var x = 0
                while x < width {
                    unsafe scale(row + x, stride, isByLuminance, factors)
                    x &+= 1
                }
            }
        }
    }

    /// Scales one pixel, whose channels lie `stride` samples apart; 0 for gray.
    @inline(__always)
    private static func scale(
        _ pixel: UnsafeMutablePointer<UInt16>,
        _ stride: Int,
        _ isByLuminance: Bool,
        _ factors: UnsafePointer<Float>
    ) {
        // SAFETY: the caller has checked all channels of the pixel and the factors of all keys.
        let (r, g, b) = unsafe (
            Int32(pixel[0]), Int32(pixel[stride]), Int32(pixel[2 &* stride])
        )
        let (red, green, blue) = (Float(r), Float(g), Float(b))
        let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        let most = r > g ? (r > b ? r : b) : (g > b ? g : b)
        let least = r < g ? (r < b ? r : b) : (g < b ? g : b)
        let rounded = luminance + 0.5
        let whole = Int32(rounded < 65_535 ? rounded : 65_535)
        let key = isByLuminance ? whole : most &- least
        let pivot = isByLuminance ? 0 : luminance
        let factor = unsafe factors[Int(key)]
        unsafe pixel[0] = limited(pivot + factor * (red - pivot))
        if stride > 0 {
            unsafe pixel[stride] = limited(pivot + factor * (green - pivot))
            unsafe pixel[2 &* stride] = limited(pivot + factor * (blue - pivot))
        }
    }

    /// Limits a value to the range of samples and rounds it to nearest, half to even.
    @inline(__always)
    private static func limited(_ value: Float) -> UInt16 {
        let positive = value > 0 ? value : 0
        let whole = (positive < 65_535 ? positive : 65_535) + 0x1p23
        return UInt16(truncatingIfNeeded: whole.bitPattern)
    }

    package static func count(
        _ samples: Span<UInt16>,
        below bounds: Span<UInt16>,
        into counts: inout MutableSpan<UInt16>
    ) {
        let count = counts.count
        // SAFETY: all rows are checked for `count` elements.
        unsafe samples.withRow(count) { samples in
            unsafe bounds.withRow(count) { bounds in
                unsafe counts.withRow(count) { counts in
                    var x = 0
                    while x < count {
                        unsafe counts[x] &+= samples[x] < bounds[x] ? 1 : 0
                        x &+= 1
                    }
                }
            }
        }
    }

    package static func decide(
        _ medians: inout MutableSpan<UInt16>,
        trials: inout MutableSpan<UInt16>,
        counts: inout MutableSpan<UInt16>,
        most: UInt16,
        nextBit: UInt16
    ) {
        let count = medians.count
        // SAFETY: all rows are checked for `count` elements.
        unsafe medians.withRow(count) { medians in
            unsafe trials.withRow(count) { trials in
                unsafe counts.withRow(count) { counts in
                    var x = 0
                    while x < count {
                        let median = unsafe counts[x] <= most ? trials[x] : medians[x]
                        unsafe medians[x] = median
                        unsafe trials[x] = median | nextBit
                        unsafe counts[x] = 0
                        x &+= 1
                    }
                }
            }
        }
    }
}
