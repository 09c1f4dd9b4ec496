// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the header of an AVIF or HEIC file.
///
/// libavif delivers the visible part of stored rows and leaves turns to the caller; libheif delivers the
/// picture upright. A sequence has tracks in place of items.
///
/// Reference: ISO/IEC 23008-12 (HEIF), section 6.5; AV1 Image File Format 1.1.
enum MediaHeader {
    /// Reads the size, the channels, the depth and the orientation of a picture.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - format: AVIF or HEIC.
    ///   - frame: The picture that is asked for, of a HEIC with several.
    /// - Returns: The header.
    /// - Throws: `truncated`, `corrupt` or `profileTooLarge`.
    static func parse(
        _ bytes: Span<UInt8>,
        _ format: ImageFormat,
        frame: Int = 0
    ) throws(CodecError) -> ForeignFileHeader {
        let all = 0..<bytes.count
        let isAVIF = format == .avif
        let isSequence = bytes.starts(with: "avis", at: 8)
        if isAVIF, isSequence, let movie = MediaBoxes.first("moov", bytes, in: all) {
            return try MediaTracks.parse(bytes, movie)
        }
        guard let meta = MediaBoxes.first("meta", bytes, in: all) else { throw .truncated }
        guard let items = MediaItems(bytes, meta, frame: isAVIF ? 0 : frame) else {
            throw .corrupt(.structure(offset: meta.lowerBound))
        }
        var header = try describe(bytes, items, isAVIF: isAVIF)
        // libavif delivers the primary item alone.
        if !isAVIF { header.frameCount = items.frameCount }
        header.isExcerpted = true
        header.hasGainMap = items.hasGainMap(bytes)
        if !isAVIF, let places = MediaPlaces(bytes, meta),
            let grid = MediaGrid(bytes, items, places),
            grid.orientation.displaySize(of: grid.size) == header.size
        {
            header.tileSize = grid.tileSize
            header.tileByteCount = grid.greatestTileByteCount(places)
        }
        return header
    }

    /// Chooses the files that the codec gets to decode an image of a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, whose header was parsed.
    ///   - format: AVIF or HEIC.
    ///   - frame: The image that is asked for.
    /// - Returns: The tiles of a HEIC, a file of the image's items, or the whole file for a sequence, and
    ///   where item places are damaged: the library says what is wrong with it.
    static func source(_ bytes: [UInt8], _ format: ImageFormat, frame: Int) -> ForeignSource {
        let span = bytes.span
        let isAVIF = format == .avif
        guard let meta = MediaBoxes.first("meta", span, in: 0..<bytes.count),
            !isAVIF || !span.starts(with: "avis", at: 8),
            let items = MediaItems(span, meta, frame: isAVIF ? 0 : frame),
            let places = MediaPlaces(span, meta)
        else { return .file(bytes, frame: frame) }
        if let header = try? parse(span, format, frame: frame), header.tileSize != nil,
            let tiles = ForeignTiles(bytes, items, places)
        {
            return .tiles(tiles)
        }
        guard let excerpt = MediaExcerpt.make(bytes, items, places) else {
            return .file(bytes, frame: frame)
        }
        return .file(excerpt, frame: 0)
    }

