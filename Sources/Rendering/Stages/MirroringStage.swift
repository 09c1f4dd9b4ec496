// SPDX-License-Identifier: Apache-2.0

import Raster

/// Turns a picture left to right, row by row.
final class MirroringStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>

    init(_ upstream: any BandSource<Straight>) {
        self.upstream = upstream
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        for channel in 0..<layout.channelCount {
            for offset in 0..<band.rowCount {
                var row = band.mutableRow(offset, of: channel)
                for x in 0..<(row.count / 2) { row.swapAt(x, row.count - 1 - x) }
            }
        }
    }
}
