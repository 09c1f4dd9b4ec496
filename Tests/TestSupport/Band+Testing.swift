// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Band {
    /// A band whose rows all hold pixels, sample by sample.
    ///
    /// - Parameters:
    ///   - layout: The channels.
    ///   - width: Samples in a row.
    ///   - height: Rows.
    ///   - sample: Channel, row and column to sample.
    package init(
        layout: ChannelLayout,
        width: Int,
        height: Int,
        sample: (_ channel: Int, _ y: Int, _ x: Int) -> UInt16
    ) {
        self.init(layout: layout, width: width, capacity: height)
        rowCount = height
        for channel in 0..<layout.channelCount {
            for y in 0..<height {
                var row = mutableRow(y, of: channel)
                for x in 0..<width { row[x] = sample(channel, y, x) }
            }
        }
    }

    /// All samples of the rows that hold pixels: channel by channel, row by row.
    package func allSamples() -> [UInt16] {
        var samples: [UInt16] = []
        samples.reserveCapacity(layout.channelCount * rowCount * width)
        for channel in 0..<layout.channelCount {
            for y in 0..<rowCount {
                let row = row(y, of: channel)
                for x in 0..<width { samples.append(row[x]) }
            }
        }
        return samples
    }
}
