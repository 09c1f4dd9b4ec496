// SPDX-License-Identifier: Apache-2.0

import Raster

/// Averages rows of pixels over the cells of a grid, as premultiplied colors.
struct GridSums {
    private let layout: ChannelLayout
    private var channels: [AreaMean]

    /// Creates mean colors of zero for the cells of a grid, before any row of the image is added.
    ///
    /// - Parameters:
    ///   - picture: The image size, as its rows are stored.
    ///   - grid: The grid size.
    ///   - layout: The channels of the rows.
    init(picture: PixelSize, grid: PixelSize, layout: ChannelLayout) {
        self.layout = layout
        let mean = AreaMean(
            columns: AreaAxis(length: picture.width, count: grid.width),
            rows: AreaAxis(length: picture.height, count: grid.height)
        )
        channels = [AreaMean](repeating: mean, count: layout.channelCount)
    }

    /// Adds the rows of a band to the means.
    mutating func add(_ band: borrowing Band<Straight>) {
        let alpha = layout.channelCount - 1
        for row in 0..<band.rowCount {
            for channel in channels.indices {
                if layout.hasAlpha, channel != alpha {
                    channels[channel].add(
                        band.row(row, of: channel),
                        times: band.row(row, of: alpha)
                    )
                } else {
                    channels[channel].add(band.row(row, of: channel))
                }
            }
        }
    }

    /// The mean colors of all cells, once all rows are added; a gray image has three equal
    /// channels.
    var colors: [StraightColor] {
        channels[0].values.indices.map { index in
            let alpha = layout.hasAlpha ? channels[layout.channelCount - 1].values[index] : 1
            func channel(_ channel: Int) -> Double {
                let value = channels[layout.isColor ? channel : 0].values[index]
                return alpha == 0 ? 0 : min(value / alpha, 1)
            }
            return StraightColor(
                red: channel(0),
                green: channel(1),
                blue: channel(2),
                alpha: min(alpha, 1)
            )
        }
    }
}
