// SPDX-License-Identifier: Apache-2.0

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
