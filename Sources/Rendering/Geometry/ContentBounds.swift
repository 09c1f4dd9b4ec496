// SPDX-License-Identifier: Apache-2.0

import Raster

/// The bounds of what is not of the color of the top left pixel.
enum ContentBounds {
    /// Reads all rows of a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - tolerance: The greatest difference of a premultiplied channel that still is the same color.
    /// - Returns: The bounds; nil if the whole picture has the color, or none of its rim has.
    /// - Throws: Errors of decoding.
    static func of(
        _ picture: any BandSource<Straight>,
        tolerance: Double
    ) throws(RenderError) -> PixelRect? {
        let limit = Int((tolerance * 65_535).rounded())
        var band = picture.makeBand()
        var corner: [Int]?
        var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
        var y = 0
        while true {
            try picture.pull(into: &band)
            if band.rowCount == 0 { break }
            for row in 0..<band.rowCount {
                let reference = corner ?? band.premultipliedColor(0, row)
                corner = reference
                guard let columns = band.differences(row, from: reference, above: limit) else {
                    continue
                }
                (left, right) = (min(left, columns.lowerBound), max(right, columns.upperBound))
                (top, bottom) = (min(top, y + row), y + row)
            }
            y += band.rowCount
        }
        guard left <= right else { return nil }
        let bounds = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        return bounds.size == picture.size ? nil : bounds
    }
}

extension Band where Form == Straight {
    /// The channels of a pixel, color times alpha.
    fileprivate func premultipliedColor(_ x: Int, _ row: Int) -> [Int] {
        let alpha = layout.hasAlpha ? Int(self.row(row, of: layout.channelCount - 1)[x]) : 65_535
        return (0..<layout.channelCount).map { channel in
            let sample = Int(self.row(row, of: channel)[x])
            return layout.hasAlpha && channel < layout.channelCount - 1
                ? sample * alpha / 65_535 : sample
        }
    }

    /// The first and the last pixel of a row that differ from a color by more than a limit.
    fileprivate func differences(
        _ row: Int,
        from color: [Int],
        above limit: Int
    ) -> ClosedRange<Int>? {
        func differs(_ x: Int) -> Bool {
            zip(premultipliedColor(x, row), color).contains { abs($0 - $1) > limit }
        }
        guard let first = (0..<width).first(where: differs),
            let last = (0..<width).last(where: differs)
        else { return nil }
        return first...last
    }
}
