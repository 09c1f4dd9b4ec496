// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension Gradient {
    /// Writes the colors of one row of the gradient into a row of a band.
    ///
    /// - Parameters:
    ///   - y: The row.
    ///   - columns: The columns to write.
    ///   - band: The band, with all channels that the colors need.
    ///   - row: The row of the band.
    ///   - convert: Returns the samples of a color in the form of the band, in `0...1`.
    func writeRow<Form>(
        _ y: Int,
        columns: Range<Int>,
        into band: inout Band<Form>,
        row: Int,
        convert: (StraightColor) -> StraightColor
    ) {
        let (layout, planeStride) = (band.layout, band.planeStride)
        var planes = band.mutablePlanes(ofRow: row)
        for x in columns {
            let color = convert(color(x: Double(x) + 0.5, y: Double(y) + 0.5))
            planes[x] = Self.sample(color.red)
            if layout.isColor {
                planes[planeStride + x] = Self.sample(color.green)
                planes[2 * planeStride + x] = Self.sample(color.blue)
            }
            if layout.hasAlpha {
                planes[(layout.channelCount - 1) * planeStride + x] = Self.sample(color.alpha)
            }
        }
    }

    private static func sample(_ value: Double) -> UInt16 {
        UInt16(((value > 0 ? min(value, 1) : 0) * 65_535).rounded())
    }
}
