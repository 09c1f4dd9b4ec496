// SPDX-License-Identifier: Apache-2.0

/// A JPEG marker, identified by its second byte.
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

    /// Whether the marker has no segment and can be skipped: TEM and RST0 to RST7.
    var isParameterless: Bool { code == 0x01 || (0xD0...0xD7).contains(code) }

    /// Finds the next marker at or after an offset, and moves the offset past it.
    ///
    /// Skips stuffed zeros, fill bytes and anything else that is no marker, as libjpeg does.
    static func next(_ bytes: Span<UInt8>, _ offset: inout Int) throws(CodecError) -> JPEGMarker {
        while let found = bytes.markerOffset(from: offset) {
            var position = found + 1
            while bytes.byte(at: position) == 0xFF { position += 1 }
            guard let code = bytes.byte(at: position) else { break }
            offset = position + 1
            if code != 0 { return JPEGMarker(code: code) }
        }
        throw .truncated
    }

    /// Whether a segment of the marker says nothing about pixels: APP0 to APP15 and COM.
    private var isComment: Bool { (0xE0...0xEF).contains(code) || code == 0xFE }

    /// Finds the contents of the marker's segment at an offset, and moves the offset past the
    /// segment.
    ///
    /// A comment of an impossible length is empty, as for libjpeg.
    func segment(
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(CodecError) -> Range<Int> {
        guard let length = bytes.bigEndian16(at: offset) else { throw .truncated }
        if length < 2, isComment {
            offset += 2
            return offset..<offset
        }
        guard length >= 2 else { throw .corrupt(.structure(offset: offset)) }
        guard length <= bytes.count - offset else { throw .truncated }
        let segment = (offset + 2)..<(offset + length)
        offset += length
        return segment
    }

    /// Counts one more segment, and throws if there are too many.
    ///
    /// - Throws: `tooManySegments`.
    static func count(_ segmentCount: inout Int) throws(CodecError) {
        segmentCount += 1
        guard segmentCount <= DecodeLimits.maximumSegmentCount else {
            throw .tooManySegments(limit: DecodeLimits.maximumSegmentCount)
        }
    }

    /// Counts the scans of a file up to its end-of-image marker, and returns whether that was
    /// found.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - start: The offset of the first scan's entropy-coded data.
    ///   - segmentCount: The number of segments before that offset.
    ///   - mayEndEarly: Whether the end-of-image marker may be missing, or something else may precede it.
    /// - Returns: The number of scans, at least 1, and whether the end-of-image marker was found.
    /// - Throws: `truncated` without an end-of-image marker, `tooManyScans` or `tooManySegments`.
    static func countScans(
        _ bytes: Span<UInt8>,
        from start: Int,
        after segmentCount: Int,
        mayEndEarly: Bool
    ) throws(CodecError) -> (count: Int, hasEnd: Bool) {
        var offset = start
        var segmentCount = segmentCount
        var scanCount = 1
        while true {
            let marker: JPEGMarker
            do throws(CodecError) {
                marker = try next(bytes, &offset)
                if marker == .endOfImage { return (scanCount, true) }
                if marker.isParameterless { continue }
                try count(&segmentCount)
                _ = try marker.segment(bytes, &offset)
            } catch .truncated where mayEndEarly {
                return (scanCount, false)
            } catch .corrupt where mayEndEarly {
                return (scanCount, false)
            }
            guard marker == .startOfScan else { continue }
            scanCount += 1
            guard scanCount <= DecodeLimits.maximumScanCount else {
                throw .tooManyScans(limit: DecodeLimits.maximumScanCount)
            }
        }
    }
}
