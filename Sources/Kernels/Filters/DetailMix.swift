// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A mix of premultiplied pixels with the same pixels of a blurred copy.
///
/// With the color p and alpha a of a pixel, and q and b of the pixel in the blurred copy, the detail
/// of a channel is D = p · b − q · a, for samples from 0 to 1.
package enum DetailMix: Sendable {
    /// The luminance of D, times an amount, is added to each color channel.
    case sharpen(Float)
    /// A share of the distance to the greater sample of both is added to each sample.
    case greater(Float)
    /// A share of the distance to the lesser sample of both is added to each sample.
    case lesser(Float)
    /// D is multiplied by `gain` · S(|D| / (2 · level)) in each color channel, with
    /// S(t) = t² (3 − 2t) for t below 1, and 1 above.
    case smooth(level: Float, gain: Float)
}

extension Band where Form == Premultiplied {
    /// Mixes a row with a row of a blurred copy; colors are limited to 0 to alpha.
    ///
    /// - Parameters:
    ///   - row: The row to change.
    ///   - blurred: A band with the same width and channels.
    ///   - blurredRow: Its row with the same pixels.
    ///   - mix: The mix.
    package mutating func mix(
        row: Int,
        with blurred: borrowing Band<Premultiplied>,
        row blurredRow: Int,
        by mix: DetailMix
    ) {
        switch mix {
        case .sharpen(let amount): sharpen(row, blurred, blurredRow, amount)
        case .greater(let share): mixSamples(row, blurred, blurredRow, share) { $0 > $1 ? $0 : $1 }
        case .lesser(let share): mixSamples(row, blurred, blurredRow, share) { $0 < $1 ? $0 : $1 }
        case .smooth(let level, let gain):
            // A level of 0 leaves all detail.
            let scale = level > 0 ? 1 / (2 * level * 65_535) : .greatestFiniteMagnitude
            changeDetail(row, blurred, blurredRow) { detail in
                let size = detail.magnitude * scale
                let t = size < 1 ? size : 1
                return detail * (gain * t * t * (3 - 2 * t) - 1)
            }
        }
    }

    @inline(__always)
    private mutating func mixSamples(
        _ row: Int,
        _ blurred: borrowing Band<Premultiplied>,
        _ blurredRow: Int,
        _ share: Float,
        _ choose: (Float, Float) -> Float
    ) {
        for channel in 0..<layout.channelCount {
            let others = blurred.row(blurredRow, of: channel)
            var samples = mutableRow(row, of: channel)
            for x in 0..<samples.count {
                let sample = Float(samples[x])
                let chosen = choose(sample, Float(others[x]))
                samples[x] = UInt16(sample + share * (chosen - sample) + 0x1p23 - 0x1p23)
            }
        }
    }

    /// Adds to each color channel a function of its detail, on the scale of samples.
    @inline(__always)
    private mutating func changeDetail(
        _ row: Int,
        _ blurred: borrowing Band<Premultiplied>,
        _ blurredRow: Int,
        _ change: (Float) -> Float
    ) {
        let (colors, hasAlpha, stride) = (layout.colorChannelCount, layout.hasAlpha, planeStride)
        let otherStride = blurred.planeStride
        let others = blurred.planes(ofRow: blurredRow)
        let width = width
        var planes = mutablePlanes(ofRow: row)
        for channel in 0..<colors {
            for x in 0..<width {
                let alpha = hasAlpha ? Float(planes[colors * stride + x]) : 65_535
                let otherAlpha = hasAlpha ? Float(others[colors * otherStride + x]) : 65_535
                let sample = Float(planes[channel * stride + x])
                let other = Float(others[channel * otherStride + x])
                let detail = (sample * otherAlpha - other * alpha) * (1 / 65_535)
                planes[channel * stride + x] = Self.limited(sample + change(detail), alpha)
            }
        }
    }

    private mutating func sharpen(
        _ row: Int,
        _ blurred: borrowing Band<Premultiplied>,
        _ blurredRow: Int,
        _ amount: Float
    ) {
        guard layout.isColor else {
            return changeDetail(row, blurred, blurredRow) { amount * $0 }
        }
        let (hasAlpha, stride, otherStride) = (layout.hasAlpha, planeStride, blurred.planeStride)
        let others = blurred.planes(ofRow: blurredRow)
        let width = width
        var planes = mutablePlanes(ofRow: row)
        for x in 0..<width {
            let alpha = hasAlpha ? Float(planes[3 * stride + x]) : 65_535
            let otherAlpha = hasAlpha ? Float(others[3 * otherStride + x]) : 65_535
            let red = Float(planes[x])
            let green = Float(planes[stride + x])
            let blue = Float(planes[2 * stride + x])
            let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            let blurredLuminance =
                0.2126 * Float(others[x]) + 0.7152 * Float(others[otherStride + x])
                + 0.0722 * Float(others[2 * otherStride + x])
            let detail = (luminance * otherAlpha - blurredLuminance * alpha) * (1 / 65_535)
            planes[x] = Self.limited(red + amount * detail, alpha)
            planes[stride + x] = Self.limited(green + amount * detail, alpha)
            planes[2 * stride + x] = Self.limited(blue + amount * detail, alpha)
        }
    }

    /// Limits a value to 0 to alpha, and rounds it to nearest, half to even.
    @inline(__always)
    static func limited(_ value: Float, _ alpha: Float) -> UInt16 {
        let positive = value > 0 ? value : 0
        return UInt16((positive < alpha ? positive : alpha) + 0x1p23 - 0x1p23)
    }
}
