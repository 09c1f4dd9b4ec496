// SPDX-License-Identifier: Apache-2.0

import Raster

/// Turns an image of low-resolution rows upright, and keeps all rows, because the last may become
/// the first.
///
/// Low-resolution rows are few, so this takes far less memory than turning the image itself.
final class TurnedRows: LowRowSource {
    private let upstream: any LowRowSource
    private let size: PixelSize
    private let layout: ChannelLayout
    private var picture: StoredPicture<UInt16>
    private var isFilled = false
    private var nextRow = 0

    init(_ route: PlaneRoute, from upstream: any LowRowSource) {
        self.upstream = upstream
        size = route.reducedSize
        layout = route.lowLayout
        picture = StoredPicture(size: size, layout: layout, orientation: route.orientation)
    }

    func makeRows(_ count: Int, into band: inout Band<Straight>) throws(RenderError) {
        if !isFilled { try fill() }
        picture.load(nextRow..<(nextRow + count), into: &band)
        band.rowCount = count
        nextRow += count
    }

    private func fill() throws(RenderError) {
        var band = Band<Straight>(layout: layout, width: size.width, capacity: bandHeight)
        var row = 0
        while row < size.height {
            try upstream.makeRows(min(bandHeight, size.height - row), into: &band)
            picture.store(band, atRow: row)
            row += band.rowCount
        }
        isFilled = true
    }
}
