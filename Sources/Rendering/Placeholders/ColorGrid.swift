// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// A small, upright copy of an image in sRGB, whose colors are means of the image's pixels.
struct ColorGrid: Sendable {
    /// The number of columns and rows.
    let size: PixelSize

    /// The colors, row by row.
    let colors: [StraightColor]

    /// The mean alpha of the image, from 0 to 1.
    let opacity: Double

    /// The mean color of the image, weighted by alpha; black where all pixels are transparent.
    let average: StraightColor

    /// The greatest number of columns or rows: a ThumbHash can be made of 100 × 100 colors at most.
    static let longestSide = 100

    /// Creates a grid from its size and its colors, row by row.
    init(size: PixelSize, colors: [StraightColor]) {
        precondition(colors.count == size.pixelCount, "another number of colors")
        self.size = size
        self.colors = colors
        var (sum, weight) = (SIMD3<Double>.zero, 0.0)
        for color in colors {
            sum += color.channels * color.alpha
            weight += color.alpha
        }
        opacity = weight / Double(colors.count)
        average = weight == 0 ? StraightColor(white: 0) : StraightColor(sum / weight)
    }

    /// Whether all pixels are opaque.
    var isOpaque: Bool { colors.allSatisfy { $0.alpha == 1 } }

    /// The colors composited over the average color.
    var overAverage: [StraightColor] { colors.map { $0.over(average) } }

    /// Returns the grid size for an image: the image size, or less with the same
    /// proportions.
    ///
    /// - Parameters:
    ///   - size: The image size.
    ///   - side: The greatest number of columns and of rows.
    /// - Returns: The size.
    static func size(for size: PixelSize, side: Int = longestSide) -> PixelSize {
        let longest = max(size.width, size.height)
        guard longest > side else { return size }
        func reduced(_ length: Int) -> Int { max(1, (2 * length * side + longest) / (2 * longest)) }
        return PixelSize(width: reduced(size.width), height: reduced(size.height))
    }

    /// Returns a smaller grid, whose colors are means of this grid's colors.
    func reduced(side: Int) -> ColorGrid {
        let small = Self.size(for: size, side: side)
        let columns = AreaAxis(length: size.width, count: small.width).cells
        let rows = AreaAxis(length: size.height, count: small.height).cells
        var means: [StraightColor] = []
        for row in rows {
            for column in columns {
                // Premultiplied color, and alpha.
                var (sum, alpha) = (SIMD3<Double>.zero, 0.0)
                for y in row.samples {
                    for x in column.samples {
                        let color = colors[y * size.width + x]
                        let share = row.share(of: y) * column.share(of: x)
                        sum += color.channels * (color.alpha * share)
                        alpha += color.alpha * share
                    }
                }
                let mean = alpha == 0 ? .zero : sum / alpha
                means.append(StraightColor(mean, alpha: min(alpha, 1)))
            }
        }
        return ColorGrid(size: small, colors: means)
    }

    /// Returns the grid turned upright, from the orientation in which the image is stored.
    func upright(from orientation: Orientation) -> ColorGrid {
        let upright = orientation.displaySize(of: size)
        var turned: [StraightColor] = []
        turned.reserveCapacity(colors.count)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                var (column, row) = orientation.exchangesSides ? (y, x) : (x, y)
                if orientation.reversesColumns { column = size.width - 1 - column }
                if orientation.reversesRows { row = size.height - 1 - row }
                turned.append(colors[row * size.width + column])
            }
        }
        return ColorGrid(size: upright, colors: turned)
    }
}

extension Band where Form == Straight {
    /// Sets a pixel to a color, rounded to 16 bits.
    mutating func set(_ color: StraightColor, _ x: Int, _ row: Int) {
        let channels = [color.red, color.green, color.blue, color.alpha]
        for channel in 0..<layout.channelCount {
            var samples = mutableRow(row, of: channel)
            samples[x] = UInt16((min(max(channels[channel], 0), 1) * 65_535).rounded())
        }
    }
}

extension StraightColor {
    /// Red, green and blue as a vector.
    var channels: SIMD3<Double> { SIMD3(red, green, blue) }

    /// Creates a color from a vector of red, green and blue.
    init(_ channels: SIMD3<Double>, alpha: Double = 1) {
        self.init(red: channels.x, green: channels.y, blue: channels.z, alpha: alpha)
    }

    /// Composites the color over an opaque one.
    func over(_ backdrop: StraightColor) -> StraightColor {
        if alpha == 1 { return self }
        return StraightColor(channels * alpha + backdrop.channels * (1 - alpha))
    }
}
