// SPDX-License-Identifier: Apache-2.0

import Raster

/// The rows of an image that is decoded tile by tile, upright.
///
/// Memory holds one strip of tiles: those that are side by side in the upright image. A strip is decoded when its
/// first row is copied.
final class TiledRows: ForeignRows {
    let colors: ForeignColors

    private let tiles: ForeignTiles
    private let tile: ForeignDecoding
    private let service: any ForeignCodecService
    private let input: ByteInput
    private let rowByteCount: Int
    private var pixels: [UInt8]

    /// The strips that are not decoded yet.
    private var strips: ArraySlice<Strip>

    /// The rows of the image that are decoded and in memory.
    private var rows: Range<Int>

    /// The tiles side by side in the upright image, and their rows in it.
    private struct Strip {
        let rows: Range<Int>
        var tiles: [Int]
    }

    /// Decodes the first tiles.
    init(
        _ tiles: ForeignTiles,
        _ picture: ForeignDecoding,
        _ service: any ForeignCodecService,
        _ input: ByteInput
    ) throws(CodecError) {
        (self.tiles, self.service, self.input) = (tiles, service, input)
        tile = tiles.tile(of: picture)
        rowByteCount = picture.rowByteCount
        let strips = Self.strips(tiles.grid)
        let height = strips.reduce(0) { max($0, $1.rows.count) }
        pixels = [UInt8](repeating: 0, count: rowByteCount * height)
        guard let first = strips.first else { throw .corrupt(.structure(offset: 0)) }
        self.strips = strips.dropFirst()
        rows = first.rows
        let found = try Self.decode(first, tiles, tile, service, input, to: &pixels)
        guard let found else { throw .corrupt(.structure(offset: 0)) }
        colors = found
    }

    /// The strips of a grid, from the top of the upright image on.
    private static func strips(_ grid: MediaGrid) -> [Strip] {
        var strips: [Int: Strip] = [:]
        for tile in 0..<grid.tileCount {
            let part = grid.part(ofTile: tile)
            guard !part.isEmpty else { continue }
            let (one, other) = (
                grid.orientation.upright(x: part.x, y: part.y, of: grid.size).y,
                grid.orientation.upright(
                    x: part.columns.upperBound - 1,
                    y: part.rows.upperBound - 1,
                    of: grid.size
                ).y
            )
            let rows = min(one, other)..<(max(one, other) + 1)
            strips[rows.lowerBound, default: Strip(rows: rows, tiles: [])].tiles.append(tile)
        }
        return strips.values.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    }

    /// Decodes the tiles of a strip, and returns the colors of the first one.
    private static func decode(
        _ strip: Strip,
        _ tiles: ForeignTiles,
        _ tile: ForeignDecoding,
        _ service: any ForeignCodecService,
        _ input: ByteInput,
        to pixels: inout [UInt8]
    ) throws(CodecError) -> ForeignColors? {
        var colors: ForeignColors?
        for index in strip.tiles {
            let rows = try service.decode(tiles.file(index), tile, supervision: input.supervision)
            colors = colors ?? rows.colors
            try copy(rows, tile, index, of: tiles.grid, from: strip.rows.lowerBound, to: &pixels)
        }
        return colors
    }

    /// Copies the rows of a tile to its place in the strip, which begins in a row of the upright image.
    private static func copy(
        _ rows: any ForeignRows,
        _ tile: ForeignDecoding,
        _ index: Int,
        of grid: MediaGrid,
        from top: Int,
        to pixels: inout [UInt8]
    ) throws(CodecError) {
        let pixel = tile.rowByteCount / tile.size.width
        let part = grid.part(ofTile: index)
        let stride = grid.orientation.displaySize(of: grid.size).width * pixel
        var row = [UInt8](repeating: 0, count: tile.rowByteCount)
        for y in part.rows {
            var bytes = row.mutableSpan
            try rows.copyRow(y - part.y, into: &bytes)
            func offset(_ x: Int) -> Int {
                let place = grid.orientation.upright(x: x, y: y, of: grid.size)
                return (place.y - top) * stride + place.x * pixel
            }
            let start = offset(part.x)
            // The next pixel of a stored row may lie in any direction.
            let step = part.size.width > 1 ? offset(part.x + 1) - start : pixel
            for x in 0..<part.size.width {
                for byte in 0..<pixel { pixels[start + x * step + byte] = row[x * pixel + byte] }
            }
        }
    }

    func copyRow(_ y: Int, into row: inout MutableSpan<UInt8>) throws(CodecError) {
        precondition(row.count == rowByteCount, "the row has another length")
        while y >= rows.upperBound {
            guard let strip = strips.popFirst() else { throw .corrupt(.pixels(rowsDecoded: y)) }
            _ = try Self.decode(strip, tiles, tile, service, input, to: &pixels)
            rows = strip.rows
        }
        precondition(y >= rows.lowerBound, "rows are copied from the top to the bottom")
        let start = (y - rows.lowerBound) * rowByteCount
        for index in row.indices { row[index] = pixels[start + index] }
    }
}
