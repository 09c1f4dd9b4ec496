// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func scaleColors(
        _ planes: inout MutableSpan<UInt16>,
        by kind: ScalingKind,
        factors: Span<Float>,
        shape: RowShape
    ) {
        // A gray plane serves as red, green and blue together.
        let stride = shape.colorChannelCount == 3 ? shape.planeStride : 0
        for x in 0..<shape.width {
            let samples = (planes[x], planes[stride + x], planes[2 * stride + x])
            let (red, green, blue) = (Float(samples.0), Float(samples.1), Float(samples.2))
            let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            let (key, pivot): (Int, Float)
            switch kind {
            case .luminance: (key, pivot) = (min(Int(luminance + 0.5), 65_535), 0)
            case .vividness:
                let greatest = max(samples.0, samples.1, samples.2)
                (key, pivot) = (Int(greatest - min(samples.0, samples.1, samples.2)), luminance)
            }
            let factor = factors[key]
            func channel(_ sample: Float) -> UInt16 {
                let value = pivot + factor * (sample - pivot)
                let positive = value > 0 ? value : 0
                let limited = positive < 65_535 ? positive : 65_535
                // Sums from 2^23 to 2^24 are whole numbers: the addition rounds, half to even.
                return UInt16(limited + 0x1p23 - 0x1p23)
            }
            planes[x] = channel(red)
            if stride > 0 {
                planes[stride + x] = channel(green)
                planes[2 * stride + x] = channel(blue)
            }
        }
    }

    package static func count(
        _ samples: Span<UInt16>,
        below bounds: Span<UInt16>,
        into counts: inout MutableSpan<UInt16>
    ) {
        for x in 0..<counts.count where samples[x] < bounds[x] { counts[x] += 1 }
    }

    package static func decide(
        _ medians: inout MutableSpan<UInt16>,
        trials: inout MutableSpan<UInt16>,
        counts: inout MutableSpan<UInt16>,
        most: UInt16,
        nextBit: UInt16
    ) {
        for x in 0..<medians.count {
            if counts[x] <= most { medians[x] = trials[x] }
            trials[x] = medians[x] | nextBit
            counts[x] = 0
        }
    }
}
