// SPDX-License-Identifier: Apache-2.0

/// The items of a HEIF file: the picture to show, its properties, and the masks and tiles of
/// pictures.
///
/// Reference: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, section 9.3.
struct MediaItems {
    /// A property: its type and the range of its contents.
    typealias Property = MediaBoxes.Box

    /// The ID of the item to show: the primary picture, unless another one is asked for.
    private(set) var shown = 0
    /// The number of pictures, without thumbnails, masks and hidden ones.
    private(set) var frameCount = 1
    private var properties: [Property] = []
    /// The positions in ``properties``, from 1, of each item's properties.
    private var links: [Int: [Link]] = [:]
    /// The type of each item, such as `hvc1`, by its ID.
    private var kinds: [Int: Int] = [:]
    /// The item IDs of each derived image's inputs, such as the tiles of a grid, by the ID of that image.
    private var inputs: [Int: [Int]] = [:]
    /// The item IDs of each item's masks and other auxiliary pictures, by the ID of that item.
    private var auxiliaries: [Int: Set<Int>] = [:]
    /// The item ID of the mask by which each item's colors are multiplied, by the ID of that item.
    private var multipliers: [Int: Int] = [:]
    /// The IDs of all items that are masks, thumbnails or other additions to another item.
    private var dependents: Set<Int> = []

    /// The position of an item's property, and whether a reader must know it to show the item.
    struct Link {
        let place: Int
        let isEssential: Bool
    }

    /// The greatest number of properties that are read for an item.
    private static let maximumLinkCount = 256

    /// Reads the contents of a `meta` box; nil if it has no primary item or no properties.
    ///
    /// The primary item comes before all others, which follow by their numbers; the primary one stands for
    /// an item that the file does not have.
    init?(_ bytes: Span<UInt8>, _ meta: Range<Int>, frame: Int = 0) {
        guard meta.count >= 4 else { return nil }
        let inner = meta.lowerBound + 4..<meta.upperBound
        guard let primaryBox = MediaBoxes.first("pitm", bytes, in: inner),
            let version = bytes.byte(at: primaryBox.lowerBound),
            let item = Self.number(bytes, at: primaryBox.lowerBound + 4, isLong: version > 0),
            let properties = MediaBoxes.first("iprp", bytes, in: inner),
            let list = MediaBoxes.first("ipco", bytes, in: properties)
        else { return nil }
        shown = item
        self.properties = MediaBoxes.list(bytes, in: list)
        for box in MediaBoxes.list(bytes, in: properties)
        where box.type == MediaBoxes.code("ipma") {
            readLinks(bytes, box.contents)
        }
        if let references = MediaBoxes.first("iref", bytes, in: inner) {
            readReferences(bytes, references)
        }
        guard let list = MediaBoxes.first("iinf", bytes, in: inner) else { return }
        let others = readKinds(bytes, list).subtracting(dependents).subtracting([item]).sorted()
        frameCount = 1 + others.count
        if frame > 0, frame <= others.count { shown = others[frame - 1] }
    }

    /// Reads the types of all items from the contents of an `iinf` box, and returns the IDs of those that
    /// are pictures and not hidden.
    private mutating func readKinds(_ bytes: Span<UInt8>, _ list: Range<Int>) -> Set<Int> {
        guard let version = bytes.byte(at: list.lowerBound) else { return [] }
        let start = list.lowerBound + (version == 0 ? 6 : 8)
        guard start <= list.upperBound else { return [] }
        let pictures = ["hvc1", "grid", "iden", "iovl"].map { MediaBoxes.code($0) }
        var found: Set<Int> = []
        for box in MediaBoxes.list(bytes, in: start..<list.upperBound)
        where box.type == MediaBoxes.code("infe") {
            let start = box.contents.lowerBound
            guard let fields = bytes.bigEndian32(at: start), fields >> 24 >= 2,
                let item = Self.number(bytes, at: start + 4, isLong: fields >> 24 > 2),
                let kind = bytes.bigEndian32(at: start + (fields >> 24 > 2 ? 10 : 8))
            else { continue }
            kinds[item] = kind
            if fields & 1 == 0, pictures.contains(kind) { found.insert(item) }
        }
        return found
    }

    /// Whether an item has a type, such as `hvc1`.
    func isKind(_ name: StaticString, _ item: Int) -> Bool { kinds[item] == MediaBoxes.code(name) }

    /// The type of an item; nil if the file does not list it.
    func kind(of item: Int) -> Int? { kinds[item] }

    /// The IDs of the items that a derived image is made of, in order: the tiles of a grid.
    func inputs(of item: Int) -> [Int] { inputs[item] ?? [] }

    /// The links of an item to properties that exist, in the order of the file.
    func links(of item: Int) -> [Link] {
        (links[item] ?? []).filter { $0.place > 0 && $0.place <= properties.count }
    }

    /// The property at a place that ``links(of:)`` names.
    func property(at place: Int) -> Property { properties[place - 1] }

    /// The properties of an item, in the order of the file.
    func properties(of item: Int) -> [Property] {
        links(of: item).map { property(at: $0.place) }
    }

