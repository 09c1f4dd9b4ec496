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
