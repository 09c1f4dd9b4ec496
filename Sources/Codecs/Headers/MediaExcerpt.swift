// SPDX-License-Identifier: Apache-2.0

/// A HEIF file that contains the items of one image only, made from a file with more.
///
/// Cameras write further items beside the image that is shown: thumbnails, depth and gain maps, tone-mapped
/// renditions, Exif. A library that does not know one of them, or that one of them refers to two images, may
/// give up on the whole file. So it gets the items that the pixels of the shown image need: the item
/// itself, the items that it is derived from, and their alpha masks, each with its properties. They have
/// new IDs, in the order in which a derived image lists them, because libavif 0.11 puts tiles together in the
/// order of the file. Masks of a grid's tiles become a grid of masks, which older libraries know.
///
/// Reference: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, section 6.6.
struct MediaExcerpt {
    /// An item of the new file.
    private struct Item {
        let kind: Int
        let contents: [UInt8]
        var properties: [Property] = []
        var references: [(kind: StaticString, targets: [Int])] = []
    }

    /// A property of an item of the new file.
    private enum Property {
        /// The property to which a link of the source file points.
        case linked(MediaItems.Link)
        /// The property that says that an item is an alpha mask.
        case alpha
    }

    private let bytes: [UInt8]
    private let items: MediaItems
    private let places: MediaPlaces
    private var written: [Item] = []
    /// The position in ``written`` of each item of the source file, by its ID.
    private var positions: [Int: Int] = [:]
    private var byteCount = 0

    /// Makes a file with the shown item of a HEIF file as its primary item.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - items: Its items.
    ///   - places: The places of their bytes.
    /// - Returns: The new file; nil if it cannot be made, as bytes of an item are not in the file.
    static func make(_ bytes: [UInt8], _ items: MediaItems, _ places: MediaPlaces) -> [UInt8]? {
        var excerpt = MediaExcerpt(bytes: bytes, items: items, places: places)
        guard excerpt.add(items.shown, depth: 0) != nil else { return nil }
        if items.alpha(of: items.shown, bytes.span) == nil,
            let masks = items.tileMasks(of: items.shown, bytes.span)
        {
            guard excerpt.addGrid(of: masks) else { return nil }
        }
        return excerpt.file
    }

    /// Makes a file with one tile of a grid as its primary item, in the color space of the grid.
    ///
    /// - Parameters:
    ///   - tile: The tile ID.
    ///   - mask: The ID of its alpha mask, where the tile does not name it itself.
    ///   - isMultiplied: Whether tile colors are multiplied by that mask.
    ///   - bytes: The file.
    ///   - items: Its items, of which the grid is the shown one.
    ///   - places: The places of their bytes.
    /// - Returns: The new file; nil if it cannot be made.
    static func make(
        tile: Int,
        mask: Int?,
        isMultiplied: Bool,
        _ bytes: [UInt8],
        _ items: MediaItems,
        _ places: MediaPlaces
    ) -> [UInt8]? {
        var excerpt = MediaExcerpt(bytes: bytes, items: items, places: places)
        guard let position = excerpt.add(tile, depth: 0) else { return nil }
        let colors = excerpt.properties(of: items.shown, where: { $0 == MediaBoxes.code("colr") })
        if !colors.isEmpty {
            excerpt.written[position].properties =
                excerpt.properties(of: tile, where: { $0 != MediaBoxes.code("colr") }) + colors
        }
        if let mask {
            guard let masked = excerpt.add(mask, depth: 1) else { return nil }
            excerpt.mark(masked, asMaskOf: position, isMultiplied: isMultiplied)
        }
        return excerpt.file
    }

    private init(bytes: [UInt8], items: MediaItems, places: MediaPlaces) {
        self.bytes = bytes
        self.items = items
        self.places = places
    }

    /// The greatest number of images between a derived image and a coded one.
    private static let greatestDepth = 8

    /// Adds an item, the items that it is derived from, and its alpha mask; returns its position.
    private mutating func add(_ item: Int, depth: Int) -> Int? {
        if let position = positions[item] { return position }
        guard depth <= Self.greatestDepth, written.count < DecodeLimits.maximumSegmentCount,
            let kind = items.kind(of: item),
            let contents = places.contents(of: item, bytes.span)
        else { return nil }
        byteCount += contents.count
        // Items may share bytes; those of this file do not.
        guard byteCount <= bytes.count else { return nil }
        let position = written.count
        positions[item] = position
        written.append(Item(kind: kind, contents: contents))
        written[position].properties = properties(of: item, where: { _ in true })
        let inputs = items.inputs(of: item)
        let targets = inputs.compactMap { add($0, depth: depth + 1) }
        guard targets.count == inputs.count else { return nil }
        if !targets.isEmpty { written[position].references.append(("dimg", targets)) }
        if let mask = items.alpha(of: item, bytes.span) {
            guard mask != item, let masked = add(mask, depth: depth + 1) else { return nil }
            written[masked].references.append(("auxl", [position]))
            if items.isMultiplied(item, by: mask) {
                written[position].references.append(("prem", [masked]))
            }
        }
        return position
    }