    /// The shown item's first property of a type; optionally that of its first tile, if it has none
    /// itself.
    func property(_ name: StaticString, orOfTile: Bool = false) -> Property? {
        let type = MediaBoxes.code(name)
        if let own = properties(of: shown).first(where: { $0.type == type }) { return own }
        guard orOfTile, let tile = inputs[shown]?.first else { return nil }
        return properties(of: tile).first { $0.type == type }
    }

    /// Whether the shown item has a gain map: an auxiliary image of Apple's, or a tone-map item made from it.
    ///
    /// Reference: ISO/IEC 23008-12:2025, 6.6.2.4 (`tmap`); ISO 21496-1.
    func hasGainMap(_ bytes: Span<UInt8>) -> Bool {
        let type = MediaBoxes.code("auxC")
        return inputs.contains { isKind("tmap", $0.key) && $0.value.contains(shown) }
            || (auxiliaries[shown] ?? []).contains { map in
                properties(of: map).contains { property in
                    let name = property.contents.lowerBound + 4
                    return property.type == type && bytes.starts(with: Self.appleGainMap, at: name)
                }
            }
    }

    /// The type of an auxiliary image that is a gain map of Apple's.
    private static let appleGainMap: StaticString = "urn:com:apple:photo:2020:aux:hdrgainmap"

    /// Whether the shown item has an alpha mask, or each of its tiles has one.
    func hasAlpha(_ bytes: Span<UInt8>) -> Bool {
        alpha(of: shown, bytes) != nil || tileMasks(of: shown, bytes) != nil
    }

    /// The ID of an item's alpha mask; nil if it has none.
    func alpha(of item: Int, _ bytes: Span<UInt8>) -> Int? {
        let type = MediaBoxes.code("auxC")
        let names: [StaticString] = [
            "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
            "urn:mpeg:avc:2015:auxid:1",
        ]
        return (auxiliaries[item] ?? []).sorted().first { mask in
            properties(of: mask).contains { property in
                property.type == type
                    && names.contains {
                        bytes.starts(with: $0, at: property.contents.lowerBound + 4)
                    }
            }
        }
    }

    /// The alpha masks of a grid's tiles in their order; nil if a tile has none.
    func tileMasks(of grid: Int, _ bytes: Span<UInt8>) -> [Int]? {
        let tiles = inputs(of: grid)
        guard isKind("grid", grid), !tiles.isEmpty else { return nil }
        let masks = tiles.compactMap { alpha(of: $0, bytes) }
        return masks.count == tiles.count ? masks : nil
    }

    /// Whether the colors of an item are multiplied by a mask.
    func isMultiplied(_ item: Int, by mask: Int) -> Bool { multipliers[item] == mask }

    private mutating func readLinks(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard let version = bytes.bigEndian32(at: range.lowerBound),
            let count = bytes.bigEndian32(at: range.lowerBound + 4)
        else { return }
        let (isLong, isWide) = (version >> 24 > 0, version & 1 == 1)
        var offset = range.lowerBound + 8
        for _ in 0..<min(count, DecodeLimits.maximumSegmentCount) {
            guard let item = Self.number(bytes, at: offset, isLong: isLong) else { return }
            offset += isLong ? 4 : 2
            guard offset < range.upperBound, let linkCount = bytes.byte(at: offset) else { return }
            offset += 1
            var places: [Link] = []
            for _ in 0..<linkCount {
                guard offset + (isWide ? 2 : 1) <= range.upperBound,
                    let first = bytes.byte(at: offset)
                else { return }
                // The uppermost bit says that the property is essential.
                let second = isWide ? bytes.byte(at: offset + 1) ?? 0 : 0
                places.append(
                    Link(
                        place: isWide ? Int(first & 0x7F) << 8 | Int(second) : Int(first & 0x7F),
                        isEssential: first & 0x80 != 0
                    )
                )
                offset += isWide ? 2 : 1
            }
            // One entry has no more; several for one item are an error of the file.
            if links[item, default: []].count + places.count <= Self.maximumLinkCount {
                links[item, default: []] += places
            }
        }
    }

    private mutating func readReferences(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard range.count >= 4, let version = bytes.byte(at: range.lowerBound) else { return }
        let isLong = version > 0
        let width = isLong ? 4 : 2
        for box in MediaBoxes.list(bytes, in: range.lowerBound + 4..<range.upperBound) {
            let start = box.contents.lowerBound
            guard let from = Self.number(bytes, at: start, isLong: isLong),
                let count = bytes.bigEndian16(at: start + width)
            else { continue }
            for index in 0..<min(count, DecodeLimits.maximumSegmentCount) {
                let place = start + width + 2 + index * width
                guard place + width <= box.contents.upperBound,
                    let target = Self.number(bytes, at: place, isLong: isLong)
                else { break }
                if box.type == MediaBoxes.code("dimg") { inputs[from, default: []].append(target) }
                if box.type == MediaBoxes.code("prem") { multipliers[from] = target }
                if box.type == MediaBoxes.code("auxl") {
                    auxiliaries[target, default: []].insert(from)
                    dependents.insert(from)
                }
                if box.type == MediaBoxes.code("thmb") { dependents.insert(from) }
            }
        }
    }

    static func number(_ bytes: Span<UInt8>, at offset: Int, isLong: Bool) -> Int? {
        isLong ? bytes.bigEndian32(at: offset) : bytes.bigEndian16(at: offset)
    }
}
