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
            return try service.decode(bytes, picture, supervision: input.supervision)
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
        return try service.colors(of: file, picture, supervision: input.supervision)
    }

    /// Chooses the files that the codec gets to decode an image of an AVIF or HEIC.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, whose header was parsed.
    ///   - format: AVIF or HEIC.
    ///   - frame: The image that is asked for.
    /// - Returns: The tiles of a HEIC, a file of the image's items, or the whole file for a sequence, and
    ///   where item places are damaged: the library says what is wrong with it.
    static func media(_ bytes: [UInt8], _ format: ImageFormat, frame: Int) -> ForeignSource {
        let span = bytes.span
        let isAVIF = format == .avif
        guard let meta = MediaBoxes.first("meta", span, in: 0..<bytes.count),
            !isAVIF || !span.starts(with: "avis", at: 8),
            let items = MediaItems(span, meta, frame: isAVIF ? 0 : frame),
            let places = MediaPlaces(span, meta)
        else { return .file(bytes, frame: frame) }
        if let header = try? MediaHeader.parse(span, format, frame: frame), header.tileSize != nil,
            let tiles = ForeignTiles(bytes, items, places)
        {
            return .tiles(tiles)
        }
        guard let excerpt = MediaExcerpt.make(bytes, items, places) else {
            return .file(bytes, frame: frame)
        }
        return .file(excerpt, frame: 0)
    }
}
