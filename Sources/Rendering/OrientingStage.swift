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
    /// The rows of a band are neighbors in every stored row, so what the first of them brings into
    /// the cache serves the others.
    private func turn(_ channel: Int, rows: Int, into band: inout Band<Straight>) {
        let plane = codedSize.pixelCount
        for offset in 0..<rows {
            let y = nextRow + offset
            let column = orientation.reversesColumns ? codedSize.width - 1 - y : y
            var row = band.mutableRow(offset, of: channel)
            Self.copy(
                picture.span((channel * plane)..<((channel + 1) * plane)),
                column: column,
                ofWidth: codedSize.width,
                isReversed: orientation.reversesRows,
                into: &row
            )
        }
    }

    private static func copy(
        _ plane: Span<Stored>,
        column: Int,
        ofWidth width: Int,
        isReversed: Bool,
        into row: inout MutableSpan<UInt16>
    ) {
        let step = isReversed ? -width : width
        var index = column + (isReversed ? (row.count - 1) * width : 0)
        for x in 0..<row.count {
            row[x] = plane[index].sample
            index += step
        }
    }
}
