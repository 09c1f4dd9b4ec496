// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

extension VectorKernels {
    package static func applyCurve(
        _ curve: CurveCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        let count = shape.colorChannelCount
        // SAFETY: the row is checked for every access; the last vector is cut.
        unsafe planes.withRow((count - 1) * shape.planeStride + shape.width) { row in
            if count == 3 {
                unsafe remapColor(curve, row, shape.planeStride, shape.width)
            } else {
                unsafe remapGray(curve, row, shape.width)
            }
        }
    }

    /// Returns the limited cubic of the luminance of half of the samples, with 2^23 added.
    @inline(__always)
    private static func value(
        _ curve: CurveCoefficients,
        _ red: cv_floats,
        _ green: cv_floats,
        _ blue: cv_floats
    ) -> cv_floats {
        let sum =
            curve.red * (red - 0x1p23) + curve.green * (green - 0x1p23)
            + curve.blue * (blue - 0x1p23)
        let luminance = cv_at_most(sum, cv_floats(repeating: 1))
        let cubic =
            ((curve.third * luminance + curve.second) * luminance + curve.first) * luminance
            + curve.zeroth
        return cv_at_most(cv_at_least_zero(cubic), cv_floats(repeating: curve.most))
    }

    /// Returns the new samples of a channel, with 2^23 added, as the given ones have.
    @inline(__always)
    private static func remapped(
        _ curve: CurveCoefficients,
        _ lifted: cv_floats,
        _ value: cv_floats
    ) -> cv_floats {
        lifted + (value - curve.amount * (lifted - 0x1p23))
    }

    private static func remapColor(
        _ curve: CurveCoefficients,
        _ row: UnsafeMutablePointer<UInt16>,
        _ stride: Int,
        _ width: Int
    ) {
        let step = cv_samples.scalarCount
        @inline(__always) func remap(
            _ red: cv_samples,
            _ green: cv_samples,
            _ blue: cv_samples
        ) -> (cv_samples, cv_samples, cv_samples) {
            let (redLow, redHigh) = (cv_lift_low(red), cv_lift_high(red))
            let (greenLow, greenHigh) = (cv_lift_low(green), cv_lift_high(green))
            let (blueLow, blueHigh) = (cv_lift_low(blue), cv_lift_high(blue))
            let low = value(curve, redLow, greenLow, blueLow)
            let high = value(curve, redHigh, greenHigh, blueHigh)
            return (
                cv_settle(remapped(curve, redLow, low), remapped(curve, redHigh, high)),
                cv_settle(remapped(curve, greenLow, low), remapped(curve, greenHigh, high)),
                cv_settle(remapped(curve, blueLow, low), remapped(curve, blueHigh, high))
            )
        }
        // SAFETY: the samples that are read and written lie inside the row of every plane.
        let (reds, greens, blues) = unsafe (row, row + stride, row + 2 * stride)
        var x = 0
        while x &+ step <= width {
            let remapped = unsafe remap(
                reds.vector(cv_samples.self, at: x),
                greens.vector(cv_samples.self, at: x),
                blues.vector(cv_samples.self, at: x)
            )
            unsafe reds.store(remapped.0, at: x)
            unsafe greens.store(remapped.1, at: x)
            unsafe blues.store(remapped.2, at: x)
            x &+= step
        }
        if x < width {
            let rest = width &- x
            let remapped = unsafe remap(
                reds.vector(cv_samples.self, at: x, count: rest),
                greens.vector(cv_samples.self, at: x, count: rest),
                blues.vector(cv_samples.self, at: x, count: rest)
            )
            unsafe reds.store(remapped.0, at: x, count: rest)
            unsafe greens.store(remapped.1, at: x, count: rest)
            unsafe blues.store(remapped.2, at: x, count: rest)
        }
    }

    private static func remapGray(
        _ curve: CurveCoefficients,
        _ row: UnsafeMutablePointer<UInt16>,
        _ width: Int
    ) {
        let step = cv_samples.scalarCount
        @inline(__always) func remap(_ gray: cv_samples) -> cv_samples {
            let (low, high) = (cv_lift_low(gray), cv_lift_high(gray))
            return cv_settle(
                remapped(curve, low, value(curve, low, low, low)),
                remapped(curve, high, value(curve, high, high, high))
            )
        }
        // SAFETY: the samples that are read and written lie inside the row.
        var x = 0
        while x &+ step <= width {
            unsafe row.store(remap(row.vector(cv_samples.self, at: x)), at: x)
            x &+= step
        }
        if x < width {
            let rest = width &- x
            let gray = unsafe row.vector(cv_samples.self, at: x, count: rest)
            unsafe row.store(remap(gray), at: x, count: rest)
        }
    }
}
