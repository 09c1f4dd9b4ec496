// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A decoded picture, row after row and channel after channel.
struct Rows: Equatable {
    let size: PixelSize
    let layout: ChannelLayout
    let profile: [UInt8]?
    private var samples: [UInt16] = []

    /// Decodes all rows.
    init(_ decoder: consuming ImageDecoder) throws(CodecError) {
        size = decoder.header.codedSize
        layout = decoder.header.layout
        profile = decoder.iccProfile
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 5)
        while true {
            try decoder.decodeRows(into: &band)
            if band.rowCount == 0 { break }
            for row in 0..<band.rowCount {
                for channel in 0..<layout.channelCount { append(band.row(row, of: channel)) }
            }
        }
        precondition(samples.count == size.pixelCount * layout.channelCount, "rows are missing")
    }

    /// Makes rows of samples, which are numbered pixel by pixel.
    init(_ size: PixelSize, _ layout: ChannelLayout, _ sample: (Int) -> UInt16) {
        self.size = size
        self.layout = layout
        profile = nil
        for y in 0..<size.height {
            for channel in 0..<layout.channelCount {
                for x in 0..<size.width {
                    samples.append(sample((y * size.width + x) * layout.channelCount + channel))
                }
            }
        }
    }

    private mutating func append(_ row: Span<UInt16>) {
        for x in row.indices { samples.append(row[x]) }
    }

    /// All samples as 8 bits.
    var levels: [UInt8] { samples.map { UInt8($0 >> 8) } }

    /// One row as a band.
    func band(_ y: Int) -> Band<Straight> {
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 1)
        for channel in 0..<layout.channelCount {
            let start = (y * layout.channelCount + channel) * size.width
            var row = band.mutableRow(0, of: channel)
            for x in row.indices { row[x] = samples[start + x] }
        }
        band.rowCount = 1
        return band
    }
}
