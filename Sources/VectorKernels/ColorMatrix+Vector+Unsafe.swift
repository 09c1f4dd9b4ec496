// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func applyMatrix(
        _ matrix: ColorCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        let isPlain = matrix.isPlain && shape.colorChannelCount == 3
        // SAFETY: the row is checked for every access; the last vector is cut.
        unsafe planes.withRow(shape.spanCount) { row in
            if isPlain {
                unsafe mixColor(matrix, row, shape.planeStride, shape.width)
            } else {
                unsafe mixAll(matrix, row, shape)
            }
        }
    }

    /// Green plus 2^23 as floats, and the differences of red and blue from it, for half of the
    /// lanes.
    private struct Lifted {
        let green: cv_floats
        let toRed: cv_floats
        let toBlue: cv_floats

        @inline(__always)
        init(_ red: cv_floats, _ green: cv_floats, _ blue: cv_floats) {
            self.green = green
            // The offset cancels here without rounding.
            toRed = red - green
            toBlue = blue - green
        }

        /// Computes one new channel by a matrix row whose weights of gray and alpha and whose bias
        /// are zero.
        @inline(__always)
        func mixed(_ row: ColorCoefficients.Row) -> cv_floats {
            green + (row.red * toRed + row.blue * toBlue)
        }

        /// Computes one new channel by a matrix row with all weights; negative results become 0.
        @inline(__always)
        func mixed(_ row: ColorCoefficients.Row, _ alpha: cv_floats) -> cv_floats {
            let color = row.red * toRed + row.blue * toBlue + row.gray * (green - 0x1p23)
            return cv_at_least_zero(green + (color + row.alpha * (alpha - 0x1p23) + row.bias))
        }
    }

    private static func mixColor(
        _ matrix: ColorCoefficients,
        _ row: UnsafeMutablePointer<UInt16>,
        _ stride: Int,
        _ width: Int
    ) {
        let step = cv_samples.scalarCount
        @inline(__always) func mix(
            _ red: cv_samples,
            _ green: cv_samples,
            _ blue: cv_samples
        ) -> (cv_samples, cv_samples, cv_samples) {
            let low = Lifted(cv_lift_low(red), cv_lift_low(green), cv_lift_low(blue))
            let high = Lifted(cv_lift_high(red), cv_lift_high(green), cv_lift_high(blue))
            return (
                cv_settle(low.mixed(matrix.red), high.mixed(matrix.red)),
                cv_settle(low.mixed(matrix.green), high.mixed(matrix.green)),
                cv_settle(low.mixed(matrix.blue), high.mixed(matrix.blue))
            )
        }
        // SAFETY: the samples that are read and written lie inside the row of every plane.
        let (reds, greens, blues) = unsafe (row, row + stride, row + 2 * stride)
        var x = 0
        while x &+ step <= width {
            let mixed = unsafe mix(
                reds.vector(cv_samples.self, at: x),
                greens.vector(cv_samples.self, at: x),
                blues.vector(cv_samples.self, at: x)
            )
            unsafe reds.store(mixed.0, at: x)
            unsafe greens.store(mixed.1, at: x)
            unsafe blues.store(mixed.2, at: x)
            x &+= step
        }
        if x < width {
            let rest = width &- x
            let mixed = unsafe mix(
                reds.vector(cv_samples.self, at: x, count: rest),
                greens.vector(cv_samples.self, at: x, count: rest),
                blues.vector(cv_samples.self, at: x, count: rest)
            )
            unsafe reds.store(mixed.0, at: x, count: rest)
            unsafe greens.store(mixed.1, at: x, count: rest)
            unsafe blues.store(mixed.2, at: x, count: rest)
        }
    }

    private static func mixAll(
        _ matrix: ColorCoefficients,
        _ row: UnsafeMutablePointer<UInt16>,
        _ shape: RowShape
    ) {
        let (step, stride) = (cv_samples.scalarCount, shape.planeStride)
        let isColor = shape.colorChannelCount == 3
        let hasAlpha = shape.channelCount.isMultiple(of: 2)
        var x = 0
        while x < shape.width {
            let count = min(step, shape.width &- x)
            // SAFETY: `count` samples from `x` lie inside the row of every plane.
            @inline(__always) func samples(_ channel: Int) -> cv_samples {
                let index = channel &* stride &+ x
                if count == step { return unsafe row.vector(cv_samples.self, at: index) }
                return unsafe row.vector(cv_samples.self, at: index, count: count)
            }
            let red = samples(0)
            // A gray plane serves as red, green and blue together.
            let (green, blue) = isColor ? (samples(1), samples(2)) : (red, red)
            let alpha =
                hasAlpha
                ? samples(shape.channelCount &- 1) : cv_samples(repeating: 65_535)
            let low = Lifted(cv_lift_low(red), cv_lift_low(green), cv_lift_low(blue))
            let high = Lifted(cv_lift_high(red), cv_lift_high(green), cv_lift_high(blue))
            let (lowAlpha, highAlpha) = (cv_lift_low(alpha), cv_lift_high(alpha))
            @inline(__always) func store(_ row: ColorCoefficients.Row, _ channel: Int) {
                let mixed = cv_settle(low.mixed(row, lowAlpha), high.mixed(row, highAlpha))
                put(mixed, channel)
            }
            @inline(__always) func put(_ samples: cv_samples, _ channel: Int) {
                let index = channel &* stride &+ x
                // SAFETY: as before.
                if count == step { return unsafe row.store(samples, at: index) }
                unsafe row.store(samples, at: index, count: count)
            }
            store(matrix.red, 0)
            if isColor {
                store(matrix.green, 1)
                store(matrix.blue, 2)
            }
            if hasAlpha, let alphaRow = matrix.alpha {
                store(alphaRow, shape.channelCount &- 1)
            }
            x &+= step
        }
    }
}
