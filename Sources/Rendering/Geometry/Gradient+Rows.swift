// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension Gradient {
    /// Writes the colors of one row of the gradient into a row of a band.
    ///
    /// - Parameters:
    ///   - y: The row.
    ///   - columns: The columns to write.
    ///   - offset: The distance of the first column and the first row from the gradient's corner.
    ///   - band: The band, with all channels that the colors need.
    ///   - row: The row of the band.
    ///   - convert: Returns the samples of a color in the form of the band, in `0...1`.
    func writeRow<Form>(
        _ y: Int,
        columns: Range<Int>,
        offset: Point = Point(x: 0, y: 0),
        into band: inout Band<Form>,
        row: Int,
        convert: (StraightColor) -> StraightColor
    ) {
        let (layout, planeStride) = (band.layout, band.planeStride)
        var planes = band.mutablePlanes(ofRow: row)
        let top = Double(y) + 0.5 + offset.y
        let single = hasEqualColumns ? convert(color(x: 0, y: top)) : nil
        for x in columns {
            let color = single ?? convert(color(x: Double(x) + 0.5 + offset.x, y: top))
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

    /// Whether all rows of the gradient are the same.
    var hasEqualRows: Bool {
        if case .straight(_, let step) = line { step.y == 0 } else { false }
    }

    /// Whether all columns of the gradient are the same.
    private var hasEqualColumns: Bool {
        if case .straight(_, let step) = line { step.x == 0 } else { false }
    }

    private static func sample(_ value: Double) -> UInt16 {
        UInt16((min(max(value, 0), 1) * 65_535).rounded())
    }
}
