// SPDX-License-Identifier: Apache-2.0

/// The second byte of a JPEG marker.
///
/// Reference: ITU-T T.81, table B.1.
struct JPEGMarker: Hashable {
    let code: UInt8

    static let startOfImage = JPEGMarker(code: 0xD8)
    static let endOfImage = JPEGMarker(code: 0xD9)
    static let startOfScan = JPEGMarker(code: 0xDA)
    static let app0 = JPEGMarker(code: 0xE0)
    static let app1 = JPEGMarker(code: 0xE1)
    static let app2 = JPEGMarker(code: 0xE2)
    static let app14 = JPEGMarker(code: 0xEE)

    /// Whether no length follows, and the marker has no meaning by itself: TEM and RST0 to RST7.
    var isParameterless: Bool { code == 0x01 || (0xD0...0xD7).contains(code) }

    /// Finds the next marker at or after an offset, which then lies behind the marker.
    ///
    /// Passes over stuffed zeros, fill bytes and anything else, as libjpeg does.
    static func next(_ bytes: Span<UInt8>, _ offset: inout Int) throws(CodecError) -> JPEGMarker {
        while let found = bytes.firstOffset(of: 0xFF, from: offset) {
            var position = found + 1
            while bytes.byte(at: position) == 0xFF { position += 1 }
            guard let code = bytes.byte(at: position) else { break }
            offset = position + 1
            if code != 0 { return JPEGMarker(code: code) }
        }
        throw .truncated
    }

    /// The contents of the segment whose length stands at an offset, which then lies behind it.
    static func segment(
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(CodecError) -> Range<Int> {
        guard let length = bytes.bigEndian16(at: offset) else { throw .truncated }
        guard length >= 2 else { throw .corrupt(.structure(offset: offset)) }
        guard length <= bytes.count - offset else { throw .truncated }
        let segment = (offset + 2)..<(offset + length)
        offset += length
        return segment
    }

    /// Counts a segment.
    ///
    /// - Throws: `tooManySegments`.
    static func count(_ segmentCount: inout Int) throws(CodecError) {
        segmentCount += 1
        guard segmentCount <= DecodeLimits.maximumSegmentCount else {
            throw .tooManySegments(limit: DecodeLimits.maximumSegmentCount)
        }
    }

    /// Walks the scans of a file to its end of image.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - start: Where the first scan's entropy-coded data begins.
    ///   - segmentCount: The segments up to there.
    /// - Returns: The number of scans, at least 1.
    /// - Throws: `truncated` when no end of image comes, `tooManyScans` or `tooManySegments`.
    static func countScans(
        _ bytes: Span<UInt8>,
        from start: Int,
        after segmentCount: Int
    ) throws(CodecError) -> Int {
        var offset = start
        var segmentCount = segmentCount
        var scanCount = 1
        while true {
            let marker = try next(bytes, &offset)
            if marker == .endOfImage { return scanCount }
            if marker.isParameterless { continue }
            try count(&segmentCount)
            _ = try segment(bytes, &offset)
            guard marker == .startOfScan else { continue }
            scanCount += 1
            guard scanCount <= DecodeLimits.maximumScanCount else {
                throw .tooManyScans(limit: DecodeLimits.maximumScanCount)
            }
        }
    }
}
