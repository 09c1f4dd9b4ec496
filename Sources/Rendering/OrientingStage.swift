// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// Turns a picture the way its orientation says, when that takes more than one row at a time.
///
/// The last row comes first, or columns become rows, so the whole picture is kept, in as few bytes
/// as its samples had in the file; the memory budget counts them.
final class OrientingStage<Stored: StoredSample>: BandSource {
    typealias Form = Straight

    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let orientation: Orientation
    private let codedSize: PixelSize
    private var picture: Samples<Stored>
    private var isFilled = false
    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, orientation: Orientation) {
        self.upstream = upstream
        self.orientation = orientation
        layout = upstream.layout
        codedSize = upstream.size
        size = orientation.displaySize(of: codedSize)
        picture = Samples(
            repeating: Stored(storing: 0),
            count: codedSize.pixelCount * layout.channelCount
        )
    }

    /// The bytes that the picture takes.
    static func byteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        size.pixelCount * layout.channelCount * MemoryLayout<Stored>.stride
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        if !isFilled { try fill() }
        let rows = min(band.capacity, size.height - nextRow)
        for channel in 0..<layout.channelCount {
            if orientation.exchangesSides {
                turn(channel, rows: rows, into: &band)
            } else {
                reorder(channel, rows: rows, into: &band)
            }
        }
        band.rowCount = rows
        nextRow += rows
    }

    private func fill() throws(RenderError) {
        var band = upstream.makeBand()
        var row = 0
        while true {
            try upstream.pull(into: &band)
            if band.rowCount == 0 { break }
            for channel in 0..<layout.channelCount {
                for offset in 0..<band.rowCount {
                    let source = band.row(offset, of: channel)
                    var kept = picture.mutableSpan(range(ofRow: row + offset, channel))
                    for x in 0..<source.count { kept[x] = Stored(storing: source[x]) }
                }
            }
            row += band.rowCount
        }
        isFilled = true
    }

    private func range(ofRow row: Int, _ channel: Int) -> Range<Int> {
        let start = (channel * codedSize.height + row) * codedSize.width
        return start..<(start + codedSize.width)
    }

    /// Rows that stay rows: taken from the top or the bottom, forward or backward.
    private func reorder(_ channel: Int, rows: Int, into band: inout Band<Straight>) {
        let last = codedSize.width - 1
        for offset in 0..<rows {
            let y = nextRow + offset
            let codedRow = orientation.reversesRows ? codedSize.height - 1 - y : y
            let source = picture.span(range(ofRow: codedRow, channel))
            var row = band.mutableRow(offset, of: channel)
            for x in 0..<source.count {
                row[x] = source[orientation.reversesColumns ? last - x : x].sample
            }
        }
    }

    /// Columns that become rows.
    ///
    /// Coded rows are walked in the outer loop, so that each is touched
    /// once for all the rows of the band.
    private func turn(_ channel: Int, rows: Int, into band: inout Band<Straight>) {
        let lastColumn = codedSize.width - 1
        let lastRow = codedSize.height - 1
        for codedRow in 0..<codedSize.height {
            let source = picture.span(range(ofRow: codedRow, channel))
            let x = orientation.reversesRows ? lastRow - codedRow : codedRow
            for offset in 0..<rows {
                let y = nextRow + offset
                var row = band.mutableRow(offset, of: channel)
                row[x] = source[orientation.reversesColumns ? lastColumn - y : y].sample
            }
        }
    }
}