    private static func describe(
        _ bytes: Span<UInt8>,
        _ items: MediaItems,
        isAVIF: Bool
    ) throws(CodecError) -> ForeignFileHeader {
        guard let extent = items.property("ispe", orOfTile: false),
            let width = bytes.bigEndian32(at: extent.contents.lowerBound + 4),
            let height = bytes.bigEndian32(at: extent.contents.lowerBound + 8)
        else { throw .corrupt(.structure(offset: 0)) }
        guard width > 0, height > 0 else { throw .corrupt(.dimensions) }
        var header = ForeignFileHeader(
            size: PixelSize(width: width, height: height),
            layout: items.hasAlpha(bytes) ? .rgba : .rgb
        )
        var turn = 0
        var mirror: Int?
        for property in items.properties(of: items.shown) {
            let start = property.contents.lowerBound
            switch property.type {
            case MediaBoxes.code("clap"):
                let aperture = CleanAperture(bytes, at: start)
                let configuration = items.property("av1C", orOfTile: true)
                let subsampling = subsampling(bytes, of: configuration?.contents.lowerBound)
                header.size =
                    isAVIF
                    ? aperture?.size(in: header.size, subsampling) ?? header.size
                    : aperture?.roundedSize(in: header.size) ?? header.size
            case MediaBoxes.code("irot"):
                turn = Int(bytes.byte(at: start) ?? 0) & 3
                if !isAVIF, turn & 1 == 1 { header.size = header.size.transposed }
            case MediaBoxes.code("imir"):
                mirror = Int(bytes.byte(at: start) ?? 0) & 1
            case MediaBoxes.code("colr"):
                let byteCount = profileByteCount(bytes, property.contents)
                header.profileByteCount = max(header.profileByteCount, byteCount)
            case _: break
            }
        }
        guard header.profileByteCount <= DecodeLimits.maximumProfileByteCount else {
            throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
        }
        if isAVIF { header.orientation = orientation(turn, mirror) }
        header.depth = depth(bytes, items, isAVIF: isAVIF)
        return header
    }

    /// The size in bytes of the ICC profile in a `colr` box, or of one made from its color space
    /// numbers.
    static func profileByteCount(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> Int {
        let start = contents.lowerBound
        if bytes.starts(with: "prof", at: start) || bytes.starts(with: "rICC", at: start) {
            return max(0, contents.count - 4)
        }
        guard bytes.starts(with: "nclx", at: start),
            let primaries = bytes.bigEndian16(at: start + 4),
            let transfer = bytes.bigEndian16(at: start + 6),
            let points = try? CodingPoints(container: primaries, transfer: transfer),
            !points.isStandard
        else { return 0 }
        return madeProfileByteCount
    }

    /// The greatest size of an ICC profile made from color space numbers, in bytes.
    static let madeProfileByteCount = 4096

    /// Combines counterclockwise quarter turns and a mirror after them: 0 exchanges top and bottom,
    /// 1 left and right.
    static func orientation(_ turn: Int, _ mirror: Int?) -> Orientation {
        switch mirror {
        case nil: [.topLeft, .leftBottom, .bottomRight, .rightTop][turn]
        case 0: [.bottomLeft, .leftTop, .topRight, .rightBottom][turn]
        case _: [.topRight, .rightBottom, .bottomLeft, .leftTop][turn]
        }
    }

    private static func depth(
        _ bytes: Span<UInt8>,
        _ items: MediaItems,
        isAVIF: Bool
    ) -> SampleDepth {
        if isAVIF, let configuration = items.property("av1C", orOfTile: true) {
            return depth(bytes, configurationOfAV1: configuration.contents.lowerBound)
        }
        if let configuration = items.property("hvcC", orOfTile: true),
            let bits = bytes.byte(at: configuration.contents.lowerBound + 17)
        {
            return bits & 7 == 0 ? .eight : .sixteen
        }
        return .eight
    }

    /// Reads from an `av1C` box whether chroma has fewer columns, and fewer rows, than luma.
    static func subsampling(_ bytes: Span<UInt8>, of configuration: Int?) -> CleanAperture.Parity {
        let flags = configuration.flatMap { bytes.byte(at: $0 + 2) } ?? 0
        let isGray = flags & 0x10 != 0
        return (flags & 0x08 != 0 && !isGray, flags & 0x04 != 0 && !isGray)
    }

    /// Reads the depth of samples from an `av1C` box, whose third byte has a bit for more than 8
    /// bits.
    static func depth(_ bytes: Span<UInt8>, configurationOfAV1 start: Int) -> SampleDepth {
        (bytes.byte(at: start + 2) ?? 0) & 0x40 == 0 ? .eight : .sixteen
    }
}
