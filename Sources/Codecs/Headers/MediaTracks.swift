// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the tracks of an AVIF sequence.
///
/// Reference: ISO/IEC 14496-12, sections 8.3 and 8.5; AV1 Image File Format 1.1, section 3.
enum MediaTracks {
    /// The size, the frames, the depth and the color profile of a track.
    private struct Track {
        var identity = 0
        var size = PixelSize(width: 0, height: 0)
        var frameCount = 0
        var depth = SampleDepth.eight
        var profileByteCount = 0
        /// The identifier of the track that this one is a mask for; nil for a track of pictures.
        var target: Int?
    }

    /// Reads the header of the first track of pictures in the contents of a `moov` box.
    static func parse(
        _ bytes: Span<UInt8>,
        _ movie: Range<Int>
    ) throws(CodecError) -> ForeignFileHeader {
        let tracks = MediaBoxes.list(bytes, in: movie)
            .filter { $0.type == MediaBoxes.code("trak") }
            .map { track(bytes, $0.contents) }
        guard let shown = tracks.first(where: { $0.target == nil && $0.frameCount > 0 }) else {
            throw .corrupt(.structure(offset: movie.lowerBound))
        }
        guard shown.size.width > 0, shown.size.height > 0 else { throw .corrupt(.dimensions) }
        guard shown.profileByteCount <= DecodeLimits.maximumProfileByteCount else {
            throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
        }
        let hasAlpha = tracks.contains { $0.target == shown.identity }
        var header = ForeignFileHeader(size: shown.size, layout: hasAlpha ? .rgba : .rgb)
        header.frameCount = shown.frameCount
        header.depth = shown.depth
        header.profileByteCount = shown.profileByteCount
        return header
    }

    private static func track(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Track {
        var track = Track()
        if let head = MediaBoxes.first("tkhd", bytes, in: range),
            let version = bytes.byte(at: head.lowerBound)
        {
            let start = head.lowerBound + (version == 1 ? 20 : 12)
            track.identity = bytes.bigEndian32(at: start) ?? 0
            // The last two fields have 16 bits behind the point.
            track.size = PixelSize(
                width: (bytes.bigEndian32(at: head.upperBound - 8) ?? 0) >> 16,
                height: (bytes.bigEndian32(at: head.upperBound - 4) ?? 0) >> 16
            )
        }
        if let references = MediaBoxes.first("tref", bytes, in: range),
            let mask = MediaBoxes.first("auxl", bytes, in: references)
        {
            track.target = bytes.bigEndian32(at: mask.lowerBound)
        }
        guard let media = MediaBoxes.first("mdia", bytes, in: range),
            let facts = MediaBoxes.first("minf", bytes, in: media),
            let table = MediaBoxes.first("stbl", bytes, in: facts)
        else { return track }
        if let sizes = MediaBoxes.first("stsz", bytes, in: table) {
            track.frameCount = bytes.bigEndian32(at: sizes.lowerBound + 8) ?? 0
        }
        if let entries = MediaBoxes.first("stsd", bytes, in: table), entries.count > 8,
            let entry = MediaBoxes.first(
                "av01",
                bytes,
                in: entries.lowerBound + 8..<entries.upperBound
            ), entry.count > 78
        {
            // The fields of a visual sample stand before its boxes.
            let inner = entry.lowerBound + 78..<entry.upperBound
            if let configuration = MediaBoxes.first("av1C", bytes, in: inner) {
                track.depth = MediaProperties.depth(
                    bytes,
                    configurationOfAV1: configuration.lowerBound
                )
                if let box = MediaBoxes.first("clap", bytes, in: inner) {
                    let subsampling = MediaProperties.subsampling(
                        bytes,
                        of: configuration.lowerBound
                    )
                    track.size =
                        CleanAperture(bytes, at: box.lowerBound)?
                        .size(in: track.size, subsampling) ?? track.size
                }
            }
            for box in MediaBoxes.list(bytes, in: inner)
            where box.type == MediaBoxes.code("colr") {
                let byteCount = MediaProperties.profileByteCount(bytes, box.contents)
                track.profileByteCount = max(track.profileByteCount, byteCount)
            }
        }
        return track
    }
}
