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
                let subsampling = MediaProperties.subsampling(
                    bytes,
                    of: configuration?.contents.lowerBound
                )
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
                let byteCount = MediaProperties.profileByteCount(bytes, property.contents)
                header.profileByteCount = max(header.profileByteCount, byteCount)
            case _: break
            }
        }
        guard header.profileByteCount <= DecodeLimits.maximumProfileByteCount else {
            throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
        }
        if isAVIF { header.orientation = MediaProperties.orientation(turn, mirror) }
        header.depth = depth(bytes, items, isAVIF: isAVIF)
        return header
    }

    private static func depth(
        _ bytes: Span<UInt8>,
        _ items: MediaItems,
        isAVIF: Bool
    ) -> SampleDepth {
        if isAVIF, let configuration = items.property("av1C", orOfTile: true) {
            return MediaProperties.depth(
                bytes,
                configurationOfAV1: configuration.contents.lowerBound
            )
        }
        if let configuration = items.property("hvcC", orOfTile: true),
            let bits = bytes.byte(at: configuration.contents.lowerBound + 17)
        {
            return bits & 7 == 0 ? .eight : .sixteen
        }
        return .eight
    }
}
