// SPDX-License-Identifier: Apache-2.0

import Raster

/// The files that a codec gets to decode an image.
enum ForeignSource {
    /// One file, and the index of the frame or page in it.
    case file([UInt8], frame: Int)
    /// A file for each tile of a grid.
    case tiles(ForeignTiles)

    /// Decodes the image.
    func decode(
        _ picture: ForeignDecoding,
        _ service: any ForeignCodecService,
        _ input: ByteInput
    ) throws(CodecError) -> any ForeignRows {
        switch self {
        case .file(let bytes, let frame):
            var picture = picture
            picture.frame = frame
            return try service.decode(
                bytes,
                picture,
                shouldContinue: input.mayContinue,
                onLibraryError: input.report
            )
        case .tiles(let tiles):
            return try TiledRows(tiles, picture, service, input)
        }
    }

    /// Reads the color profile and the color space of the image.
    func colors(
        _ picture: ForeignDecoding,
        _ service: any ForeignCodecService,
        _ input: ByteInput
    ) throws(CodecError) -> ForeignColors {
        var (picture, file) = (picture, [UInt8]())
        switch self {
        case .file(let bytes, let frame): (picture.frame, file) = (frame, bytes)
        case .tiles(let tiles):
            picture = tiles.tile(of: picture)
            file = try tiles.file(0)
        }
        return try service.colors(
            of: file,
            picture,
            shouldContinue: input.mayContinue,
            onLibraryError: input.report
        )
    }
}

/// The tiles of an image in a HEIC, as files of their own.
struct ForeignTiles {
    /// The place of each tile in the image.
    let grid: MediaGrid

    private let bytes: [UInt8]
    private let items: MediaItems
    private let places: MediaPlaces

    /// Divides a HEIC into tiles; nil if the library must put them together.
    init?(_ bytes: [UInt8], _ items: MediaItems, _ places: MediaPlaces) {
        guard let grid = MediaGrid(bytes.span, items, places) else { return nil }
        (self.grid, self.bytes, self.items, self.places) = (grid, bytes, items, places)
    }

    /// Makes the file of a tile.
    ///
    /// - Throws: `truncated` if its bytes are not in the file.
    func file(_ tile: Int) throws(CodecError) -> [UInt8] {
        guard let file = grid.file(tile: tile, bytes, items, places) else { throw .truncated }
        return file
    }

    /// Returns the request for one tile of an image.
    func tile(of picture: ForeignDecoding) -> ForeignDecoding {
        var tile = picture
        tile.size = grid.tileSize
        tile.frame = 0
        return tile
    }
}

/// The rows of an image that is decoded tile by tile, upright.
private final class TiledRows: ForeignRows {
    let colors: ForeignColors

    private let rowByteCount: Int
    private var pixels: [UInt8]

    /// Decodes all tiles.
    init(
        _ tiles: ForeignTiles,
        _ picture: ForeignDecoding,
        _ service: any ForeignCodecService,
        _ input: ByteInput
    ) throws(CodecError) {
        let grid = tiles.grid
        rowByteCount = picture.rowByteCount
        pixels = [UInt8](repeating: 0, count: rowByteCount * picture.size.height)
        let tile = tiles.tile(of: picture)
        var colors: ForeignColors?
        for index in 0..<grid.tileCount {
            let rows = try service.decode(
                tiles.file(index),
                tile,
                shouldContinue: input.mayContinue,
                onLibraryError: input.report
            )
            colors = colors ?? rows.colors
            Self.copy(rows, tile, index, of: grid, to: &pixels)
        }
        guard let colors else { throw .corrupt(.structure(offset: 0)) }
        self.colors = colors
    }

    /// Copies the rows of a tile to its place in the upright image.
    private static func copy(
        _ rows: any ForeignRows,
        _ tile: ForeignDecoding,
        _ index: Int,
        of grid: MediaGrid,
        to pixels: inout [UInt8]
    ) {
        let pixel = tile.rowByteCount / tile.size.width
        let left = index % grid.columnCount * tile.size.width
        let top = index / grid.columnCount * tile.size.height
        let width = min(tile.size.width, grid.size.width - left)
        let stride = grid.orientation.displaySize(of: grid.size).width * pixel
        var row = [UInt8](repeating: 0, count: tile.rowByteCount)
        for y in 0..<max(0, min(tile.size.height, grid.size.height - top)) where width > 0 {
            var bytes = row.mutableSpan
            rows.copyRow(y, into: &bytes)
            func offset(_ x: Int) -> Int {
                let place = grid.orientation.upright(x: left + x, y: top + y, of: grid.size)
                return place.y * stride + place.x * pixel
            }
            let start = offset(0)
            // The next pixel of a stored row may lie in any direction.
            let step = width > 1 ? offset(1) - start : pixel
            for x in 0..<width {
                for byte in 0..<pixel { pixels[start + x * step + byte] = row[x * pixel + byte] }
            }
        }
    }

    func copyRow(_ y: Int, into row: inout MutableSpan<UInt8>) {
        precondition(row.count == rowByteCount, "the row has another length")
        for index in row.indices { row[index] = pixels[y * rowByteCount + index] }
    }
}
