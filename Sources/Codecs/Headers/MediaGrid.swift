// SPDX-License-Identifier: Apache-2.0

import Raster

/// A HEIC image that is stored as a grid of tiles, which are decoded one after the other.
///
/// libheif puts a grid together in memory of its own before it delivers rows, 12 bytes for each pixel. Tile by
/// tile, a codec process needs memory for one tile, whatever the image size. Each tile gets a file of
/// its own (``MediaExcerpt``), and is copied to its place in a strip of the upright image (``TiledRows``).
///
/// Reference: ISO/IEC 23008-12, section 6.6.2.3.
struct MediaGrid {
    /// The stored size of the whole image, in pixels.
    let size: PixelSize

    /// The size of each tile, in pixels.
    let tileSize: PixelSize

    /// The number of tiles in a row.
    let columnCount: Int

    /// The rotation or reflection that turns the stored image upright.
    let orientation: Orientation

    private let tiles: [Int]
    private let masks: [Int]?
    /// The masks that belong to the tiles, not to the grid.
    private let ownMasks: [Int]
    private let isMultiplied: Bool

    /// Reads the grid that is the shown item of a HEIC.
    ///
    /// - Returns: The grid; nil for any other item, and for a grid that the library must put together: with
    ///   a visible part, a mask in tiles of another size, or damage.
    init?(_ bytes: Span<UInt8>, _ items: MediaItems, _ places: MediaPlaces) {
        guard let layout = Layout(bytes, items.shown, items, places),
            let orientation = Self.orientation(bytes, items)
        else { return nil }
        (size, tileSize) = (layout.size, layout.tileSize)
        (columnCount, tiles) = (layout.columnCount, layout.tiles)
        self.orientation = orientation
        guard let mask = items.alpha(of: items.shown, bytes) else {
            // Masks of the tiles come with them.
            ownMasks = tiles.compactMap { items.alpha(of: $0, bytes) }
            guard ownMasks.isEmpty || ownMasks.count == tiles.count else { return nil }
            (masks, isMultiplied) = (nil, false)
            return
        }
        guard let own = Layout(bytes, mask, items, places), own.size == size,
            own.tileSize == tileSize, own.columnCount == columnCount
        else { return nil }
        ownMasks = []
        (masks, isMultiplied) = (own.tiles, items.isMultiplied(items.shown, by: mask))
    }

    /// The number of tiles.
    var tileCount: Int { tiles.count }

    /// The greatest number of bytes in the file of a tile, without its boxes.
    ///
    /// - Parameter places: The places of the items in the file.
    /// - Returns: The number for the image and its alpha together.
    func greatestTileByteCount(_ places: MediaPlaces) -> Int {
        func byteCount(_ items: [Int]) -> Int {
            items.reduce(0) { greatest, item in
                max(greatest, (places.ranges(of: item) ?? []).reduce(0) { $0 + $1.count })
            }
        }
        return byteCount(tiles) + byteCount(masks ?? ownMasks)
    }

    /// The part of the stored image that a tile shows; empty for a tile beyond its edge.
    func part(ofTile tile: Int) -> PixelRect {
        let left = tile % columnCount * tileSize.width
        let top = tile / columnCount * tileSize.height
        return PixelRect(
            x: left,
            y: top,
            width: min(tileSize.width, size.width - left),
            height: min(tileSize.height, size.height - top)
        )
    }

    /// Makes the file of a tile, by its number from the upper left corner on; nil if its bytes are not in
    /// the file.
    func file(
        tile: Int,
        _ bytes: [UInt8],
        _ items: MediaItems,
        _ places: MediaPlaces
    ) -> [UInt8]? {
        MediaExcerpt.make(
            tile: tiles[tile],
            mask: masks?[tile],
            isMultiplied: isMultiplied,
            bytes,
            items,
            places
        )
    }

    /// The turns and mirrors of the shown item, in their order; nil if it has a visible part or more than
    /// one of each.
    private static func orientation(_ bytes: Span<UInt8>, _ items: MediaItems) -> Orientation? {
        var turn = 0
        var mirror: Int?
        for property in items.properties(of: items.shown) {
            let value = Int(bytes.byte(at: property.contents.lowerBound) ?? 0)
            switch property.type {
            case MediaBoxes.code("clap"): return nil
            case MediaBoxes.code("irot"):
                guard turn == 0, mirror == nil else { return nil }
                turn = value & 3
            case MediaBoxes.code("imir"):
                guard mirror == nil else { return nil }
                mirror = value & 1
            case _: break
            }
        }
        return MediaProperties.orientation(turn, mirror)
    }

    /// The tiles of a grid and their places.
    private struct Layout {
        let size: PixelSize
        let tileSize: PixelSize
        let columnCount: Int
        let tiles: [Int]

        /// Reads a grid of coded tiles of one size that cover it; nil for any other item.
        init?(_ bytes: Span<UInt8>, _ grid: Int, _ items: MediaItems, _ places: MediaPlaces) {
            tiles = items.inputs(of: grid)
            // Contents are version, flags, numbers less one, and the size in 16 or 32 bits.
            guard items.isKind("grid", grid), let contents = places.contents(of: grid, bytes),
                contents.count >= 8, contents[0] == 0
            else { return nil }
            let isLong = contents[1] & 1 == 1
            let (rowCount, columnCount) = (Int(contents[2]) + 1, Int(contents[3]) + 1)
            guard let width = MediaItems.number(contents.span, at: 4, isLong: isLong),
                let height = MediaItems.number(contents.span, at: isLong ? 8 : 6, isLong: isLong),
                let tile = tiles.first, let extent = items.extent(of: tile, bytes),
                tiles.count == rowCount * columnCount, width > 0, height > 0,
                extent.width * columnCount >= width, extent.height * rowCount >= height,
                tiles.allSatisfy({
                    items.isKind("hvc1", $0) && items.extent(of: $0, bytes) == extent
                })
            else { return nil }
            self.columnCount = columnCount
            size = PixelSize(width: width, height: height)
            tileSize = extent
        }
    }
}

extension MediaItems {
    /// The size of an item as its `ispe` property states it; nil without one, or if it is turned or cut.
    func extent(of item: Int, _ bytes: Span<UInt8>) -> PixelSize? {
        let own = properties(of: item)
        let changes = ["clap", "irot", "imir"].map { MediaBoxes.code($0) }
        guard !own.contains(where: { changes.contains($0.type) }),
            let box = own.first(where: { $0.type == MediaBoxes.code("ispe") }),
            let width = bytes.bigEndian32(at: box.contents.lowerBound + 4),
            let height = bytes.bigEndian32(at: box.contents.lowerBound + 8),
            width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
