// SPDX-License-Identifier: Apache-2.0

import Raster

/// An image that is kept in memory as a whole, so that it can be read later or several times.
final class RecordedPicture {
    /// The width and the height, in pixels.
    let size: PixelSize

    /// All rows of the image.
    private let rows: Band<Straight>

    /// Records an image by pulling all its rows.
    init(_ upstream: any BandSource<Straight>) throws(RenderError) {
        size = upstream.size
        var rows = Band<Straight>(
            layout: upstream.layout,
            width: size.width,
            capacity: size.height
        )
        try upstream.pullAll(into: &rows)
        self.rows = rows
    }

    /// The memory of a recorded image, in bytes.
    static func byteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        Band<Straight>.byteCount(layout: layout, width: size.width, capacity: size.height)
    }

    /// A source of the whole image, from its first row.
    var wholeStage: some BandSource<Straight> {
        stage(PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    }

    /// Returns a source of a rectangle of the image.
    func stage(_ part: PixelRect) -> some BandSource<Straight> {
        RecordedStage(self, part)
    }

    /// The image channels.
    var layout: ChannelLayout { rows.layout }

    /// Copies columns of a row, in any order, to a row of a band.
    ///
    /// - Parameters:
    ///   - row: The row of the image.
    ///   - columns: The columns of the image, in the order of their copies.
    ///   - band: The band, with the image channels.
    ///   - target: The row of the band.
    ///   - start: The column of the band where the copies begin.
    func copyRow(
        _ row: Int,
        columns: [Int],
        into band: inout Band<Straight>,
        row target: Int,
        from start: Int
    ) {
        Self.copyRow(rows, row, columns, to: &band, target, start)
    }

    private static func copyRow(
        _ rows: borrowing Band<Straight>,
        _ row: Int,
        _ columns: [Int],
        to band: inout Band<Straight>,
        _ target: Int,
        _ start: Int
    ) {
        for channel in 0..<rows.layout.channelCount {
            let source = rows.row(row, of: channel)
            var samples = band.mutableRow(target, of: channel)
            for x in columns.indices { samples[start + x] = source[columns[x]] }
        }
    }

    /// Copies a rectangle of the image to the first rows of a band.
    fileprivate func copy(_ part: PixelRect, to band: inout Band<Straight>) {
        Self.copy(rows, part, to: &band)
    }

    private static func copy(
        _ rows: borrowing Band<Straight>,
        _ part: PixelRect,
        to band: inout Band<Straight>
    ) {
        for channel in 0..<rows.layout.channelCount {
            for offset in 0..<part.size.height {
                let source = rows.row(part.y + offset, of: channel)
                var target = band.mutableRow(offset, of: channel)
                target.copy(source.extracting(part.x..<(part.x + part.size.width)))
            }
        }
        band.rowCount = part.size.height
    }
}

/// A source of a rectangle of a recorded image.
private final class RecordedStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let picture: RecordedPicture
    private let part: PixelRect
    private var nextRow = 0

    init(_ picture: RecordedPicture, _ part: PixelRect) {
        self.picture = picture
        self.part = part
        size = part.size
        layout = picture.layout
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        picture.copy(
            PixelRect(x: part.x, y: part.y + nextRow, width: size.width, height: count),
            to: &band
        )
        nextRow += count
    }
}
