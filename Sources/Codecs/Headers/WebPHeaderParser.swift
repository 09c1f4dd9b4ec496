// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the chunks of a WebP file, up to its pixels.
///
/// It finds the size and alpha that libwebp finds, without a library. In the beginning of a file, an animation counts
/// as two frames.
///
/// Reference: RFC 9649, sections 2.3 to 2.7; RFC 6386, section 9.1.
struct WebPHeaderParser {
    private let limits: DecodeLimits
    private var size: PixelSize?
    private var hasAlpha = false
    private var isAnimated = false
    private var frameCount = 1
    private var orientation = Orientation.topLeft
    private var profileByteCount = 0
    private var playCount = 1
    private var motion: Motion?

    /// The size of the file's own header: `RIFF`, a length, `WEBP`.
    private static let headByteCount = 12

    /// Creates a parser that checks the size of the picture against limits.
    init(limits: DecodeLimits) { self.limits = limits }

    /// Reads the size, the alpha, the frames and the color profile of a WebP file.
    mutating func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool
    ) throws(CodecError) -> ForeignFileHeader {
        guard let length = bytes.littleEndian(at: 4, byteCount: 4),
            bytes.count >= Self.headByteCount
        else { throw .truncated }
        // A length counts the bytes behind it; what follows them is no part of the picture.
        let end = length + 8
        if isWhole, bytes.count < end { throw .truncated }
        var offset = Self.headByteCount
        var count = 0
        while true {
            count += 1
            guard count <= DecodeLimits.maximumSegmentCount else {
                throw .tooManySegments(limit: DecodeLimits.maximumSegmentCount)
            }
            guard offset + 8 <= end else { throw .corrupt(.structure(offset: offset)) }
            guard let byteCount = bytes.littleEndian(at: offset + 4, byteCount: 4) else {
                throw .truncated
            }
            let contents = offset + 8..<offset + 8 + byteCount
            guard contents.upperBound <= end else { throw .corrupt(.structure(offset: offset)) }
            if try read(bytes, contents) { break }
            offset = contents.upperBound + (byteCount & 1)
            if !isWhole { try DecodeLimits.checkHeader(byteCount: offset) }
        }
        if isAnimated {
            frameCount = isWhole ? countFrames(bytes, from: offset, to: end) : 2
            if isWhole, frameCount > 1, let size {
                motion = WebPFrames.motion(
                    bytes,
                    from: offset,
                    to: end,
                    size: size,
                    playCount: playCount
                )
            }
        }
        if isWhole { readMetadata(bytes, from: offset, to: end) }
        return try header()
    }

    /// Reads a chunk, and returns whether it holds pixels.
    private mutating func read(
        _ bytes: Span<UInt8>,
        _ contents: Range<Int>
    ) throws(CodecError) -> Bool {
        let (start, name) = (contents.lowerBound, contents.lowerBound - 8)
        if bytes.starts(with: "VP8X", at: name) {
            try readExtended(bytes, contents)
        } else if bytes.starts(with: "VP8 ", at: name) {
            try readLossy(bytes, start)
            return true
        } else if bytes.starts(with: "VP8L", at: name) {
            try readLossless(bytes, start)
            return true
        } else if bytes.starts(with: "ANMF", at: name) {
            guard isAnimated, size != nil else { throw .corrupt(.structure(offset: name)) }
            return true
        } else if bytes.starts(with: "ANIM", at: name) {
            playCount = bytes.littleEndian(at: start + 4, byteCount: 2) ?? 1
        } else if bytes.starts(with: "ALPH", at: name) {
            hasAlpha = true
        } else if bytes.starts(with: "ICCP", at: name), profileByteCount == 0 {
            guard contents.count <= DecodeLimits.maximumProfileByteCount else {
                throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
            }
            guard contents.upperBound <= bytes.count else { throw .truncated }
            profileByteCount = contents.count
        }
        return false
    }

    private mutating func readExtended(
        _ bytes: Span<UInt8>,
        _ contents: Range<Int>
    ) throws(CodecError) {
        let start = contents.lowerBound
        guard contents.count >= 10, size == nil else {
            throw .corrupt(.structure(offset: start - 8))
        }
        guard let width = bytes.littleEndian(at: start + 4, byteCount: 3),
            let height = bytes.littleEndian(at: start + 7, byteCount: 3)
        else { throw .truncated }
        hasAlpha = bytes[start] & 0x10 != 0
        isAnimated = bytes[start] & 0x02 != 0
        size = PixelSize(width: width + 1, height: height + 1)
    }

    private mutating func readLossy(_ bytes: Span<UInt8>, _ start: Int) throws(CodecError) {
        guard let width = bytes.littleEndian(at: start + 6, byteCount: 2),
            let height = bytes.littleEndian(at: start + 8, byteCount: 2)
        else { throw .truncated }
        // A key frame, and its start code.
        guard bytes[start] & 1 == 0, bytes.starts(with: [0x9D, 0x01, 0x2A], at: start + 3) else {
            throw .corrupt(.structure(offset: start))
        }
        // Two bits of each ask a player to enlarge the picture.
        try take(PixelSize(width: width & 0x3FFF, height: height & 0x3FFF), start)
    }

    private mutating func readLossless(_ bytes: Span<UInt8>, _ start: Int) throws(CodecError) {
        guard let fields = bytes.littleEndian(at: start + 1, byteCount: 4) else {
            throw .truncated
        }
        guard bytes[start] == 0x2F, fields >> 29 == 0 else {
            throw .corrupt(.structure(offset: start))
        }
        hasAlpha = fields >> 28 & 1 == 1
        try take(
            PixelSize(width: (fields & 0x3FFF) + 1, height: (fields >> 14 & 0x3FFF) + 1),
            start
        )
    }

    private mutating func take(_ found: PixelSize, _ start: Int) throws(CodecError) {
        if isAnimated || (size ?? found) != found { throw .corrupt(.structure(offset: start)) }
        size = found
    }

    /// Counts the complete frames in the chunks from the offset `first` on; returns at least 1.
    private func countFrames(_ bytes: Span<UInt8>, from first: Int, to end: Int) -> Int {
        var offset = first
        var frameCount = 0
        for _ in 0..<DecodeLimits.maximumSegmentCount {
            guard offset + 8 <= end,
                let byteCount = bytes.littleEndian(at: offset + 4, byteCount: 4),
                byteCount <= end - offset - 8
            else { break }
            if bytes.starts(with: "ANMF", at: offset) { frameCount += 1 }
            offset += 8 + byteCount + (byteCount & 1)
        }
        return max(1, frameCount)
    }

    /// Reads the orientation from the Exif chunk, which follows the pixels.
    private mutating func readMetadata(_ bytes: Span<UInt8>, from first: Int, to end: Int) {
        var offset = first
        for _ in 0..<DecodeLimits.maximumSegmentCount {
            guard offset + 8 <= end,
                let byteCount = bytes.littleEndian(at: offset + 4, byteCount: 4),
                byteCount <= end - offset - 8
            else { return }
            if bytes.starts(with: "EXIF", at: offset) {
                var start = offset + 8
                // As in a JPEG, which some writers copy.
                if bytes.starts(with: "Exif\0\0", at: start) { start += 6 }
                let range = start..<max(start, offset + 8 + byteCount)
                orientation = TIFFDirectory.orientation(bytes, in: range) ?? .topLeft
                return
            }
            offset += 8 + byteCount + (byteCount & 1)
        }
    }

    private func header() throws(CodecError) -> ForeignFileHeader {
        guard let size, size.width > 0, size.height > 0 else { throw .corrupt(.dimensions) }
        try limits.check(size)
        var header = ForeignFileHeader(size: size, layout: hasAlpha || isAnimated ? .rgba : .rgb)
        header.orientation = orientation
        header.frameCount = frameCount
        header.profileByteCount = profileByteCount
        header.motion = motion
        return header
    }
}
