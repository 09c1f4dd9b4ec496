// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Band where Form == Straight {
    /// Composites one row over a colored shadow.
    ///
    /// This is source-over with straight color in and out. Pixels without shadow, and opaque
    /// pixels, stay bit for bit.
    ///
    /// - Parameters:
    ///   - row: The row; the band has alpha.
    ///   - shadow: The coverage of the shadow at each pixel.
    ///   - color: The color, whose own alpha multiplies `shadow`; where the band is gray, its red.
    package mutating func lay(row: Int, over shadow: Span<UInt16>, of color: StraightColor) {
        precondition(
            layout.hasAlpha && shadow.count == width,
            "the band needs alpha, and the shadow its width"
        )
        let (stride, width) = (planeStride, width)
        let colorCount = layout.colorChannelCount
        let alphaStart = colorCount * stride
        let samples = (
            Float(color.red * 65_535), Float(color.green * 65_535), Float(color.blue * 65_535)
        )
        let opacity = Float(color.alpha / 65_535)
        var planes = mutablePlanes(ofRow: row)
        for x in 0..<width {
            let behind = shadow[x]
            let front = planes[alphaStart + x]
            if behind == 0 || front == 65_535 { continue }
            let alpha = Float(front) * (1 / 65_535)
            let added = Float(behind) * opacity * (1 - alpha)
            let sum = alpha + added
            if sum <= 0 { continue }
            let share = added / sum
            planes[x] = Self.mix(planes[x], samples.0, share)
            if colorCount == 3 {
                planes[stride + x] = Self.mix(planes[stride + x], samples.1, share)
                planes[2 * stride + x] = Self.mix(planes[2 * stride + x], samples.2, share)
            }
            planes[alphaStart + x] = UInt16(min((sum * 65_535).rounded(), 65_535))
        }
    }

    private static func mix(_ sample: UInt16, _ shade: Float, _ share: Float) -> UInt16 {
        let mixed = Float(sample) + (shade - Float(sample)) * share
        return UInt16(min(max(mixed.rounded(), 0), 65_535))
    }
}
