// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A whole image in memory, with the bit depth of its file.
///
/// A struct, used by code that names the concrete type: a generic class would be compiled once for
/// all sample types, with a function call for each sample.
struct StoredPicture<Stored: StoredSample>: ~Copyable {
    private let size: PixelSize
    private let layout: ChannelLayout
    private let orientation: Orientation
    private var picture: Samples<Stored>

    init(size: PixelSize, layout: ChannelLayout, orientation: Orientation) {
        self.size = size
        self.layout = layout
        self.orientation = orientation
        picture = Samples(zeros: size.pixelCount * layout.channelCount)
    }

    /// The memory of a stored image, and of the buffer for turning some of its columns into rows,
    /// in bytes.
    static func byteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        (size.pixelCount * layout.channelCount + size.height * bandHeight)
            * MemoryLayout<Stored>.stride
    }

    /// Stores the rows of a band.
    mutating func store(_ band: borrowing Band<Straight>, atRow row: Int) {
        for channel in 0..<layout.channelCount {
            for offset in 0..<band.rowCount {
                let source = band.row(offset, of: channel)
                var kept = picture.mutableSpan(range(ofRow: row + offset, channel))
                for x in 0..<source.count { kept[x] = Stored(storing: source[x]) }
            }
        }
    }

    /// Fills the first rows of a band with rows of the upright image.
    func load(_ rows: Range<Int>, into band: inout Band<Straight>) {
        for channel in 0..<layout.channelCount {
            if orientation.exchangesSides {
                turn(channel, rows, into: &band)
            } else {
                reorder(channel, rows, into: &band)
            }
        }
    }

    private func range(ofRow row: Int, _ channel: Int) -> Range<Int> {
        let start = (channel * size.height + row) * size.width
        return start..<(start + size.width)
    }

    /// Copies rows of the image into a band, mirrored if the orientation requires it.
    private func reorder(_ channel: Int, _ rows: Range<Int>, into band: inout Band<Straight>) {
        let last = size.width - 1
        for y in rows {
            let storedRow = orientation.reversesRows ? size.height - 1 - y : y
            let source = picture.span(range(ofRow: storedRow, channel))
            var row = band.mutableRow(y - rows.lowerBound, of: channel)
            for x in 0..<source.count {
                row[x] = source[orientation.reversesColumns ? last - x : x].sample
            }
        }
    }

    /// Copies columns of the stored image into a band as rows.
    ///
    /// A row of the result needs one sample of every stored row, each on another memory page. So
    /// the columns of a band are first copied to a strip that fits into the cache.
    private func turn(
        _ channel: Int,
        _ rows: Range<Int>,
        into band: inout Band<Straight>
    ) {
        let width = rows.count
        var strip = Samples(repeating: Stored(storing: 0), count: size.height * width)
        let first = orientation.reversesColumns ? size.width - rows.upperBound : rows.lowerBound
        for storedRow in 0..<size.height {
            let start = range(ofRow: storedRow, channel).lowerBound + first
            let source = picture.span(start..<(start + width))
            var target = strip.mutableSpan((storedRow * width)..<((storedRow + 1) * width))
            target.copy(source)
        }
        let columns = strip.span(0..<(size.height * width))
        let step = orientation.reversesRows ? -width : width
        for offset in 0..<width {
            var row = band.mutableRow(offset, of: channel)
            var index = orientation.reversesColumns ? width - 1 - offset : offset
            if orientation.reversesRows { index += (row.count - 1) * width }
            for x in 0..<row.count {
                row[x] = columns[index].sample
                index += step
            }
        }
    }
}