    /// Adds a grid of the masks of tiles, as the alpha mask of the shown grid.
    private mutating func addGrid(of masks: [Int]) -> Bool {
        guard let grid = positions[items.shown] else { return false }
        let targets = masks.compactMap { positions[$0] }
        guard targets.count == masks.count else { return false }
        let isMultiplied = zip(items.inputs(of: items.shown), masks)
            .allSatisfy { items.isMultiplied($0, by: $1) }
        let position = written.count
        var item = Item(kind: MediaBoxes.code("grid"), contents: written[grid].contents)
        item.properties = properties(of: items.shown, where: { $0 == MediaBoxes.code("ispe") })
        item.references = [("dimg", targets)]
        written.append(item)
        mark(position, asMaskOf: grid, isMultiplied: isMultiplied)
        return true
    }

    /// Makes an item without such a mark the alpha mask of another one.
    private mutating func mark(_ mask: Int, asMaskOf position: Int, isMultiplied: Bool) {
        written[mask].properties.append(.alpha)
        written[mask].references.append(("auxl", [position]))
        if isMultiplied { written[position].references.append(("prem", [mask])) }
    }

    /// The properties of an item of the source file whose types fulfill a condition.
    private func properties(of item: Int, where isKept: (Int) -> Bool) -> [Property] {
        items.links(of: item).filter { isKept(items.property(at: $0.place).type) }
            .map(Property.linked)
    }
}

// MARK: Writing

extension MediaExcerpt {
    /// The file: its brands, the boxes about the items, and their bytes.
    private var file: [UInt8]? {
        guard let brands = MediaBoxes.first("ftyp", bytes.span, in: 0..<bytes.count),
            written.allSatisfy({ item in
                item.properties.count <= 255
                    && item.references.allSatisfy {
                        $0.targets.count <= DecodeLimits.maximumSegmentCount
                    }
            })
        else { return nil }
        var file = Self.number(brands.count + 8) + Array("ftyp".utf8)
        file.append(bytes.span.extracting(brands))
        let start = file.count + meta(start: 0).count + 8
        let end = start + written.reduce(0) { $0 + $1.contents.count }
        guard end < 1 << 32 else { return nil }
        file.reserveCapacity(end)
        file += meta(start: start)
        file += Self.number(end - start + 8) + Array("mdat".utf8)
        for item in written { file += item.contents }
        return file
    }

    /// The box about all items, whose bytes begin at an offset of the file.
    private func meta(start: Int) -> [UInt8] {
        let handler = Self.full("hdlr", Self.number(0) + Array("pict".utf8) + zeros(13))
        let primary = Self.full("pitm", Self.short(1))
        var infos = Self.short(written.count)
        var locations: [UInt8] = [0x44, 0] + Self.short(written.count)
        var references: [UInt8] = []
        var offset = start
        for (position, item) in written.enumerated() {
            let id = Self.short(position + 1)
            // All but the shown one are hidden.
            infos += Self.full(
                "infe",
                id + [0, 0] + Self.number(item.kind) + [0],
                version: 2,
                flags: position == 0 ? 0 : 1
            )
            locations += id + [0, 0, 0, 1] + Self.number(offset) + Self.number(item.contents.count)
            offset += item.contents.count
            for reference in item.references {
                references += Self.box(
                    reference.kind,
                    id + Self.short(reference.targets.count)
                        + reference.targets.flatMap { Self.short($0 + 1) }
                )
            }
        }
        return Self.full(
            "meta",
            handler + primary + Self.full("iloc", locations) + Self.full("iinf", infos)
                + (references.isEmpty ? [] : Self.full("iref", references)) + properties
        )
    }

    /// The box about the properties of all items; each property of the source file is written once.
    private var properties: [UInt8] {
        var places: [Int: Int] = [:]
        var boxes: [UInt8] = []
        var links = Self.number(written.count)
        /// The new place of a property by its place in the source file; 0 for the mark of a mask.
        func place(_ source: Int, _ kind: Int, _ contents: Span<UInt8>) -> Int {
            if let place = places[source] { return place }
            places[source] = places.count + 1
            boxes += Self.number(contents.count + 8) + Self.number(kind)
            boxes.append(contents)
            return places.count
        }
        let mark = [0, 0, 0, 0] + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0]
        for (position, item) in written.enumerated() {
            links += Self.short(position + 1) + [UInt8(item.properties.count)]
            for property in item.properties {
                switch property {
                case .linked(let link):
                    let source = items.property(at: link.place)
                    let contents = bytes.span.extracting(source.contents)
                    let new = place(link.place, source.type, contents)
                    links += Self.short(new | (link.isEssential ? 0x8000 : 0))
                case .alpha:
                    links += Self.short(place(0, MediaBoxes.code("auxC"), mark.span) | 0x8000)
                }
            }
        }
        return Self.box("iprp", Self.box("ipco", boxes) + Self.full("ipma", links, flags: 1))
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func short(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    private static func box(_ kind: StaticString, _ contents: [UInt8]) -> [UInt8] {
        number(contents.count + 8) + Array(kind.description.utf8) + contents
    }

    private static func full(
        _ kind: StaticString,
        _ contents: [UInt8],
        version: Int = 0,
        flags: Int = 0
    ) -> [UInt8] {
        box(kind, number(version << 24 | flags) + contents)
    }
}
